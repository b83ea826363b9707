import DiffableServer
import Framing
import Glibc
import JSON
import JSONRPC

/// Tells in a file what the daemon does, one line each, for whoever looks after it.
///
/// No line below the level `debug` holds anything that the client has made up.
final class SessionLog {
  /// Nil once writing has failed.
  private var file: LineFile?
  private let level: LogLevel
  private let framing: FrameFormat?

  init(file: LineFile, level: LogLevel, framing: FrameFormat?) {
    self.file = file
    self.level = level
    self.framing = framing
  }

  /// Now in nanoseconds, 0 when nobody wants to know.
  var time: Int {
    guard level == .debug else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  /// Writes a line, if the level wants it.
  ///
  /// - Returns: Whether the file has it.
  @discardableResult
  private func write(_ level: LogLevel, _ text: @autoclosure () -> String) -> Bool {
    guard level <= self.level, let file, file.hasRoom else { return false }
    let text = String(printable: text().utf8)
    let line = Array("\(Self.timestamp()) \(level.rawValue) \(text)".utf8)
    guard file.write(line[...]) == nil else {
      self.file = nil
      return false
    }
    return true
  }

  /// The time of day, such as `2026-01-31T23:59:59.999Z`.
  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }
    return date.map { digits($0, 2) }.joined(separator: "-") + "T" + clock.joined(separator: ":")
      + "." + digits(now.tv_nsec / 1_000_000, 3) + "Z"
  }
}

// MARK: - What is told

extension SessionLog {
  /// Tells what could not be done.
  ///
  /// - Returns: Whether the file has it.
  func error(_ text: String) -> Bool { write(.error, text) }

  func started() {
    let framing = framing.map { "framing \($0.rawValue)" } ?? "framing to be detected"
    write(.info, "started diffabled \(Session.version), process \(getpid()), \(framing)")
  }

  func ended(_ ending: Ending) {
    let level = ending.exitCode == 0 ? LogLevel.info : .error
    write(level, "ended: \(ending.reason), exit code \(ending.exitCode)")
  }

  func received(_ event: FrameEvent) {
    switch event {
    case .strayText: write(.info, "broken frame: text before the first message")
    case .malformedHeader(let error): write(.info, "broken frame: \(error.reason)")
    case .oversizedMessage(let length): write(.info, "broken frame: a message of \(length) bytes")
    case .message, .unterminatedMessage: break
    }
  }

  var tellsOfHandling: Bool { level == .debug }

  func handled(_ input: Session.Input, since start: Int) {
    guard tellsOfHandling else { return }
    switch input {
    case .message(let message), .unterminatedMessage(let message):
      let microseconds = (time - start) / 1000
      let size = "\(message.count) bytes"
      write(.debug, "received \(description(of: message)), \(size), \(microseconds) µs")
    case .strayText, .malformedHeader, .oversizedMessage: break
    }
  }

  func sent(_ message: ArraySlice<UInt8>) {
    tellRefusals(message)
    guard level == .debug else { return }
    write(.debug, "sent \(description(of: message)), \(message.count) bytes")
  }

  /// Tells of the requests that a message refuses.
  private func tellRefusals(_ message: ArraySlice<UInt8>) {
    guard Self.mayRefuse(message),
      let root = try? JSONDocument(parsing: message, maxNestingDepth: .max).root
    else { return }
    for answer in root.kind == .array ? Array(root.elements) : [root] {
      if let data = answer["error"]?["data"] { tellRefusal(data) }
    }
  }

  /// Whether a message refuses requests, or is a batch: others, which may be long, are not read.
  private static func mayRefuse(_ message: ArraySlice<UInt8>) -> Bool {
    let beginning = #"{"jsonrpc":"2.0","id":"#
    guard message.starts(with: beginning.utf8) else { return message.first != UInt8(ascii: "{") }
    // In an id there is a backslash between these two.
    var rest = message.dropFirst(beginning.utf8.count)
    while !rest.isEmpty, !rest.starts(with: #",""#.utf8) { rest = rest.dropFirst() }
    return rest.starts(with: #","error":"#.utf8)
  }

  /// Tells of a request that was refused without an answer, and where in it: there is no more to be
  /// had of it.
  func refusedSilently(_ error: ResponseError) {
    guard let data = error.data,
      let root = try? JSONDocument(parsing: data, maxNestingDepth: .max).root
    else { return }
    let place = root["member"]?.string ?? root["edit"]?.integer.map { "edits[\($0)]" }
    tellRefusal(root, ", unanswered" + (place.map { ", \($0)" } ?? ""))
  }

  private func tellRefusal(_ data: JSONView, _ addition: String = "") {
    guard let kind = data["kind"]?.string else { return }
    let name = data["method"]?.string ?? ""
    let method = Session.isMethod(name) ? name : "a message"
    write(kind == "internalError" ? .error : .info, "refused \(method): \(kind)\(addition)")
  }

  /// What a message is, without what is in it.
  private func description(of message: ArraySlice<UInt8>) -> String {
    guard let root = try? JSONDocument(parsing: message, maxNestingDepth: .max).root else {
      return "what is no JSON"
    }
    guard root.kind != .array else { return "a batch of \(root.count)" }
    let id = root["id"].map { ", id \(shortened($0.bytes))" } ?? ""
    guard let method = root["method"] else { return "an answer" + id }
    return shortened(method.string.map { Array($0.utf8)[...] } ?? method.bytes) + id
  }

  private func shortened(_ text: ArraySlice<UInt8>) -> String {
    String(printable: text.prefix(256)).cut(to: 64)
  }
}
