import JSON
import Snapshots

extension JSONPointer {
  /// The bytes of the value that the pointer leads to.
  ///
  /// - Parameters:
  ///   - text: One JSON value, which was parsed before.
  ///   - work: Told how much was read for that.
  /// - Returns: Where the value stands in the text, nil when there is none.
  func range(in text: UnsafeRawBufferPointer, _ work: Work) -> Range<Int>? {
    var passed = text.count
    let range = range(in: text, passed: &passed)
    _ = work.mayRead(passed)
    return range
  }
}
