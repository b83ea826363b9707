/// A header block of which some lines were read.
struct HeaderBlock {
  /// Where the block begins in the stream.
  let start: Int

  /// Where the first line begins that was not read.
  var nextLine: Int

  /// The length that the block has named so far.
  var length: Int?

  /// What was wrong first, and where to look for the next header if that is all there is.
  var failure: (error: HeaderError, resumption: Int)?

  init(start: Int) {
    self.start = start
    nextLine = start
  }

  /// Takes the meaning of a line into the block; only the first failure counts.
  ///
  /// - Parameters:
  ///   - line: What the line means.
  ///   - offset: Where its name begins in the stream.
  mutating func add(_ line: HeaderLine, at offset: Int) {
    switch line {
    case .blank, .other: return
    case .malformed(let error): fail(error, at: offset)
    case .length(let new):
      if let length, length != new {
        fail(HeaderError(reason: .conflictingLengths, value: String(new)), at: offset)
      } else {
        length = new
      }
    }
  }

  private mutating func fail(_ error: HeaderError, at offset: Int) {
    guard failure == nil else { return }
    // From the second byte of the name on, the same header cannot be found again.
    failure = (error, offset + 1)
  }
}
