/// The choices that nested loops have made so far, so that a failure can print them.
public final class Trace: CustomStringConvertible {

  private var choices: [(label: String, value: () -> String)] = []

  /// Creates a trace without choices.
  public init() {}

  /// Calls a closure with each of some values, and remembers meanwhile which one it is.
  public func withEvery<Values: Sequence>(
    _ label: String,
    in values: Values,
    _ body: (Values.Element) throws -> Void
  ) rethrows {
    for value in values {
      choices.append((label, { "\(value)" }))
      defer { choices.removeLast() }
      try body(value)
    }
  }

  /// The choices, the outermost first.
  public var description: String {
    choices.map { "\($0.label): \($0.value())" }.joined(separator: " · ")
  }
}
