/// The running sums of heights that are the same for all rows of a section.
public struct SectionHeights {
  private let snapshot: Snapshot
  /// The height of each row by the index of its section.
  private var heights: ContiguousArray<Int32> = []
  /// Where each section begins by its index, and the height of all rows at the end.
  private var tops: ContiguousArray<Int> = [0]

  /// Adds up the heights of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - height: The height, at least 0, of each row of a section.
  /// - Complexity: O(sections).
  public init(of snapshot: Snapshot, height: (_ section: Handle) -> Int32) {
    self.snapshot = snapshot.asBase()
    for (index, section) in snapshot.sectionHandles.enumerated() {
      heights.append(height(section))
      let rows = snapshot.numberOfItems(inSectionAt: index)
      tops.append(tops[index] + rows * Int(heights[index]))
    }
  }

  /// The height of all rows together.
  public var total: Int { tops[tops.count - 1] }

  /// The height of the row at an index path, nil when there is none.
  public func height(at path: IndexPath) -> Int? {
    snapshot.itemHandle(at: path).map { _ in Int(heights[path.section]) }
  }

  /// How far from the top of the first row the one at an index path begins, nil when there is none.
  ///
  /// - Complexity: O(log n).
  public func top(of path: IndexPath) -> Int? {
    height(at: path).map { tops[path.section] + path.item * $0 }
  }

  /// The row that covers a distance from the top of the first row, nil above and below all rows.
  ///
  /// - Complexity: O(log sections).
  public func indexPath(at offset: Int) -> IndexPath? {
    guard offset >= 0, offset < total else { return nil }
    let section = tops.indices.partitioningIndex { tops[$0] > offset } - 1
    return IndexPath(section: section, item: (offset - tops[section]) / Int(heights[section]))
  }
}
