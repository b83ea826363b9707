/// Why a text is no transcript.
public struct TranscriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with a line.
  public enum Reason: Equatable, Sendable {
    /// The line is neither blank nor starts with `#`, `-->`, `==>`, `<--`, `{` or `[`.
    case unknownLine
    /// An expectation stands before the first message, or `nothing` beside other expectations.
    case misplacedExpectation
    /// A percent sign in bytes of the stream is followed by neither two hexadecimal digits nor a count.
    case invalidEscape
    /// An expectation is no JSON; the text says why.
    case invalidExpectation(String)
  }

  /// The line's number, counted from one.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// The error as an English sentence.
  public var description: String {
    switch reason {
    case .unknownLine:
      "line \(line): a line is blank, or starts with '#', '-->', '==>', '<--' or as JSON"
    case .misplacedExpectation:
      "line \(line): expectations follow the message that they answer, and 'nothing' stands alone"
    case .invalidEscape:
      "line \(line): behind '==>' a '%' is followed by two hexadecimal digits or '{count}', of at most 2^40"
    case .invalidExpectation(let problem):
      "line \(line): the expectation is no JSON: \(problem)"
    }
  }
}
