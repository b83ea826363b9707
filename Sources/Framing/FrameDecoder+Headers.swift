extension FrameDecoder {
  /// Skips the blanks between two messages.
  mutating func beginHeader() -> Step {
    buffer.consumeBlanks()
    guard buffer.count > 0 else { return .needsBytes }
    state = .header(HeaderBlock(start: buffer.start))
    return .proceed
  }

  /// Reads the lines of a header block that have arrived.
  mutating func readHeader(_ block: HeaderBlock) -> Step {
    var block = block
    let limit = block.start + limits.maxHeaderBytes
    while let newline = buffer.firstNewline(
      from: block.nextLine,
      before: min(limit, buffer.end)
    ) {
      let text = buffer[block.nextLine..<newline]
      let line = HeaderLine(text)
      if line == .blank { return end(block, at: newline + 1) }
      block.add(line, at: block.nextLine + text.prefix(while: \.isBlank).count)
      block.nextLine = newline + 1
      // What is not going to be told need not be read to its end.
      if block.start < toldUntil, let failure = block.failure {
        return refuse(block, failure.error, endingAt: toldUntil, resumingAt: failure.resumption)
      }
    }
    guard buffer.end <= limit else { return refuseTooLong(block, limit: limit) }
    state = .header(block)
    return .needsBytes
  }

  /// Reads a body once all of it is here.
  mutating func readBody(length: Int) -> Step {
    guard buffer.count >= length else { return .needsBytes }
    state = .betweenMessages
    let end = buffer.start + length
    return .event(.message(buffer.take(buffer.start..<end, consumingTo: end)))
  }

  /// Passes over what is here of a body over the limit.
  mutating func skipBody(remaining: Int) -> Step {
    let skipped = min(remaining, buffer.count)
    buffer.skip(to: buffer.start + skipped)
    guard skipped == remaining else {
      state = .skippedBody(remaining: remaining - skipped)
      return .needsBytes
    }
    state = .betweenMessages
    return .proceed
  }

  private mutating func end(_ block: HeaderBlock, at end: Int) -> Step {
    if let failure = block.failure {
      return refuse(block, failure.error, endingAt: end, resumingAt: failure.resumption)
    }
    guard let length = block.length else {
      let error = HeaderError(reason: .missingLength)
      // No block begins with the name, or it would have a length.
      return refuse(block, error, endingAt: end, resumingAt: block.start + 1)
    }
    buffer.consume(to: end)
    guard length <= limits.maxMessageBytes else {
      state = .skippedBody(remaining: length)
      return .event(.oversizedMessage(length: length))
    }
    state = .body(length: length)
    return .proceed
  }
}

// MARK: - Resynchronisation

extension FrameDecoder {
  /// Throws bytes away until a header stands at the front of the buffer.
  mutating func resynchronise(_ search: HeaderSearch) -> Step {
    var search = search
    let begin = search.position
    let isFound = buffer.withBytes(in: begin..<buffer.end) { search.advance(over: $0) }
    buffer.scannedBytes += search.position - begin
    buffer.consume(to: search.candidate)
    state = isFound ? .header(HeaderBlock(start: search.candidate)) : .resynchronising(search)
    return isFound ? .proceed : .needsBytes
  }

  /// Gives a block up, and tells so unless it began in one that was given up before.
  private mutating func refuse(
    _ block: HeaderBlock,
    _ error: HeaderError,
    endingAt end: Int,
    resumingAt resumption: Int
  ) -> Step {
    let isTold = block.start < toldUntil
    toldUntil = max(toldUntil, end)
    buffer.consume(to: resumption)
    state = .resynchronising(HeaderSearch(from: resumption, longest: limits.maxHeaderBytes))
    return isTold ? .proceed : .event(.malformedHeader(error))
  }

  private mutating func refuseTooLong(_ block: HeaderBlock, limit: Int) -> Step {
    let window = (block.start + 1)..<max(limit, block.start + 1)
    let longest = limits.maxHeaderBytes
    buffer.scannedBytes += window.count
    let resumption = buffer.withBytes(in: window) {
      HeaderSearch.resumption(in: $0, at: window.lowerBound, longest: longest)
    }
    let error =
      block.failure?.error ?? HeaderError(reason: .headerTooLong, value: String(longest))
    return refuse(block, error, endingAt: limit, resumingAt: resumption)
  }
}
