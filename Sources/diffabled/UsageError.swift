import Framing

/// Why the arguments make no sense.
enum UsageError: Error, CustomStringConvertible {
  case unknown(String)
  case missingValue(flag: String)
  case missingFile(command: String)
  case badFraming(String)
  case badNumber(flag: String, value: String, range: ClosedRange<Int>)

  /// `EX_USAGE` of sysexits.h.
  static let exitCode: Int32 = 64

  var description: String {
    switch self {
    case .unknown(let argument):
      let known = Options.flags + ["--help", "--version"]
      let kind = argument.hasPrefix("-") ? "flag" : "command"
      return "unknown \(kind) '\(argument)'; the command is play, the flags are "
        + known.joined(separator: ", ")
    case .missingValue(let flag):
      return "\(flag) needs a value"
    case .missingFile(let command):
      return "\(command) needs a file: diffabled \(command) FILE.transcript"
    case .badFraming(let value):
      let known = FrameFormat.allCases.map(\.rawValue).joined(separator: " or ")
      return "--framing is '\(value)', but must be \(known)"
    case .badNumber(let flag, let value, let range):
      return "\(flag) is '\(value)', but must be a number from \(range.lowerBound)"
        + " to \(range.upperBound)"
    }
  }
}
