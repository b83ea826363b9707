public import Snapshots

/// Which of a view's rows are shown, counted over all sections; numbers are not negative.
public enum ViewWindow: Equatable, Sendable {
  /// So many from an offset on.
  case at(offset: Int, limit: Int)
  /// So many in front of an item and behind it; where it was, when it is not there.
  case around(Handle, before: Int, after: Int)
}

/// Where a window came out.
public struct WindowExtent: Equatable, Sendable {
  /// How many rows are in front of it.
  public let offset: Int
  /// How many rows there are in all.
  public let total: Int
}

extension ViewWindow {
  /// The positions of the rows to show.
  ///
  /// - Parameters:
  ///   - list: All rows.
  ///   - former: The offset before.
  /// - Returns: The positions, none of them out of range.
  func positions(in list: Snapshot, from former: Int) -> Range<Int> {
    let total = list.numberOfItems
    switch self {
    case .at(let offset, let limit):
      let low = min(offset, total)
      return low..<low + min(limit, total - low)
    case .around(let item, let before, let after):
      guard let position = list.index(ofItem: item) else {
        let low = min(former, total)
        return low..<low + min(before.sum(after, 1), total - low)
      }
      return position - min(before, position)..<min(total, position.sum(after, 1))
    }
  }
}

extension Int {
  /// The sum with some numbers that are not negative, at most the greatest number there is.
  fileprivate func sum(_ numbers: Int...) -> Int {
    numbers.reduce(self) { sum, number in
      let (result, overflows) = sum.addingReportingOverflow(number)
      return overflows ? .max : result
    }
  }
}
