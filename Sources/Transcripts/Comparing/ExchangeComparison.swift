import JSON

/// Holds what was answered against what was expected.
public enum ExchangeComparison {
  /// Compares the answers to one message with the expected ones.
  ///
  /// - Parameters:
  ///   - expected: The messages that were expected, in order.
  ///   - actual: The messages that were answered, in order.
  /// - Returns: Lines for a person that say what differs, or nil when nothing does.
  public static func report(_ expected: [[UInt8]], _ actual: [[UInt8]]) -> [String]? {
    for (index, pair) in zip(expected, actual).enumerated() {
      guard let lines = report(message: pair.0, pair.1) else { continue }
      let place = expected.count > 1 ? "answer \(index + 1) of \(expected.count): " : ""
      return [place + lines[0]] + lines.dropFirst()
    }
    if let missing = expected.dropFirst(actual.count).first {
      return ["this answer did not come:"] + prefixed("- ", missing)
    }
    if let surplus = actual.dropFirst(expected.count).first {
      return ["this answer was not expected:"] + prefixed("+ ", surplus)
    }
    return nil
  }

  private static func report(message expected: [UInt8], _ actual: [UInt8]) -> [String]? {
    guard let wanted = document(expected), let found = document(actual) else {
      if expected == actual { return nil }
      return ["one of these is no JSON:"] + prefixed("- ", expected) + prefixed("+ ", actual)
    }
    guard let difference = MessageDifference(expected: wanted.root, actual: found.root) else {
      return nil
    }
    let old = JSONLines.lines(of: wanted.root)
    let new = JSONLines.lines(of: found.root, inOrderOf: wanted.root)
    return [difference.description] + LineDiff.lines(from: old, to: new)
  }

  private static func document(_ bytes: [UInt8]) -> JSONDocument? {
    try? JSONDocument(parsing: bytes[...], maxNestingDepth: .max)
  }

  private static func prefixed(_ mark: String, _ message: [UInt8]) -> [String] {
    guard let document = document(message) else {
      return [mark + String(decoding: message, as: UTF8.self)]
    }
    let lines = JSONLines.lines(of: document.root)
    let shown = lines.prefix(LineDiff.greatestStretch).map { mark + $0.description }
    return lines.count > shown.count ? shown + ["  … and more, which is not shown"] : shown
  }
}
