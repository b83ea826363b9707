import JSON
import Snapshots

extension JSONPointer {
  /// The bytes of the value that the pointer leads to.
  ///
  /// - Parameters:
  ///   - text: One JSON value, which was parsed before.
  ///   - work: Told how long the text is.
  /// - Returns: Where the value stands in the text, nil when there is none.
  func range(in text: UnsafeRawBufferPointer, _ work: Work) -> Range<Int>? {
    _ = work.mayRead(text.count)
    return range(in: text)
  }
}
