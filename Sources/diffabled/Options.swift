import DiffableServer
import Framing

/// How the daemon serves, as its flags said.
struct Options {
  /// The framing of both streams; nil to detect it.
  var framing: FrameFormat?
  var limits = Limits()

  /// Reads flags of the forms `--name value` and `--name=value`; the last of a name counts.
  init(arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = parts.first.map(String.init) ?? ""
      guard Self.flags.contains(flag) else { throw .unknown(argument) }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw .missingValue(flag: flag)
      }
      try set(flag, to: value)
    }
  }

  /// Every flag that takes a value.
  static var flags: [String] { ["--framing"] + Limits.entries.map(\.flag) }

  private mutating func set(_ flag: String, to value: String) throws(UsageError) {
    guard let entry = Limits.entries.first(where: { $0.flag == flag }) else {
      guard let format = FrameFormat(rawValue: value) else { throw .badFraming(value) }
      framing = format
      return
    }
    guard let number = Int(value), entry.range.contains(number) else {
      throw .badNumber(flag: flag, value: value, range: entry.range)
    }
    limits[keyPath: entry.keyPath] = number
  }
}
