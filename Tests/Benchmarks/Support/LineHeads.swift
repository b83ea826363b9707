import Glibc

/// The lines that a daemon sends, of each only the beginning.
struct LineHeads {
  /// How much is kept of a line: enough for the counts of an apply.
  private static let length = 400
  private static let response = Array(#"{"jsonrpc":"2.0","id":"#.utf8)

  /// The beginnings, each with a zero behind it.
  private var heads: [UInt8] = []
  /// Where the beginning of the line starts that is not at its end yet.
  private var start = 0
  /// How many of the lines that are at their end are responses.
  private(set) var numberOfResponses = 0

  mutating func removeAll() {
    heads.removeAll(keepingCapacity: true)
    (start, numberOfResponses) = (0, 0)
  }

  /// Adds what has come, which may begin and end anywhere in a line.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    var rest = piece
    while let first = rest.baseAddress, !rest.isEmpty {
      let newline = memchr(first, 10, rest.count)
      let count = newline.map { UnsafeRawPointer($0) - first } ?? rest.count
      heads.append(contentsOf: rest.prefix(min(count, Self.length - (heads.count - start))))
      guard newline != nil else { return }
      endLine()
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count + 1))
    }
  }

  private mutating func endLine() {
    if heads[start...].starts(with: Self.response) { numberOfResponses += 1 }
    heads.append(0)
    start = heads.count
  }

  /// Whether a text stands near the beginning of a line.
  func contain(_ text: String) -> Bool {
    heads.withUnsafeBytes { heads in
      var line = heads.baseAddress?.assumingMemoryBound(to: CChar.self)
      let end = line.map { $0 + start }
      while let next = line, let end, next < end {
        if strstr(next, text) != nil { return true }
        line = next + strlen(next) + 1
      }
      return false
    }
  }

  /// The beginnings of the lines, for a person to read.
  var text: String {
    String(decoding: heads.map { $0 == 0 ? 10 : $0 }, as: UTF8.self)
  }
}
