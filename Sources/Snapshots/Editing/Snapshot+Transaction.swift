extension Snapshot {
  /// Runs edits as one step: when one of them is refused, none has happened.
  ///
  /// Only what the step touched is looked at afterwards, so that a step costs the same however much
  /// was touched before it.
  ///
  /// - Parameters:
  ///   - base: The base, whose items and sections keep their contents and whose trees agree with its
  ///     rows; nil when it was empty.
  ///   - bytes: What the snapshot takes beside its base, which becomes what it takes then; nil when
  ///     nobody wants to know.
  ///   - interruption: Says what to throw when what is left to do behind the edits is called off; nil
  ///     when it is to be done in any case.
  ///   - edits: Changes the snapshot.
  /// - Returns: What the closure returns.
  /// - Throws: What the closures throw; the snapshot is as it was.
  /// - Complexity: That of the edits, O(k log k) for k elements that they touch, and a copy of the
  ///   list of those touched before.
  public mutating func edit<Result, Failure: Error>(
    keepingContentsOf base: Snapshot?,
    counting bytes: inout Int?,
    calledOffAs interruption: ((SnapshotError) -> Failure)?,
    _ edits: (inout Snapshot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var edited = self
    edited.touched = Touched()
    let result = try edits(&edited)
    if let interruption {
      do throws(SnapshotError) {
        try edited.finishStep(from: self, keepingContentsOf: base, counting: &bytes)
      } catch {
        throw interruption(error)
      }
    } else {
      pool.work.uninterrupted { () throws(SnapshotError) in
        try edited.finishStep(from: self, keepingContentsOf: base, counting: &bytes)
      }
    }
    if !touched.isEmpty {
      var united = touched
      united.formUnion(edited.touched)
      edited.touched = united
    }
    self = edited
    return result
  }

  /// Drops and counts what the edits of a step, of which alone it was touched, have left.
  private mutating func finishStep(
    from former: Snapshot,
    keepingContentsOf base: Snapshot?,
    counting bytes: inout Int?
  ) throws(SnapshotError) {
    try dropStrayContents(unlessIn: base)
    guard let before = bytes else { return }
    let here = try byteCount(besides: base, among: touched)
    bytes = before + here - (try former.byteCount(besides: base, among: touched))
  }

  /// Forgets that something was touched which is neither here nor in the base: it came and went
  /// again, and its identifier is free to go too.
  ///
  /// - Parameter base: The base, whose trees agree with its rows; nil when it was empty.
  /// - Complexity: O(k log k) for k touched elements.
  public mutating func forgetPassingTouches(base: Snapshot?) {
    let here = self
    var held = HeldItems()
    touched.forget(
      items: { base?.hasInTreesOrRows($0) != true && !held.contains($0, in: here) },
      sections: { !here.sections.contains($0) && base?.sections.contains($0) != true }
    )
  }
}
