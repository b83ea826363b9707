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
}

/// What becomes of a list when it is replaced.
enum Replacement: String, CaseIterable {
  case unchanged
  case oneInsert = "one insert"
  case onePercent = "1 % churn"
  case half = "50 % churn"
  case shuffled
  case reversed
}

extension ItemList {
  /// The list that comes in the place of this one.
  func after(_ replacement: Replacement) -> ItemList {
    var result = self
    var generator = SeededGenerator(seed: seed)
    switch replacement {
    case .unchanged: break
    case .oneInsert: result.items.insert(result.newItem(), at: items.count / 2)
    case .onePercent: result.churn(max(3, items.count / 100), using: &generator)
    case .half: result.replaceHalf(using: &generator)
    case .shuffled: result.items.shuffle(using: &generator)
    case .reversed: result.items.reverse()
    }
    return result
  }

  private mutating func newItem() -> Int {
    defer { nextItem += 1 }
    return nextItem
  }

  /// Deletes, inserts and moves a third of `count` items each, at random places.
  private mutating func churn(_ count: Int, using generator: inout SeededGenerator) {
    var chosen: Set<Int> = []
    while chosen.count < count * 2 / 3 {
      chosen.insert(Int.random(in: items.indices, using: &generator))
    }
    let order = chosen.sorted()
    let moved = order.indices.filter { $0 % 2 == 0 }.map { items[order[$0]] }
    let new = (0..<count / 3).map { _ in newItem() }
    let kept = items.indices.filter { !chosen.contains($0) }.map { items[$0] }
    let placed = (moved + new).map {
      (at: Int.random(in: 0...kept.count, using: &generator), item: $0)
    }
    let ascending = placed.sorted { ($0.at, $0.item) < ($1.at, $1.item) }
    items = []
    var next = 0
    for (offset, item) in kept.enumerated() {
      while next < ascending.count, ascending[next].at == offset {
        items.append(ascending[next].item)
        next += 1
      }
      items.append(item)
    }
    items += ascending[next...].map(\.item)
  }

  /// Puts new items in the place of half of the items.
  private mutating func replaceHalf(using generator: inout SeededGenerator) {
    for offset in items.indices where Bool.random(using: &generator) {
      items[offset] = newItem()
    }
  }
}
