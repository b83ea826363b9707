import TestSupport

/// The seed of every workload.
let seed: UInt64 = 0x5EED

/// A list of items in sections, each item a number from which its identifier is made.
struct ItemList {
  /// The items in display order.
  var items: [Int]
  let numberOfSections: Int
  /// The next item that was in no list yet.
  private var nextItem: Int

  /// The items `0..<count`.
  init(count: Int, numberOfSections: Int = 10) {
    items = Array(0..<count)
    self.numberOfSections = numberOfSections
    nextItem = count
  }

  /// The offsets of the items of a section.
  func offsets(inSection section: Int) -> Range<Int> {
    let count = items.count
    return count * section / numberOfSections..<count * (section + 1) / numberOfSections
  }

  /// The index path of the item at an offset.
  func indexPath(at offset: Int) -> (section: Int, item: Int) {
    var section = min(numberOfSections - 1, offset * numberOfSections / items.count)
    while offset >= offsets(inSection: section).upperBound { section += 1 }
    return (section, offset - offsets(inSection: section).lowerBound)
  }

  /// An item that was in no list yet.
  mutating func newItem() -> Int {
    defer { nextItem += 1 }
    return nextItem
  }
}
