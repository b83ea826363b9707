import Glibc
import Transcripts

/// Reads the files that are played and writes what is shown.
enum Files {
  /// The bytes of a file, or nil with `errno` set.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += block[..<count]
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// Why a file cannot be played, with the exit code that says so.
  enum Failure: Error, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case invalid(path: String, reason: String)
    case unwritable(reason: String)

    /// As in sysexits.h: `EX_NOINPUT`, `EX_DATAERR` and `EX_IOERR`.
    var exitCode: Int32 {
      switch self {
      case .unreadable: 66
      case .invalid: 65
      case .unwritable: 74
      }
    }

    /// A sentence for a terminal, whatever the path and the file have in them.
    var description: String {
      let text =
        switch self {
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .invalid(let path, let reason): "\(path), \(reason)"
        case .unwritable(let reason): "cannot write: \(reason)"
        }
      return String(printable: text.utf8)
    }
  }

  /// Reads a file and what is in it.
  static func transcript(at path: String) throws(Failure) -> (Transcript, Recording?) {
    guard let bytes = read(path) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    do {
      if let recording = try Recording(parsing: bytes) { return (recording.transcript, recording) }
      return (try Transcript(parsing: bytes), nil)
    } catch {
      throw .invalid(path: path, reason: error.description)
    }
  }

  /// Reads a file that has to be a recording.
  static func recording(at path: String) throws(Failure) -> Recording {
    guard let recording = try transcript(at: path).1 else {
      let advice = "diffabled play draws it and compares its answers"
      throw .invalid(path: path, reason: "it is no recording, as --record makes one; \(advice)")
    }
    return recording
  }

  /// Writes a text; what a closed descriptor does not take is lost.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        StandardStreams.waitForRoom(descriptor)
      } else if errno != EINTR {
        return
      }
    }
  }
}
