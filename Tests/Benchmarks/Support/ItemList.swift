import TestSupport

/// The seed of every workload.
let seed: UInt64 = 0x5EED

/// A list of items in ten sections, each item a number from which its identifier is made.
struct ItemList {
  static let numberOfSections = 10

  /// The items in display order.
  var items: [Int]

  /// The items `0..<count`.
  init(count: Int) { items = Array(0..<count) }

  /// The offsets of the items of a section.
  func offsets(inSection section: Int) -> Range<Int> {
    let count = items.count
    let sections = Self.numberOfSections
    return count * section / sections..<count * (section + 1) / sections
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

  /// The list that comes, by the list that is there.
  func list(from list: ItemList) -> ItemList {
    var result = list
    var generator = SeededGenerator(seed: seed)
    switch self {
    case .unchanged: break
    case .oneInsert: result.items.insert(list.items.count, at: list.items.count / 2)
    case .onePercent: result.churn(list.items.count / 100, using: &generator)
    case .half: result.replaceHalf(using: &generator)
    case .shuffled: result.items.shuffle(using: &generator)
    case .reversed: result.items.reverse()
    }
    return result
  }
}

extension ItemList {
  /// Deletes, inserts and moves a third of `count` items each, at random places.
  fileprivate mutating func churn(_ count: Int, using generator: inout SeededGenerator) {
    var chosen: Set<Int> = []
    while chosen.count < count * 2 / 3 {
      chosen.insert(Int.random(in: items.indices, using: &generator))
    }
    let order = chosen.sorted()
    let moved = order.indices.filter { $0 % 2 == 0 }.map { items[order[$0]] }
    let new = (0..<count / 3).map { items.count + $0 }
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
  fileprivate mutating func replaceHalf(using generator: inout SeededGenerator) {
    let count = items.count
    for offset in items.indices where Bool.random(using: &generator) {
      items[offset] = count + offset
    }
  }
}
