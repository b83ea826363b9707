/// Chooses the longest increasing subsequence by patience sorting.
///
/// M. L. Fredman, "On computing the length of longest increasing subsequences", 1975. Values that
/// simply go on from the last one, the usual case in a list, need no search.
///
/// - Parameters:
///   - values: Distinct numbers.
///   - work: Where it is counted.
///   - body: Called for the place of each chosen value, the last one first.
/// - Throws: `interrupted`.
/// - Complexity: O(k log k) for k values, O(k) when they ascend.
package func longestIncreasingSubsequence(
  _ values: [Int32],
  _ work: Work = Work(),
  _ body: (Int) -> Void
) throws(SnapshotError) {
  // tails[l] is the place of the smallest value that ends an increasing subsequence of length l+1.
  var tails: [Int32] = []
  var predecessors: [Int32] = []
  predecessors.reserveCapacity(values.count)
  for (place, value) in values.enumerated() {
    try work.pass()
    var length = tails.count
    if let last = tails.last, values[Int(last)] > value {
      length = tails.indices.partitioningIndex { values[Int(tails[$0])] >= value }
    }
    predecessors.append(length == 0 ? -1 : tails[length - 1])
    if length == tails.count { tails.append(Int32(place)) } else { tails[length] = Int32(place) }
  }
  var place = tails.last ?? -1
  while place >= 0 {
    body(Int(place))
    place = predecessors[Int(place)]
  }
}
