import Glibc

/// Writes a text into a Swift source file, as `OpenRPCDocument.text`.
///
/// It runs at build time and is linked into nothing: `ContractWriter TEXT SOURCE`.
/// The text becomes a raw literal, which compiles at once; an array literal of the same bytes would
/// take the compiler most of a minute.
@main
struct Main {
  static func main() {
    guard CommandLine.arguments.count == 3 else { fail("usage: ContractWriter TEXT SOURCE") }
    let (textPath, sourcePath) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let text = String(decoding: read(textPath), as: UTF8.self)
    guard !text.contains("\"\"\"#"), !text.contains("\\#") else {
      fail("\(textPath) has \"\"\"# or \\#, which the literal around it would not keep")
    }
    write(
      """
      extension OpenRPCDocument {
        /// The description as it stands in `protocol/openrpc.json`.
        static let text = #\"""
      \(text)
      \"""#
      }

      """,
      to: sourcePath
    )
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail(path, errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    if ferror(file) != 0 { fail(path, errno) }
    return bytes
  }

  private static func write(_ source: String, to path: String) {
    guard let file = fopen(path, "w") else { fail(path, errno) }
    // What stands in the buffer is written by fclose, which tells of it as well.
    guard fputs(source, file) >= 0, fclose(file) == 0 else { fail(path, errno) }
  }

  private static func fail(_ path: String, _ error: Int32) -> Never {
    fail("\(path): \(String(cString: strerror(error)))")
  }

  /// Ends the build with a word.
  private static func fail(_ message: String) -> Never {
    print("error: ContractWriter: \(message)")
    exit(EXIT_FAILURE)
  }
}
