import Snapshots
import TestSupport

/// The order of sections and a plain array of them that go through the same random edits.
struct SectionOrderTrial {

  typealias Model = [(section: Handle, size: Int)]

  private(set) var order: SectionOrder
  private(set) var model: Model = []
  private(set) var random: SeededGenerator
  private var unused: [Handle]
  private let longestRun: Int

  /// Creates empty ones; `handles` says how many sections exist, of which about half are there after
  /// a while, and `longestRun` how many of them one edit concerns at most.
  init(geometry: RopeGeometry, handles: Int, longestRun: Int, seed: UInt64) {
    order = SectionOrder(geometry: geometry)
    random = SeededGenerator(seed: seed)
    unused = (0..<Handle(handles)).shuffled(using: &random)
    self.longestRun = longestRun
  }

  /// Makes one random edit on both sides; what it was is in the result, for failure messages.
  mutating func step() -> String {
    switch Int.random(in: 0..<200, using: &random) {
    case 0..<50: insert(isRare(8) ? longestRun : 3)
    case 50..<90: move()
    case 90..<130: addItems()
    case 130..<160: addItemsToMany()
    case 160..<195: remove(isRare(8) ? longestRun : 4)
    case 195..<198: buildAnew()
    case 198: clear()
    default: removeAll()
    }
  }

  private mutating func insert(_ atMost: Int) -> String {
    let run = Array(unused.suffix(Int.random(in: 0...min(atMost, unused.count), using: &random)))
    unused.removeLast(run.count)
    let index = Int.random(in: 0...model.count, using: &random)
    order.insert(run, at: index)
    model.insert(contentsOf: run.map { ($0, 0) }, at: index)
    return "insert \(run) at \(index)"
  }

  private mutating func move() -> String {
    guard !model.isEmpty else { return "nothing" }
    let index = model.indices.randomElement(using: &random) ?? 0
    let target = model.indices.randomElement(using: &random) ?? 0
    order.move(from: index, to: target)
    model.insert(model.remove(at: index), at: target)
    return "move \(index) to \(target)"
  }

  private mutating func addItems() -> String {
    guard let index = model.indices.randomElement(using: &random) else { return "nothing" }
    let items = Int.random(in: -model[index].size...5, using: &random)
    order.addItems(items, toSectionAt: index)
    model[index].size += items
    return "\(items) items to \(index)"
  }

  private mutating func addItemsToMany() -> String {
    let share = Int.random(in: 1...8, using: &random)
    let changes = model.indices.filter { _ in isRare(share) }.map { index in
      (section: index, items: Int.random(in: -model[index].size...3, using: &random))
    }
    order.addItems(changes)
    for change in changes { model[change.section].size += change.items }
    return "items to many: \(changes)"
  }

  private mutating func remove(_ runs: Int) -> String {
    var gone = RangeSet<Int>()
    for _ in 0..<Int.random(in: 0...runs, using: &random) {
      guard let start = model.indices.randomElement(using: &random) else { break }
      let length = isRare(6) ? Int.random(in: 1...longestRun, using: &random) : 1
      gone.insert(contentsOf: start..<min(start + length, model.count))
    }
    unused += model.enumerated().filter { gone.contains($0.offset) }.map(\.element.section)
    unused.shuffle(using: &random)
    order.remove(at: Array(gone.ranges))
    model.removeSubranges(gone)
    return "remove \(gone)"
  }

  private mutating func buildAnew() -> String {
    var starts: [Int32] = [0]
    for (_, size) in model { starts.append((starts.last ?? 0) + Int32(size)) }
    order = SectionOrder(
      sections: model.map(\.section),
      starts: starts,
      geometry: order.geometry
    )
    return "build anew"
  }

  private mutating func clear() -> String {
    order.removeAllItems()
    model = model.map { ($0.section, 0) }
    return "clear"
  }

  private mutating func removeAll() -> String {
    order.removeAll()
    unused += model.map(\.section)
    unused.shuffle(using: &random)
    model = []
    return "remove all"
  }

  private mutating func isRare(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &random) == 0
  }
}

/// Says in what an order differs from a model, and what is wrong in itself.
func problems(
  of order: SectionOrder,
  against model: SectionOrderTrial.Model,
  known: some Sequence<Handle>
) -> [String] {
  let violations = order.checkInvariants()
  // An order that is not sound may trap when it is read.
  guard violations.isEmpty else { return violations }
  guard order.count == model.count, order.allHandles == model.map(\.section) else {
    return ["the sections differ from \(model)"]
  }
  var problems: [String] = []
  var indexes: [Handle: Int] = [:]
  var start = 0
  for (index, (section, size)) in model.enumerated() {
    indexes[section] = index
    let positions = start..<start + size
    if order[index] != section { problems.append("\(order[index]) at \(index)") }
    if order.positions(inSectionAt: index) != positions { problems.append("positions of \(index)") }
    for (item, position) in positions.enumerated() {
      let path = IndexPath(section: index, item: item)
      if order.indexPath(ofPosition: position) != path { problems.append("path of \(position)") }
      if order.position(of: path) != position { problems.append("position of \(path)") }
    }
    let past = [IndexPath(section: index, item: size), IndexPath(section: index, item: -1)]
    if past.contains(where: { order.position(of: $0) != nil }) { problems.append("past \(index)") }
    start += size
  }
  if order.itemCount != start { problems.append("\(order.itemCount) items, not \(start)") }
  if order.last != model.last?.section { problems.append("last") }
  for section in known {
    if order.index(of: section) != indexes[section] { problems.append("index of \(section)") }
    if order.contains(section) != (indexes[section] != nil) { problems.append("has \(section)") }
  }
  return problems
}
