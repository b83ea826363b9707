import Snapshots
import TestSupport

/// An outline and a plain array of items with levels that go through the same random edits.
struct OutlineTrial {
  private struct Entry: Equatable {
    var item: Handle
    var level: Int
    var isOpen: Bool
  }

  private var outline: Outline
  private var model: [Entry] = []
  /// An older copy, and what it was.
  private var earlier: (outline: Outline, model: [Entry])
  private var unused: [Handle]
  private(set) var random: SeededGenerator
  /// What happened last, for failures.
  private(set) var event = ""

  /// Creates empty ones; of so many items about half are in the outline after a while.
  init(geometry: RopeGeometry, items: Int, seed: UInt64) {
    outline = Outline(geometry: geometry)
    earlier = (outline, [])
    random = SeededGenerator(seed: seed)
    unused = (0..<Handle(items)).shuffled(using: &random)
  }

  /// Makes one random edit on both sides, and says in what they then differ.
  mutating func step() throws -> [String] {
    let before = (outline: outline, model: model)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: insertTree()
    case 3: removeSubtree()
    case 4: try removeAlone()
    case 5, 6: moveSubtree()
    default: toggle()
    }
    outline.hiddenCount = model.indices.count { isHidden(at: $0) }
    var problems = outline.checkInvariants()
    guard problems.isEmpty else { return problems }
    problems += problemsOfOrder() + problemsOfItems()
    problems += try problemsOfUndoing(to: before) + problemsOfUndoing(to: earlier)
    if Int.random(in: 0..<8, using: &random) == 0 { earlier = before }
    return problems
  }

  // MARK: Edits

  private mutating func insertTree() {
    let count = Int.random(in: 0...min(6, unused.count), using: &random)
    var tree = SectionSnapshot()
    for item in unused.suffix(count) {
      let level = Int.random(in: 0...(tree.greatestLevel + 1), using: &random)
      tree.append(.init(item: item, level: level, isExpanded: Bool.random(using: &random)))
    }
    unused.removeLast(count)
    let place = randomPlace()
    event = "insert \(tree.entries) at \(place)"
    outline.insert(tree.brackets, at: place.position)
    model.insert(
      contentsOf: tree.entries.map {
        Entry(item: $0.item, level: $0.level + place.level, isOpen: $0.isExpanded)
      },
      at: place.index
    )
  }

  private mutating func removeSubtree() {
    guard let index = model.indices.randomElement(using: &random),
      let range = outline.range(of: model[index].item)
    else { return }
    event = "remove \(model[index]) and all below"
    outline.removeSubrange(range)
    unused += model[subtree(index)].map(\.item)
    model.removeSubrange(subtree(index))
    unused.shuffle(using: &random)
  }

  private mutating func removeAlone() throws {
    let count = Int.random(in: 0...min(4, model.count), using: &random)
    let gone = model.shuffled(using: &random).prefix(count).map(\.item)
    event = "remove \(gone) alone"
    try outline.remove(gone, Work())
    for item in gone {
      guard let index = model.firstIndex(where: { $0.item == item }) else { continue }
      for below in subtree(index).dropFirst() { model[below].level -= 1 }
      model.remove(at: index)
    }
    unused = (unused + gone).shuffled(using: &random)
  }

  private mutating func moveSubtree() {
    guard let index = model.indices.randomElement(using: &random),
      let range = outline.range(of: model[index].item)
    else { return }
    let moved = Array(model[subtree(index)])
    model.removeSubrange(subtree(index))
    // The place is found without what moves; with it, what is behind stands that much later.
    let rest = outline
    outline.removeSubrange(range)
    let place = randomPlace()
    outline = rest
    event = "move \(moved) from \(range) to \(place)"
    outline.edit { $0.moveSubrange(range, to: place.position) }
    let deeper = place.level - moved[0].level
    model.insert(
      contentsOf: moved.map { Entry(item: $0.item, level: $0.level + deeper, isOpen: $0.isOpen) },
      at: place.index
    )
  }

  private mutating func toggle() {
    guard let index = model.indices.randomElement(using: &random) else { return }
    model[index].isOpen.toggle()
    event = "toggle \(model[index])"
    outline.setExpanded(model[index].isOpen, model[index].item)
  }

  /// A place where something can come: its position in the outline, index in the model and level.
  private mutating func randomPlace() -> (position: Int, index: Int, level: Int) {
    guard let index = model.indices.randomElement(using: &random),
      let range = outline.range(of: model[index].item), Int.random(in: 0..<12, using: &random) > 0
    else { return (outline.count, model.count, 0) }
    let level = model[index].level
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return (range.lowerBound, index, level)
    case 1: return (range.upperBound, subtree(index).upperBound, level)
    case 2: return (range.lowerBound + 1, index + 1, level + 1)
    default: return (range.upperBound - 1, subtree(index).upperBound, level + 1)
    }
  }

  // MARK: Looking at the model

  private func subtree(_ index: Int) -> Range<Int> {
    let end = model[(index + 1)...].firstIndex { $0.level <= model[index].level }
    return index..<(end ?? model.count)
  }

  private func ancestor(_ index: Int, _ level: Int) -> Handle? {
    level == model[index].level
      ? model[index].item : model[..<index].last { $0.level <= level }.map(\.item)
  }

  private func isHidden(at index: Int) -> Bool {
    (0..<model[index].level).contains { level in
      model[..<index].last { $0.level == level }?.isOpen == false
    }
  }

  // MARK: Comparing

  private mutating func problemsOfOrder() -> [String] {
    var problems: [String] = []
    let items = outline.items(in: 0..<outline.count)
    if items != model.map(\.item) { problems.append("\(items), not \(model)") }
    let position = Int.random(in: 0...outline.count, using: &random)
    let next = outline.firstItem(from: position)
    let expected = model.dropFirst(outline.numberOfItems(before: position)).first?.item
    if next != expected { problems.append("\(next as Any) from \(position) on") }
    return problems
  }

  private func problemsOfItems() -> [String] {
    var problems: [String] = []
    // Of many items some are enough.
    for index in stride(from: 0, to: model.count, by: max(1, model.count / 50)) {
      let (entry, range) = (model[index], subtree(index))
      let below = model[range.dropFirst()]
      let children = below.count { $0.level == entry.level + 1 }
      let height = (below.map(\.level).max() ?? entry.level) - entry.level
      let parent = entry.level == 0 ? nil : ancestor(index, entry.level - 1)
      let item = entry.item
      let isRight =
        outline.level(of: item) == entry.level && outline.isExpanded(item) == entry.isOpen
        && outline.parent(of: item) == parent && outline.top(of: item) == ancestor(index, 0)
        && outline.numberOfChildren(of: item) == children
        && outline.hasChildren(item) == !below.isEmpty && outline.height(of: item) == height
        && outline.start(of: item).map(outline.numberOfItems) == index
        && outline.shownItems(below: item) == shownItems(below: index)
      if !isRight { problems.append("something is wrong with \(entry)") }
      let other = model[(index * 7 + 3) % model.count].item
      let isAbove = model[range].contains { $0.item == other }
      if outline.isSame(item, orAbove: other) != isAbove { problems.append("\(item), \(other)") }
      let level = entry.level / 2
      if outline.ancestor(of: item, onLevel: level) != ancestor(index, level) {
        problems.append("\(item) on level \(level)")
      }
    }
    return problems
  }

  private func shownItems(below index: Int) -> [Handle] {
    var deepest = model[index].level + 1
    return model[subtree(index).dropFirst()].compactMap { entry in
      guard entry.level <= deepest else { return nil }
      deepest = entry.isOpen ? entry.level + 1 : entry.level
      return entry.item
    }
  }

  private func problemsOfUndoing(to before: (outline: Outline, model: [Entry])) throws -> [String] {
    var undone = outline
    if let delta = try OutlineDelta(from: before.outline, to: outline, Work()) {
      try undone.undo(delta, Work())
    }
    let items = undone.items(in: 0..<undone.count)
    let isRight =
      items == before.model.map(\.item) && undone.hiddenCount == before.outline.hiddenCount
      && before.model.allSatisfy {
        undone.level(of: $0.item) == $0.level && undone.isExpanded($0.item) == $0.isOpen
      }
    return undone.checkInvariants() + (isRight ? [] : ["undone: \(items), not \(before.model)"])
  }
}
