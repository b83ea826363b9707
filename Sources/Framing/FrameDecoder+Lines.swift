extension FrameDecoder {
  /// Reads one line of the lines format.
  mutating func readLine() -> Step {
    let start = buffer.start
    if let newline = buffer.firstNewline(from: start, before: buffer.end) {
      return line(start..<newline, consumingTo: newline + 1)
    }
    // One byte more than a message may have, since it can be the carriage return of a newline.
    if buffer.count - 1 > limits.maxMessageBytes {
      state = .skippedLine(length: 0)
      return .proceed
    }
    guard isFinished, buffer.count > 0 else { return .needsBytes }
    switch line(start..<buffer.end, consumingTo: buffer.end) {
    case .event(.message(let message)): return .event(.unterminatedMessage(message))
    case let step: return step
    }
  }

  /// Counts the bytes of a line over the limit until it ends.
  mutating func skipLine(length: Int) -> Step {
    let start = buffer.start
    let newline = buffer.firstNewline(from: start, before: buffer.end)
    let end = newline ?? buffer.end
    // The carriage return of a newline is no part of the line, and may be the last byte so far.
    let hasReturn = end > start && buffer[end - 1] == 0x0D
    let contentEnd = hasReturn ? end - 1 : end
    let total = length + contentEnd - start
    buffer.skip(to: contentEnd)
    guard newline != nil || isFinished else {
      state = .skippedLine(length: total)
      return .needsBytes
    }
    buffer.consume(to: newline.map { $0 + 1 } ?? end)
    state = .line
    return .event(.oversizedMessage(length: total))
  }

  private mutating func line(_ range: Range<Int>, consumingTo end: Int) -> Step {
    let hasReturn = !range.isEmpty && buffer[range.upperBound - 1] == 0x0D
    let content = range.lowerBound..<(range.upperBound - (hasReturn ? 1 : 0))
    guard content.count <= limits.maxMessageBytes else {
      buffer.skip(to: content.upperBound)
      buffer.consume(to: end)
      return .event(.oversizedMessage(length: content.count))
    }
    if buffer[content].allSatisfy(\.isBlank) {
      buffer.consume(to: end)
      return .proceed
    }
    return .event(.message(buffer.take(content, consumingTo: end)))
  }
}
