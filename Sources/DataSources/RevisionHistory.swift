import Snapshots

/// What leads back from the current revision to some before it.
///
/// Bounded in revisions and in bytes: the oldest go first, and a step that alone takes more than
/// the bound takes all of them with it.
struct RevisionHistory {
  /// What leads back over one step; an object, since to copy a delta is to count ten references.
  final class Step {
    let delta: Delta
    let listContent: ListContentChange

    init(delta: Delta, listContent: ListContentChange) {
      self.delta = delta
      self.listContent = listContent
    }

    fileprivate var byteCount: Int { delta.byteCount + listContent.byteCount }
  }

  let maxRevisions: Int
  let maxBytes: Int
  /// The steps that are kept, the oldest first, behind those that are gone.
  private var steps: [Step?] = []
  /// The index of the oldest kept step.
  private var first = 0
  /// What all kept steps take.
  private(set) var byteCount = 0
  /// How many handles all kept steps name.
  private(set) var handleCount = 0

  init(maxRevisions: Int, maxBytes: Int) {
    self.maxRevisions = maxRevisions
    self.maxBytes = maxBytes
  }

  /// How many revisions can be gone back.
  var count: Int { steps.count - first }

  /// The deltas of the last steps, the last one first.
  func last(_ count: Int) -> [Delta] { steps.suffix(count).reversed().compactMap { $0?.delta } }

  /// A list's content before the last steps.
  func listContent(before count: Int, from content: Content?) -> Content? {
    steps.suffix(count).reversed().reduce(content) { later, step in
      guard let step else { return later }
      return step.listContent.applied(to: later)
    }
  }

  /// What leads back over a step, nil when no step is kept.
  func step(
    from before: Snapshot,
    to after: Snapshot,
    undoing listContent: ListContentChange
  ) throws(SnapshotError) -> Step? {
    guard maxRevisions > 0, maxBytes > 0 else { return nil }
    return Step(delta: try Delta(from: before, to: after), listContent: listContent)
  }

  /// Keeps what leads back over a step, and lets go of those that are too much then.
  ///
  /// - Returns: How many handles the steps named that are not kept.
  mutating func append(_ step: Step) -> Int {
    steps.append(step)
    byteCount += step.byteCount
    handleCount += step.delta.handleCount
    var forgotten = 0
    while count > maxRevisions || byteCount > maxBytes { forgotten += removeOldest() }
    removeGoneSteps()
    return forgotten
  }

  /// Lets go of the oldest step, if there is one.
  ///
  /// - Returns: How many handles it named.
  mutating func letGoOfOldest() -> Int {
    guard count > 0 else { return 0 }
    defer { removeGoneSteps() }
    return removeOldest()
  }

  /// Lets go of the oldest step, and says how many handles it named.
  private mutating func removeOldest() -> Int {
    let handles = steps[first]?.delta.handleCount ?? 0
    byteCount -= steps[first]?.byteCount ?? 0
    handleCount -= handles
    steps[first] = nil
    first += 1
    return handles
  }

  /// Gives the places of steps back that are gone, when they are most of all.
  private mutating func removeGoneSteps() {
    guard first > 64, first * 2 > steps.count else { return }
    steps.removeFirst(first)
    first = 0
  }
}
