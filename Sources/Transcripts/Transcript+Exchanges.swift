extension Transcript {
  /// A message to the daemon with everything that it answers to it.
  public struct Exchange: Equatable, Sendable {
    /// The number of the message's line, counted from one.
    public var line: Int
    /// The message as it is sent; empty where `stream` says what is.
    public var sent: [UInt8]
    /// What is sent with no framing but its own, nil when a message is sent.
    public var stream: [StreamPiece]?
    /// The messages that are expected before the next one is sent; empty when nothing is.
    public var expected: [[UInt8]]
  }

  /// The conversation without its prose.
  public var exchanges: [Exchange] {
    var exchanges: [Exchange] = []
    for (index, line) in lines.enumerated() {
      switch line {
      case .sent(let message):
        exchanges.append(Exchange(line: index + 1, sent: message, expected: []))
      case .stream(let pieces):
        exchanges.append(Exchange(line: index + 1, sent: [], stream: pieces, expected: []))
      case .expected(let message):
        guard let last = exchanges.indices.last else { continue }
        exchanges[last].expected.append(message)
      case .blank, .prose, .nothing:
        continue
      }
    }
    return exchanges
  }

  /// The same conversation with the expectations that fit what was really answered.
  ///
  /// Expectations that hold already are kept as they are written, so that a `"…"` stays one.
  ///
  /// - Parameter answers: For each exchange the messages that were answered; exchanges past its end stay.
  /// - Returns: A transcript that expects those answers.
  public func expecting(_ answers: [[[UInt8]]]) -> Transcript {
    let exchanges = exchanges
    var result = Transcript(lines: [])
    var isReplacing = false
    var next = 0
    for line in lines {
      switch line {
      case .blank, .prose:
        result.lines.append(line)
      case .sent, .stream:
        result.lines.append(line)
        let actual = next < answers.count ? answers[next] : exchanges[next].expected
        isReplacing = ExchangeComparison.report(exchanges[next].expected, actual) != nil
        // A message without any expectation gets one, be it that nothing is answered.
        if isReplacing || exchanges[next].expected.isEmpty {
          isReplacing = true
          result.lines += actual.isEmpty ? [.nothing] : actual.map { .expected($0) }
        }
        next += 1
      case .expected, .nothing:
        if !isReplacing { result.lines.append(line) }
      }
    }
    return result
  }
}
