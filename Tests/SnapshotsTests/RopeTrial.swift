import Snapshots
import TestSupport
import Testing

/// A rope and a plain array that go through the same random edits.
struct RopeTrial {

  private(set) var rope: ItemRope
  private(set) var model: [Handle] = []
  private(set) var random: SeededGenerator
  private var unused: [Handle]
  private let longestRun: Int

  /// Creates empty ones; `handles` says how many handles exist, of which about half are in the rope
  /// after a while, and `longestRun` how many of them one edit inserts or removes at most.
  init(geometry: RopeGeometry, handles: Int, longestRun: Int, seed: UInt64) {
    rope = ItemRope(geometry: geometry)
    random = SeededGenerator(seed: seed)
    unused = (0..<Handle(handles)).shuffled(using: &random)
    self.longestRun = longestRun
  }

  /// Fills the rope with all but a quarter of the handles, by one bulk insertion.
  mutating func fill() {
    insertRun(of: unused.count * 3 / 4)
  }

  /// Makes one random edit on both sides; what it was is in the result, for failure messages.
  mutating func step() -> String {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: insertOne()
    case 2, 3: removeOne()
    case 4: insertRun(of: Int.random(in: 0...min(longestRun, unused.count), using: &random))
    case 5: removeRun()
    case 6: moveRun()
    case 7: replaceOne()
    default: insertNearby()
    }
  }

  private mutating func insertOne() -> String {
    guard let handle = unused.popLast() else { return removeOne() }
    let position = Int.random(in: 0...model.count, using: &random)
    rope.insert(handle, at: position)
    model.insert(handle, at: position)
    return "insert \(handle) at \(position)"
  }

  private mutating func removeOne() -> String {
    guard let handle = model.randomElement(using: &random) else { return "nothing" }
    let position = rope.remove(handle)
    #expect(model[position] == handle, "seed \(random.seed)")
    model.removeAll { $0 == handle }
    recycle([handle])
    return "remove \(handle) at \(position)"
  }

  private mutating func replaceOne() -> String {
    guard let position = model.indices.randomElement(using: &random), let other = unused.popLast()
    else { return removeOne() }
    let handle = model[position]
    rope.replace(handle, with: other)
    model[position] = other
    recycle([handle])
    return "replace \(handle) with \(other)"
  }

  @discardableResult
  private mutating func insertRun(of count: Int) -> String {
    let run = Array(unused.suffix(count))
    unused.removeLast(count)
    let position = Int.random(in: 0...model.count, using: &random)
    rope.insert(contentsOf: run, at: position)
    model.insert(contentsOf: run, at: position)
    return "insert \(run) at \(position)"
  }

  private mutating func removeRun() -> String {
    let range = randomRange(upTo: longestRun)
    recycle(model[range])
    rope.removeSubrange(range)
    model.removeSubrange(range)
    return "remove \(range)"
  }

  private mutating func moveRun() -> String {
    let range = randomRange(upTo: model.count)
    let position = Int.random(in: 0...model.count - range.count, using: &random)
    rope.moveSubrange(range, to: position)
    let moved = model[range]
    model.removeSubrange(range)
    model.insert(contentsOf: moved, at: position)
    return "move \(range) to \(position)"
  }

  /// Inserts some handles one by one behind each other, as a program that fills a list does.
  private mutating func insertNearby() -> String {
    let position = [0, model.count, model.count / 2].randomElement(using: &random) ?? 0
    let run = Array(unused.suffix(min(5, unused.count)))
    unused.removeLast(run.count)
    for (offset, handle) in run.enumerated() {
      rope.insert(handle, at: position + offset)
    }
    model.insert(contentsOf: run, at: position)
    return "insert \(run) one by one at \(position)"
  }

  private mutating func randomRange(upTo length: Int) -> Range<Int> {
    let count = Int.random(in: 0...min(length, model.count), using: &random)
    let start = Int.random(in: 0...model.count - count, using: &random)
    return start..<start + count
  }

  private mutating func recycle(_ handles: some Sequence<Handle>) {
    unused.append(contentsOf: handles)
    unused.shuffle(using: &random)
  }
}

/// Expects `rope` to be sound and to hold the handles of `model`, in that order and no others.
///
/// Says whether it does: there is no use in going on with a rope that does not.
@discardableResult
func expect(
  _ rope: ItemRope,
  holds model: [Handle],
  of known: some Sequence<Handle>,
  _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  var problems = rope.checkInvariants()
  // A rope that is not sound may trap when it is read.
  if problems.isEmpty {
    problems = differences(between: rope, and: model, of: known)
  }
  guard !problems.isEmpty else { return true }
  Issue.record("\(comment()): \(problems.prefix(3))", sourceLocation: sourceLocation)
  return false
}

private func differences(
  between rope: ItemRope,
  and model: [Handle],
  of known: some Sequence<Handle>
) -> [String] {
  guard rope.count == model.count, rope.handles(in: 0..<rope.count) == model else {
    return ["the handles differ from \(model)"]
  }
  var differences: [String] = []
  var positions: [Handle: Int] = [:]
  for (position, handle) in model.enumerated() {
    positions[handle] = position
    if rope[position] != handle { differences.append("\(rope[position]) at \(position)") }
  }
  for handle in known {
    if rope.rank(of: handle) != positions[handle] { differences.append("rank of \(handle)") }
    if rope.contains(handle) != (positions[handle] != nil) { differences.append("has \(handle)") }
  }
  return differences
}
