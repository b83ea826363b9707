/// Numbers of which sums up to any place are wanted while the numbers change.
///
/// - Source: P. M. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
/// - Complexity: O(k) to create for k numbers, O(log k) for each sum and each change.
struct PrefixSums {
  private var nodes: [Int]

  /// How many nodes were visited so far: what the work is measured by.
  private(set) var visits = 0

  init(_ numbers: [Int], _ work: Work) throws(SnapshotError) {
    nodes = [0] + numbers
    for node in nodes.indices.dropFirst() {
      try work.pass()
      let parent = node + (node & -node)
      if parent < nodes.count { nodes[parent] += nodes[node] }
    }
  }

  /// The sum of the numbers before an index.
  mutating func sum(below index: Int) -> Int {
    var sum = 0
    var node = index
    while node > 0 {
      sum += nodes[node]
      visits += 1
      node &= node - 1
    }
    return sum
  }

  mutating func add(_ number: Int, at index: Int) {
    var node = index + 1
    while node < nodes.count {
      nodes[node] += number
      visits += 1
      node += node & -node
    }
  }
}
