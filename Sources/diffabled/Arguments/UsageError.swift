import JSONRPC

/// Why the arguments make no sense.
enum UsageError: Error, CustomStringConvertible {
  case unknown(String)
  case missingValue(flag: String)
  case surplusValue(flag: String)
  case lonely(flag: String, needed: String)
  case missingFile(command: String)
  case unknownTopic(String)
  case badChoice(flag: String, value: String, known: [String])
  case badFile(flag: String, path: String, reason: String)
  case fileExists(flag: String, path: String)
  case badNumber(flag: String, value: String, range: ClosedRange<Int>)

  /// `EX_USAGE` of sysexits.h.
  static let exitCode: Int32 = 64

  var description: String {
    switch self {
    case .unknown(let argument):
      let flags = Arguments.flags + ["--help", "--version"]
      let kind = argument.hasPrefix("-") ? "flag" : "command"
      let name = argument.prefix { $0 != "=" }
      let nearest = nearestName(to: String(name), among: kind == "flag" ? flags : Command.names)
      let question = nearest.map { "did you mean \($0)? The" } ?? "the"
      return "unknown \(kind) '\(argument)'; \(question) commands are "
        + Command.names.joined(separator: ", ") + ", the flags are " + flags.joined(separator: ", ")
    case .missingValue(let flag):
      return "\(flag) needs a value"
    case .surplusValue(let flag):
      return "\(flag) takes no value"
    case .lonely(let flag, let needed):
      return "\(flag) has no meaning without \(needed)"
    case .missingFile(let command):
      return "\(command) needs a file: diffabled \(command) FILE"
    case .unknownTopic(let topic):
      return "there is no help on '\(topic)'; the commands are "
        + Command.names.joined(separator: ", ")
    case .badChoice(let flag, let value, let known):
      return "\(flag) is '\(value)', but must be " + known.joined(separator: " or ")
    case .badFile(let flag, let path, let reason):
      return "\(flag) cannot write \(path): \(reason)"
    case .fileExists(let flag, let path):
      return "\(flag) overwrites nothing, and \(path) is there; name another file, in which %p"
        + " stands for the number of the process"
    case .badNumber(let flag, let value, let range):
      return "\(flag) is '\(value)', but must be a number from \(range.lowerBound)"
        + " to \(range.upperBound)"
    }
  }
}
