public import Snapshots

/// A snapshot that is being edited, and the revision that it started from.
///
/// A value: editing it changes no data source until it is applied.
public struct Draft {
  /// The state in the making.
  public private(set) var snapshot: Snapshot

  /// The state that it started from, nil when it started from nothing.
  public let base: Base?

  /// What becomes of the content of the list itself.
  public var listContent = ListContentChange.kept

  /// Whether the trees of its sections agree with its rows; when not, the apply puts them right.
  private(set) var treesAgree = true

  /// What its edits brought, and contents that it keeps for itself; nil when nobody counts it.
  private var bytesOfEdits: Int?

  /// Whether its marks were requested by earlier applies, and not by whoever made the draft.
  var marksAreHistory = false

  /// A published state, its number, and whose it is: data sources may share a pool.
  public struct Base {
    /// The state.
    public let snapshot: Snapshot
    /// Its revision in its data source.
    public let revision: Int
    /// What the applies up to it have touched and left behind.
    let course: HeldStates.Course
    /// What its items and sections take, with their identifiers and contents.
    let byteCount: Int
    /// What all states of its data source have in common, and those of no other.
    public let origin: HeldStates

    /// The state as its data source knows who has it.
    public var held: HeldStates.State {
      HeldStates.State(
        revision: revision,
        course: course,
        unshared: snapshot.orderBytes + snapshot.treeBytes,
        bytes: byteCount
      )
    }
  }

  /// Creates an empty draft that belongs to no data source yet.
  ///
  /// - Parameter pool: Where its identifiers will be; nobody else's may be there.
  public init(pool: IdentifierPool = IdentifierPool()) {
    snapshot = Snapshot(pool: pool)
    base = nil
  }

  /// This draft's state with what was touched since another draft's state.
  ///
  /// - Parameters:
  ///   - other: The draft to compare with.
  ///   - sources: The data sources that both may have been made from.
  /// - Returns: The state, in the other's pool.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k) for k elements that either touched, or the steps between what they were
  ///   made from, when one of the data sources keeps these steps; O(n log n) otherwise.
  public func compared(
    to other: Draft,
    among sources: [DataSource]
  ) throws(SnapshotError) -> Snapshot {
    let (new, old) = (try withMergedOutlines, try other.withMergedOutlines)
    guard new.pool === old.pool, let base, let otherBase = other.base else {
      return try new.compared(to: old)
    }
    if base == otherBase { return try new.compared(to: old, over: []) }
    for source in sources {
      guard let steps = source.steps(between: base, otherBase) else { continue }
      return try new.compared(to: old, over: steps)
    }
    return try new.compared(to: old)
  }

  /// The state with trees that fit its rows, as the apply will put them right.
  ///
  /// - Complexity: O(1) when they fit already, as ``Snapshots/Snapshot/withMergedOutline(from:)``
  ///   otherwise.
  public var withMergedOutlines: Snapshot {
    get throws(SnapshotError) {
      guard !treesAgree, let base else { return snapshot }
      return try snapshot.withMergedOutline(from: base.snapshot)
    }
  }

  /// A state, whose trees agree with its rows, as a draft of another one.
  init(_ state: Snapshot, of base: Base) {
    snapshot = state
    self.base = base
  }

  /// Drops the contents of what it does not hold: those of a view are all that its base has.
  ///
  /// - Throws: `interrupted`; the draft is of no use then.
  /// - Complexity: O(n).
  public mutating func keepOwnContents() throws(SnapshotError) {
    bytesOfEdits = (bytesOfEdits ?? 0) + (try snapshot.keepOwnContents())
  }

  /// Takes a whole list for the state, as a plain list: the apply puts the trees right.
  ///
  /// - Parameter list: The new state, whose base is this draft's.
  public mutating func replace(with list: Snapshot) {
    snapshot = list
    treesAgree = false
  }

  /// Edits the list as a plain one, as one step: when one of the edits is refused, none has happened.
  ///
  /// Such edits know nothing of trees; see ``Snapshots/Snapshot/mergeOutline(from:greatestLevel:)``.
  ///
  /// - Parameters:
  ///   - interruption: Says what to throw when it is called off behind the edits; nil when it cannot
  ///     be.
  ///   - edits: Changes the snapshot.
  /// - Returns: What the closure returns.
  /// - Throws: What the closures throw; the draft is as it was.
  /// - Complexity: As ``Snapshots/Snapshot/edit(keepingContentsOf:counting:calledOffAs:_:)``.
  public mutating func edit<Result, Failure: Error>(
    calledOffAs interruption: ((SnapshotError) -> Failure)? = nil,
    _ edits: (inout Snapshot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try snapshot.edit(
      keepingContentsOf: base?.snapshot,
      counting: &bytesOfEdits,
      calledOffAs: interruption,
      edits
    )
    treesAgree = false
    return result
  }

  /// Edits trees and with them their rows, as one step: when one of the edits is refused, none has
  /// happened.
  ///
  /// - Parameters:
  ///   - interruption: Says what to throw when it is called off behind the edits; nil when it cannot
  ///     be.
  ///   - edits: Changes the snapshot.
  /// - Returns: What the closure returns.
  /// - Throws: What the closures throw; the draft is as it was.
  /// - Complexity: As ``Snapshots/Snapshot/edit(keepingContentsOf:counting:calledOffAs:_:)``.
  public mutating func editTrees<Result, Failure: Error>(
    calledOffAs interruption: ((SnapshotError) -> Failure)? = nil,
    _ edits: (inout Snapshot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try snapshot.edit(
      keepingContentsOf: base?.snapshot,
      counting: &bytesOfEdits,
      calledOffAs: interruption,
      edits
    )
  }

  /// Begins to count what its edits bring.
  ///
  /// - Precondition: It was not edited yet, or counts already.
  public mutating func countBytes() {
    if bytesOfEdits == nil { bytesOfEdits = 0 }
  }

  /// About how many bytes it takes beside what it was made from, when they are counted.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int {
    let touches = snapshot.numberOfTouches
    // Its edits are plain ones: the trees are those of what it was made from.
    let unshared = min(snapshot.orderBytes, touches * Weight.unsharedTouch)
    return (bytesOfEdits ?? 0) + touches * Weight.touch + unshared + snapshot.markBytes
  }

  /// Forgets what came and went again, so that its identifiers are free to go.
  ///
  /// - Complexity: O(k log k) for k touched elements.
  public mutating func forgetPassingTouches() {
    snapshot.forgetPassingTouches(base: base?.snapshot)
  }
}

extension Draft.Base: Hashable {
  /// Whether two are the same state of the same data source.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.origin === rhs.origin && lhs.revision == rhs.revision
  }

  /// Hashes the data source and the revision.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(origin))
    hasher.combine(revision)
  }
}
