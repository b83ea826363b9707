/// What is played, and how.
struct PlayOptions {
  var path = ""
  /// How many times as fast as usual, on a terminal.
  var speed = 1.0
  /// Whether each step waits for a key, on a terminal.
  var isStepping = false
  /// Whether messages are shown as they are.
  var isVerbose = false

  /// Every flag.
  static let flags = ["--speed", "--step", "--verbose"]

  private static let speeds = 0.01...1000.0

  /// Reads what stands behind `play`: a file, and flags before and behind it.
  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var paths: [String] = []
    while let argument = rest.popFirst() {
      let (flag, attached) = argument.flagAndValue
      switch flag {
      case "--speed":
        guard let value = attached ?? rest.popFirst() else { throw .missingValue(flag: flag) }
        speed = try Self.speed(value)
      case "--step", "--verbose":
        guard attached == nil else { throw .surplusValue(flag: flag) }
        if flag == "--step" { isStepping = true } else { isVerbose = true }
      default:
        guard !argument.hasPrefix("--") else { throw .unknown(argument, known: Self.flags) }
        paths.append(argument)
      }
    }
    guard paths.count == 1 else { throw .fileCount(command: "play", count: paths.count) }
    path = paths[0]
  }

  private static func speed(_ value: String) throws(UsageError) -> Double {
    guard let number = Double(value), speeds.contains(number) else {
      throw .badNumber(flag: "--speed", value: value, from: "0.01", to: "1000")
    }
    return number
  }
}
