import DiffableServer
import Framing

/// How the daemon serves, as its flags said.
struct Arguments {
  /// The framing of both streams; nil to detect it.
  var framing: FrameFormat?
  var limits = Limits()

  /// Where the session is recorded, nil when it is not.
  var recordPath: String?
  /// Whether placeholders stand in the recording for what the messages hold.
  var isRedacted = false
  /// Where the log goes, nil when there is none.
  var logPath: String?
  var logLevel = LogLevel.info

  /// Reads flags of the forms `--name value` and `--name=value`; the last of a name counts.
  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var given: Set<String> = []
    while let argument = rest.popFirst() {
      let (flag, attached) = argument.flagAndValue
      guard Self.flags.contains(flag) else { throw .unknown(argument, known: Self.flags) }
      given.insert(flag)
      if flag == Self.redactFlag {
        guard attached == nil else { throw .surplusValue(flag: flag) }
        isRedacted = true
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .missingValue(flag: flag)
      }
      try set(flag, to: value)
    }
    for (flag, needed) in [(Self.redactFlag, "--record"), ("--log-level", "--log")]
    where given.contains(flag) && !given.contains(needed) {
      throw .lonely(flag: flag, needed: needed)
    }
  }

  private static let redactFlag = "--redact"

  /// Every flag.
  static var flags: [String] {
    ["--framing", "--record", redactFlag, "--log", "--log-level"] + Limits.entries.map(\.flag)
  }

  private mutating func set(_ flag: String, to value: String) throws(UsageError) {
    switch flag {
    case "--framing": framing = try Self.choice(flag, value)
    case "--log-level": logLevel = try Self.choice(flag, value)
    case "--record": recordPath = try Self.path(flag, value)
    case "--log": logPath = try Self.path(flag, value)
    default: try setLimit(flag, to: value)
    }
  }

  private mutating func setLimit(_ flag: String, to value: String) throws(UsageError) {
    guard let entry = Limits.entries.first(where: { $0.flag == flag }) else {
      throw .unknown(flag, known: Self.flags)
    }
    guard let number = Int(value), entry.range.contains(number) else {
      let (least, most) = ("\(entry.range.lowerBound)", "\(entry.range.upperBound)")
      throw .badNumber(flag: flag, value: value, from: least, to: most)
    }
    limits[keyPath: entry.keyPath] = number
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ flag: String,
    _ value: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: value) else {
      throw .badChoice(flag: flag, value: value, known: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  private static func path(_ flag: String, _ value: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw .missingValue(flag: flag) }
    return value
  }
}

extension Arguments {
  /// The flags that change what is answered, as they would be given to get the same answers.
  var recordedArguments: [String] {
    let framing = framing.map { ["--framing", $0.rawValue] } ?? []
    return framing
      + Limits.entries.filter { limits[keyPath: $0.keyPath] != $0.defaultValue }
      .flatMap { [$0.flag, String(limits[keyPath: $0.keyPath])] }
  }
}

extension FrameDecoder {
  /// A decoder with the framing and the limits of the command line.
  init(_ arguments: Arguments) {
    let limits = FrameLimits(
      maxMessageBytes: arguments.limits.maxMessageBytes,
      maxHeaderBytes: arguments.limits.maxHeaderBytes
    )
    self.init(format: arguments.framing, limits: limits)
  }
}

extension String {
  /// What stands in front of the first `=` and behind it; nil without one.
  ///
  /// To `Character`, a combining character that begins the value is one with the `=`.
  var flagAndValue: (flag: String, value: String?) {
    guard let mark = unicodeScalars.firstIndex(of: "=") else { return (self, nil) }
    return (String(self[..<mark]), String(unicodeScalars[mark...].dropFirst()))
  }
}
