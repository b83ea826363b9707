/// Chooses the increasing subsequence of greatest total weight.
///
/// Goes through the sequence once, keeping for each rank the heaviest subsequence that ends there
/// in a Fenwick tree of prefix maxima (P. M. Fenwick, "A New Data Structure for Cumulative
/// Frequency Tables", 1994, with maxima in place of sums).
///
/// - Parameters:
///   - ranks: The sequence: each number of `0..<ranks.count` once.
///   - weights: `weights[i]` belongs to `ranks[i]`; positive.
///   - work: Where it is counted.
/// - Returns: For each place of the sequence whether it was chosen.
/// - Throws: `interrupted`.
/// - Complexity: O(k log k) for k elements.
package func heaviestIncreasingSubsequence(
  ranks: [Int],
  weights: [Int],
  _ work: Work = Work()
) throws(SnapshotError) -> [Bool] {
  var tree = PrefixMaxima(count: ranks.count)
  var totals = Array(repeating: 0, count: ranks.count)
  var predecessors = Array(repeating: -1, count: ranks.count)
  var last = -1
  for i in ranks.indices {
    try work.pass()
    predecessors[i] = tree.heaviest(below: ranks[i], totals)
    totals[i] = weights[i] + (predecessors[i] < 0 ? 0 : totals[predecessors[i]])
    tree.insert(i, at: ranks[i], totals)
    if last < 0 || totals[i] > totals[last] { last = i }
  }
  var chosen = Array(repeating: false, count: ranks.count)
  while last >= 0 {
    chosen[last] = true
    last = predecessors[last]
  }
  return chosen
}

/// The element of greatest total among those whose rank is below a bound.
private struct PrefixMaxima {
  /// Elements in Fenwick order, `-1` where there is none yet.
  private var nodes: [Int]

  init(count: Int) {
    nodes = Array(repeating: -1, count: count + 1)
  }

  func heaviest(below rank: Int, _ totals: [Int]) -> Int {
    var best = -1
    var node = rank
    while node > 0 {
      let candidate = nodes[node]
      if candidate >= 0, best < 0 || totals[candidate] > totals[best] { best = candidate }
      node &= node - 1
    }
    return best
  }

  mutating func insert(_ element: Int, at rank: Int, _ totals: [Int]) {
    var node = rank + 1
    while node < nodes.count {
      let current = nodes[node]
      if current < 0 || totals[element] > totals[current] { nodes[node] = element }
      node += node & -node
    }
  }
}
