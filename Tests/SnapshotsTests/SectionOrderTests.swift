import Snapshots
import TestSupport
import Testing

/// The order of sections against a plain array, with older copies alive and checked at the end.
///
/// `TEST_EDITS` sets the number of random edits, and `TEST_SEED` the seed.
@Suite struct SectionOrderTests {

  private static let tiniest = RopeGeometry(chunkCapacity: 4, pageCapacity: 32)
  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: [RopeGeometry.production, tiniest])
  func `an item's section is the one whose positions hold it, past empty ones`(
    geometry: RopeGeometry
  ) {
    let starts: [Int32] = [0, 0, 2, 2, 5, 5]
    let order = SectionOrder(sections: [4, 7, 1, 9, 3], starts: starts, geometry: geometry)
    #expect((0..<5).map { order.sectionIndex(ofPosition: $0) } == [1, 1, 3, 3, 3])
    #expect(order.index(of: 9) == 3)
    #expect(order.index(of: 2) == nil)
    #expect(order.index(of: 1_000) == nil)
    #expect(order.checkInvariants() == [])
  }

  @Test func `every set of sections can be taken out at once`() {
    let sizes = [2, 0, 3, 1, 0, 4]
    for mask in 0..<64 {
      var order = order(of: sizes)
      let gone = (0..<6).filter { mask & (1 << $0) != 0 }
      order.remove(at: gone.map { $0..<$0 + 1 })
      let kept = (0..<6).filter { !gone.contains($0) }
      let model = kept.map { (section: Handle($0), size: sizes[$0]) }
      #expect(problems(of: order, against: model, known: 0..<8) == [])
    }
  }

  @Test func `every section can move to every place`() {
    let sizes = [2, 0, 3, 1, 5]
    for from in 0..<5 {
      for to in 0..<5 {
        var order = order(of: sizes)
        var model = sizes.enumerated().map { (section: Handle($0.offset), size: $0.element) }
        order.move(from: from, to: to)
        model.insert(model.remove(at: from), at: to)
        #expect(problems(of: order, against: model, known: 0..<8) == [])
      }
    }
  }

  @Test func `sections that grow many and few again agree with an array on the way`() {
    var order = SectionOrder()
    var model: SectionOrderTrial.Model = []
    func check() {
      #expect(problems(of: order, against: model, known: 0..<2_000) == [], "\(model.count)")
    }
    for step in 0..<8 {
      let run = (0..<200).map { Handle(step * 200 + $0) }
      order.insert(run, at: model.count / 2)
      model.insert(contentsOf: run.map { ($0, 0) }, at: model.count / 2)
      order.addItems(3, toSectionAt: model.count / 3)
      model[model.count / 3].size += 3
      check()
    }
    while !model.isEmpty {
      let gone = model.count / 3..<min(model.count / 3 + 130, model.count)
      order.remove(at: [gone])
      model.removeSubrange(gone)
      check()
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `random edits of tiny chunks agree with an array after every step`(seed: UInt64) {
    check(Self.tiny, handles: 160, longestRun: 30, steps: share(0.1), seed: seed)
  }

  @Test(arguments: 10..<13 as Range<UInt64>)
  func `random edits of the tiniest chunks agree with an array`(seed: UInt64) {
    check(Self.tiniest, handles: 60, longestRun: 6, steps: share(0.1), seed: seed)
  }

  @Test func `random edits of more than one node of chunks agree with an array`() {
    check(Self.tiny, handles: 3_000, longestRun: 200, steps: share(0.02), seed: 20)
  }

  @Test func `random edits of chunks of production agree with an array`() {
    check(.production, handles: 6_000, longestRun: 1_500, steps: share(0.01), seed: 30)
  }

  private func share(_ part: Double) -> Int {
    Share.steps(part, of: 5_000)
  }

  private func check(
    _ geometry: RopeGeometry,
    handles: Int,
    longestRun: Int,
    steps: Int,
    seed: UInt64
  ) {
    var trial = SectionOrderTrial(
      geometry: geometry,
      handles: handles,
      longestRun: longestRun,
      seed: seed
    )
    let known = 0..<Handle(handles + 20)
    var copies: [(order: SectionOrder, model: SectionOrderTrial.Model)] = []
    for step in 0..<steps {
      // Most edits meet shared storage; every third one meets some that the last has made its own.
      if step % 3 != 0 { copies.append((trial.order, trial.model)) }
      if copies.count > 600 { copies.removeFirst(300) }
      let edit = trial.step()
      let found = problems(of: trial.order, against: trial.model, known: known)
      guard found.isEmpty else {
        Issue.record(
          "seed \(trial.random.seed), step \(step), \(edit.prefix(200)): \(found.prefix(3))"
        )
        return
      }
    }
    for copy in copies {
      let found = problems(of: copy.order, against: copy.model, known: known)
      #expect(found == [], "an older copy was changed, seed \(trial.random.seed)")
    }
  }

  private func order(of sizes: [Int]) -> SectionOrder {
    var order = SectionOrder(geometry: Self.tiniest)
    order.insert((0..<Handle(sizes.count)).map { $0 }, at: 0)
    for (index, size) in sizes.enumerated() { order.addItems(size, toSectionAt: index) }
    return order
  }
}
