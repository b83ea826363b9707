import Snapshots
import TestSupport
import Testing

@Suite struct SubsequenceTests {

  @Test func `the longest increasing subsequence of every short order is found`() throws {
    for count in 0...6 {
      for order in permutations(count) {
        var places: [Int] = []
        try longestIncreasingSubsequence(order.map { Int32($0 * 3) }) { places.append($0) }
        let chosen = places.reversed().map { order[$0] }
        guard chosen == chosen.sorted(), places == places.sorted(by: >),
          chosen.count == greatestWeight(of: order, Array(repeating: 1, count: count))
        else {
          Issue.record("\(order): \(chosen)")
          return
        }
        #expect(chosen.count == longestIncreasing(order))
      }
    }
  }

  @Test func `the heaviest increasing subsequence of every short order is found`() throws {
    var random = SeededGenerator(seed: 1)
    for count in 0...6 {
      for order in permutations(count) {
        let weights = order.map { _ in Int.random(in: 1...9, using: &random) }
        let chosen = try heaviestIncreasingSubsequence(ranks: order, weights: weights)
        let ranks = order.indices.filter { chosen[$0] }.map { order[$0] }
        let weight = order.indices.filter { chosen[$0] }.reduce(0) { $0 + weights[$1] }
        guard ranks == ranks.sorted(), weight == greatestWeight(of: order, weights) else {
          Issue.record("\(order) weighing \(weights): \(ranks), seed \(random.seed)")
          return
        }
      }
    }
  }

  @Test func `a long random order agrees with comparing all pairs`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let order = Array(0..<150).shuffled(using: &random)
      var count = 0
      try longestIncreasingSubsequence(order.map { Int32($0) }) { _ in count += 1 }
      let chosen = try heaviestIncreasingSubsequence(
        ranks: order,
        weights: Array(repeating: 1, count: order.count)
      )
      #expect(count == longestIncreasing(order), "seed \(random.seed)")
      #expect(chosen.count { $0 } == count, "seed \(random.seed)")
    }
  }

  /// Tries every subset.
  private func greatestWeight(of order: [Int], _ weights: [Int]) -> Int {
    var best = 0
    for mask in 0..<(1 << order.count) {
      var last = -1
      var weight = 0
      for place in order.indices where mask & (1 << place) != 0 {
        guard order[place] > last else {
          weight = 0
          break
        }
        last = order[place]
        weight += weights[place]
      }
      best = max(best, weight)
    }
    return best
  }

  private func permutations(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(count - 1).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }
}
