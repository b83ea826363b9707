import TestSupport

/// What becomes of a list when it is replaced.
enum Replacement {
  case unchanged
  case oneInsert
  case onePercent
  case half
  case shuffled

  /// Whole lists as they come one after another; each replaces the one before it.
  static let documents: [(work: String, replacement: Replacement)] = [
    ("first time", .unchanged), ("unchanged", .unchanged), ("unchanged once more", .unchanged),
    ("one insert", .oneInsert), ("1 % churn", .onePercent), ("shuffled", .shuffled),
    ("unchanged after a shuffle", .unchanged), ("1 % churn after a shuffle", .onePercent),
    ("50 % churn", .half),
  ]
}

extension ItemList {
  /// Calls a closure with each of ``Replacement/documents`` in turn, of which this is the first.
  func forEachDocument(_ body: (_ work: String, _ list: ItemList) throws -> Void) rethrows {
    var list = self
    for (work, replacement) in Replacement.documents {
      list = list.after(replacement)
      try body(work, list)
    }
  }

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
    }
    return result
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
