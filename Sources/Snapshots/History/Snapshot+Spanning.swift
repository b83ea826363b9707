extension Snapshot {
  /// Goes on to a later snapshot whose base is this state, and keeps this one's own base.
  ///
  /// What either touched is touched, and what either marked is marked: the difference to the base
  /// says everything that the two differences said. Marks of what is gone are kept, too: it may
  /// come back over a still longer span, and then it has never left.
  ///
  /// - Parameter later: The snapshot that was edited from this one, with its own touches.
  /// - Complexity: O(k), amortised, for k elements that the later one touched or marked, however
  ///   much was touched before.
  public mutating func advance(to later: Snapshot) {
    // Taken out first, so that nobody else holds them and they grow in place.
    var span = (touched: touched, marks: marks)
    (touched, marks) = (Touched(), Marks())
    span.touched.formUnion(later.touched)
    later.pool.work.uninterrupted { () throws(SnapshotError) in
      try span.marks.formUnion(later.marks, later.pool.work)
    }
    self = later
    (touched, marks) = (span.touched, span.marks)
  }
}
