import JSONRPC

/// Why the arguments make no sense.
enum UsageError: Error, CustomStringConvertible {
  case unreadable
  case notUTF8(String)
  case unknown(String, known: [String])
  case missingValue(flag: String)
  case surplusValue(flag: String)
  case lonely(flag: String, needed: String)
  case fileCount(command: String, count: Int)
  case unknownTopic(String)
  case badChoice(flag: String, value: String, known: [String])
  case badFile(flag: String, path: String, reason: String)
  case fileExists(flag: String, path: String)
  case badNumber(flag: String, value: String, from: String, to: String)

  /// `EX_USAGE` of sysexits.h.
  static let exitCode: Int32 = 64

  var description: String {
    switch self {
    case .unreadable:
      return "the arguments cannot be read where /proc is not mounted; mount it there"
    case .notUTF8(let argument):
      return "the argument '\(argument)' is no UTF-8, or has a U+FFFD in it; name another file"
    case .unknown(let argument, let known):
      let isFlag = argument.hasPrefix("-")
      let name = argument.flagAndValue.flag
      let flags = known + ["--help", "--version"]
      return "unknown \(isFlag ? "flag" : "command") '\(argument)'; "
        + Self.question(name, among: isFlag ? flags : Command.names) + "diffabled --help lists all"
    case .missingValue(let flag):
      return "\(flag) needs a value, as in \(flag) VALUE"
    case .surplusValue(let flag):
      return "\(flag) takes no value; leave out what stands behind it"
    case .lonely(let flag, let needed):
      return "\(flag) has no meaning without \(needed); add that, or leave it out"
    case .fileCount(let command, let count):
      return "\(command) needs one file, but was given \(count): diffabled \(command) FILE"
    case .unknownTopic(let topic):
      return "there is no help on '\(topic)'; \(Self.question(topic, among: Command.names))"
        + "the commands are \(Command.names.joined(separator: ", "))"
    case .badChoice(let flag, let value, let known):
      return "\(flag) is '\(value)'; \(Self.question(value, among: known))"
        + "it must be \(known.joined(separator: " or "))"
    case .badFile(let flag, let path, let reason):
      return "\(flag) cannot write \(path): \(reason); name another file"
    case .fileExists(let flag, let path):
      return "\(flag) overwrites nothing, and \(path) is there; name another file, in which %p"
        + " stands for the number of the process"
    case .badNumber(let flag, let value, let least, let most):
      return "\(flag) is '\(value)', but must be a number from \(least) to \(most)"
    }
  }

  private static func question(_ name: String, among known: [String]) -> String {
    nearestName(to: name, among: known.filter { $0 != name }).map { "did you mean \($0)? Else " }
      ?? ""
  }
}
