extension Range<Int> {
  /// The first number that belongs to the upper part of the range, its end when none does.
  ///
  /// - Parameter belongsAbove: Says whether a number belongs to the upper part: all behind it must
  ///   then, too.
  /// - Returns: Where the upper part begins.
  /// - Complexity: O(log n).
  package func partitioningIndex(where belongsAbove: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsAbove(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
