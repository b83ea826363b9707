import TestSupport
import Testing
import Transcripts

@Suite struct OrderedLabelsTests {
  /// Numbers values in an order and checks what the numbers say of them.
  private func check(_ values: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    var table = OrderedLabels<Int>()
    let labels = values.map { table.label(of: $0) }
    #expect(values.map { table.label(of: $0) } == labels, sourceLocation: sourceLocation)
    let sorted = zip(values, labels).sorted { $0.0 < $1.0 }.map(\.1)
    let isAscending = zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 }
    #expect(isAscending, sourceLocation: sourceLocation)
  }

  @Test func `greater values have greater numbers, in whatever order they come`() {
    var random = SeededGenerator(seed: 3)
    check(Array(0..<20_000))
    check((0..<20_000).reversed())
    check((0..<5000).shuffled(using: &random))
  }

  @Test func `where values crowd the order is given up, but no number is given twice`() {
    var table = OrderedLabels<Int>()
    // Each value lies between the two before it.
    let crowd = (0..<200).map { $0 % 2 == 0 ? $0 * 10 : 10_000 - $0 * 10 }
    // Others come later, beside those and between them.
    var random = SeededGenerator(seed: 9)
    let others = (-5000..<15_000).filter { $0 % 10 != 0 }.shuffled(using: &random)
    let values = crowd + others
    let labels = values.map { table.label(of: $0) }
    #expect(Set(labels).count == values.count)
    #expect(labels.allSatisfy { abs($0) <= OrderedLabels<Int>.limit })
    #expect(values.map { table.label(of: $0) } == labels)
    #expect(
      Array(labels.prefix(20)).sorted()
        == zip(values, labels).prefix(20).sorted { $0.0 < $1.0 }.map(\.1)
    )
  }
}
