import Snapshots
import TestSupport
import Testing

@Suite struct SectionOrderTests {

  @Test func `an item's section is the one whose positions hold it, past empty ones`() {
    let order = SectionOrder(sections: [4, 7, 1, 9], starts: [0, 0, 2, 2, 5])
    #expect((0..<5).map { order.sectionIndex(ofPosition: $0) } == [1, 1, 3, 3, 3])
    #expect(order.index(of: 9) == 3)
    #expect(order.index(of: 2) == nil)
    #expect(order.index(of: 1_000) == nil)
    #expect(order.checkInvariants() == [])
  }

  @Test func `every set of sections can be taken out at once`() {
    let sizes = [2, 0, 3, 1, 0]
    for mask in 0..<32 {
      var order = order(of: sizes)
      let gone = Set((0..<5).filter { mask & (1 << $0) != 0 })
      order.remove(at: gone)
      let kept = (0..<5).filter { !gone.contains($0) }
      expect(order, kept.map { (Handle($0), sizes[$0]) })
    }
  }

  @Test func `every section can move to every place`() {
    let sizes = [2, 0, 3, 1]
    for from in 0..<4 {
      for to in 0..<4 {
        var order = order(of: sizes)
        var model = sizes.enumerated().map { (Handle($0.offset), $0.element) }
        order.move(from: from, to: to)
        model.insert(model.remove(at: from), at: to)
        expect(order, model)
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random changes agree with a list of sizes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order = SectionOrder()
    var model: [(section: Handle, size: Int)] = []
    for turn in 0..<Handle(300) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let place = Int.random(in: 0...model.count, using: &random)
        order.insert([turn * 2, turn * 2 + 1], at: place)
        model.insert(contentsOf: [(turn * 2, 0), (turn * 2 + 1, 0)], at: place)
      case 2 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        order.addItems(3, toSectionAt: index)
        model[index].size += 3
      case 3:
        let full = model.indices.filter { model[$0].size > 0 && random.next() % 2 == 0 }
        order.removeItems(Dictionary(uniqueKeysWithValues: full.map { ($0, 1) }))
        for index in full { model[index].size -= 1 }
      default:
        let gone = Set(model.indices.filter { _ in random.next() % 5 == 0 })
        order.remove(at: gone)
        model = model.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
      }
      expect(order, model, "seed \(random.seed), turn \(turn)")
    }
  }

  private func order(of sizes: [Int]) -> SectionOrder {
    var order = SectionOrder()
    order.insert((0..<Handle(sizes.count)).map { $0 }, at: 0)
    for (index, size) in sizes.enumerated() { order.addItems(size, toSectionAt: index) }
    return order
  }

  private func expect(
    _ order: SectionOrder,
    _ model: [(section: Handle, size: Int)],
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let sizes = (0..<order.count).map { order.positions(inSectionAt: $0).count }
    #expect(order.checkInvariants() == [], comment, sourceLocation: sourceLocation)
    #expect(order.handles == model.map(\.section), comment, sourceLocation: sourceLocation)
    #expect(sizes == model.map(\.size), comment, sourceLocation: sourceLocation)
  }
}
