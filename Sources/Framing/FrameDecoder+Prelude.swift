/// Lines that came before the framing was settled: stray text, or the beginning of a header block.
struct Prelude {
  /// Where the first of them begins in the stream.
  let start: Int

  /// Where the first line begins that was not read.
  var nextLine: Int

  /// Where the headers begin that stand right before `nextLine`, nil when none do.
  var headers: Int?
}

extension FrameDecoder {
  /// Skips a byte order mark and blanks at the start of the stream.
  mutating func begin() -> Step {
    if buffer.start == 0 {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let beginning = buffer[0..<min(buffer.end, mark.count)]
      if beginning.elementsEqual(mark) {
        buffer.consume(to: mark.count)
      } else if mark.starts(with: beginning), !isFinished {
        return .needsBytes
      }
    }
    buffer.consumeBlanks()
    guard buffer.count > 0 else { return .needsBytes }
    switch format {
    case .lines: state = .line
    case .lsp: state = .betweenMessages
    case nil: state = .prelude(Prelude(start: buffer.start, nextLine: buffer.start))
    }
    return .proceed
  }

  /// Reads lines until one of them settles the framing.
  mutating func readPrelude(_ prelude: Prelude) -> Step {
    var prelude = prelude
    let limit = prelude.start + limits.maxHeaderBytes
    // What is looked at does not depend on how much more has come.
    let end = min(buffer.end, limit + 1)
    while skipBlanks(in: &prelude, before: end) {
      let newline = buffer.firstNewline(from: prelude.nextLine, before: end)
      let line = buffer[prelude.nextLine..<(newline ?? end)]
      if line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "[") {
        return settle(.lines, .line, after: prelude, at: prelude.nextLine)
      }
      let headers = prelude.headers ?? prelude.nextLine
      if line.beginsContentLength {
        return settle(.lsp, .betweenMessages, after: prelude, at: headers)
      }
      guard let newline else { break }
      prelude.headers = line.isHeader ? headers : nil
      prelude.nextLine = newline + 1
    }
    guard buffer.end > limit || isFinished else {
      state = .prelude(prelude)
      return .needsBytes
    }
    return settle(.lines, .stray(isInsideLine: prelude.nextLine < end), after: prelude, at: end)
  }

  /// Skips what is left of the last line of stray text, and blanks.
  mutating func skipStray(isInsideLine: Bool) -> Step {
    if isInsideLine {
      let newline = buffer.firstNewline(from: buffer.start, before: buffer.end)
      buffer.consume(to: newline ?? buffer.end)
      guard newline != nil else { return .needsBytes }
    }
    buffer.consumeBlanks()
    state = buffer.count > 0 ? .line : .stray(isInsideLine: false)
    return buffer.count > 0 ? .proceed : .needsBytes
  }

  /// Moves to where a line begins that is not blank; an empty line ends what may be headers.
  ///
  /// - Returns: Whether there is one.
  private func skipBlanks(in prelude: inout Prelude, before end: Int) -> Bool {
    while prelude.nextLine < end, buffer[prelude.nextLine].isBlank {
      if buffer[prelude.nextLine] == 0x0A { prelude.headers = nil }
      prelude.nextLine += 1
    }
    return prelude.nextLine < end
  }

  /// Takes the framing for settled, and tells of the text before a place, if there is any.
  private mutating func settle(
    _ format: FrameFormat,
    _ state: State,
    after prelude: Prelude,
    at place: Int
  ) -> Step {
    self.format = format
    self.state = state
    guard place > prelude.start else { return .proceed }
    let newline = buffer.firstNewline(from: prelude.start, before: place)
    let first = buffer[prelude.start..<(newline ?? place)].trimmed
    buffer.consume(to: place)
    return .event(.strayText(first))
  }
}
