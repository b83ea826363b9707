extension Range<Int> {
  /// The first number that belongs to the upper part of the range, its end when none does.
  ///
  /// - Parameter belongsAbove: Says whether a number belongs to the upper part: all behind it must
  ///   then, too.
  /// - Returns: Where the upper part begins.
  /// - Throws: What the closure throws.
  /// - Complexity: O(log n).
  package func partitioningIndex<Failure>(
    where belongsAbove: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try belongsAbove(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
