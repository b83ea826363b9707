/// Changes as steps, each of which counts in the list that the step before it left.
///
/// This is what takes one change at a time: a document tree, a text buffer, a list model.
///
/// - Invariant: Made one after the other on the snapshot before, the steps lead to the snapshot
///   after; they move as few items and sections as the batch does, none of them is without effect,
///   and none could be one with its neighbour. `SequentialChangesTests` hold all of it against an
///   independent oracle.
public struct SequentialChanges: Equatable, Sendable {
  /// One change.
  public enum Step: Equatable, Sendable {
    /// Items go.
    case deleteItems(Changes.Run)
    /// A section goes to an index that counts after it was taken out.
    case moveSection(from: Int, to: Int)
    /// Sections come, each of them empty.
    case insertSections(at: Int, [Handle])
    /// Items go to a place that counts after they were taken out.
    case moveItems(Changes.Move)
    /// Sections go, with what is left in them.
    case deleteSections(at: Int, count: Int)
    /// Items come, to the places that they have in the snapshot after.
    case insertItems(Changes.Run)
    /// Rows have another outline, in the places that they have in the snapshot after.
    case setOutlines(Changes.OutlineRun)
    /// Sections are to be shown anew, at their indexes in the snapshot after.
    case reloadSections(at: Int, [Handle])
    /// Sections have new content, at their indexes in the snapshot after.
    case reconfigureSections(at: Int, [Handle])
    /// Items are to be shown anew in new cells, in the places that they have in the snapshot after.
    case reloadItems(Changes.Run)
    /// Items are to be shown anew in the cells that they have, likewise.
    case reconfigureItems(Changes.Run)
  }

  /// The steps in order; none when nothing changed.
  public private(set) var steps: [Step] = []

  /// How much work the moves were, counted in nodes of the trees that find their places.
  package private(set) var visits = 0

  /// Brings changes into an order.
  ///
  /// What is deleted goes from the end, so that its places before are still right; what is inserted
  /// comes from the start, when all else stands, so that its places after are right already. Moves
  /// are in between, and a section is deleted only once what is to be rescued has left it. Places in
  /// between are counted, see `MoveSequence` and `InterimSections`.
  ///
  /// - Parameters:
  ///   - changes: The difference of two snapshots.
  ///   - work: Where it is counted.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k) for k entries of the changes, whatever the length of the list.
  public init(_ changes: Changes, _ work: Work = Work()) throws(SnapshotError) {
    let interim = try InterimSections(changes.sections, work)
    try add(changes.items.deletes.reversed(), work) { .deleteItems($0) }
    try moveSections(changes.sections.moves, interim, work)
    let inserts = try changes.sections.inserts.map(work) {
      Changes.Section(at: interim.index(ofAfter: $0.at), section: $0.section)
    }
    try add(runs(of: inserts, work), work) { .insertSections(at: $0.at, $0.sections) }
    try moveItems(changes.items, interim, work)
    let deletes = try changes.sections.deletes.map(work) {
      Changes.Section(at: interim.index(ofBefore: $0.at), section: $0.section)
    }
    try add(runs(of: deletes, work).reversed(), work) {
      .deleteSections(at: $0.at, count: $0.sections.count)
    }
    try add(changes.items.inserts, work) { .insertItems($0) }
    try add(changes.outlines, work) { .setOutlines($0) }
    try addUpdates(changes, work)
  }

  private mutating func moveSections(
    _ moves: [Changes.SectionMove],
    _ interim: InterimSections,
    _ work: Work
  ) throws(SnapshotError) {
    guard !moves.isEmpty else { return }
    var sequence = try MoveSequence(
      moves.map(work) { move in
        MoveSequence.Run(
          from: MoveSequence.Gap(list: 0, unmoved: interim.unmoved(before: move.from)),
          to: MoveSequence.Gap(list: 0, unmoved: interim.unmoved(after: move.to)),
          offset: move.from,
          count: 1
        )
      },
      work
    )
    try add(sequence.steps(joining: false), work) {
      .moveSection(from: $0.from.item, to: $0.to.item)
    }
    visits += sequence.visits
  }

  private mutating func moveItems(
    _ items: Changes.Items,
    _ interim: InterimSections,
    _ work: Work
  ) throws(SnapshotError) {
    guard !items.moves.isEmpty else { return }
    var leaving = try items.moves.map(work) { ($0.from, $0.count) }
    leaving += try items.deletes.map(work) { ($0.at, $0.count) }
    var coming = try items.moves.map(work) { ($0.to, $0.count) }
    coming += try items.inserts.map(work) { ($0.at, $0.count) }
    let (before, after) = (try restBefore(leaving, work), try restBefore(coming, work))
    var sequence = try MoveSequence(
      Array(items.moves.indices).map(work) { index in
        let move = items.moves[index]
        return MoveSequence.Run(
          from: MoveSequence.Gap(
            list: interim.index(ofBefore: move.from.section),
            unmoved: before[index]
          ),
          to: MoveSequence.Gap(
            list: interim.index(ofAfter: move.to.section),
            unmoved: after[index]
          ),
          offset: move.from.item,
          count: move.count
        )
      },
      work
    )
    try add(sequence.steps(joining: true), work) { .moveItems($0) }
    visits += sequence.visits
  }

  private mutating func addUpdates(
    _ changes: Changes,
    _ work: Work
  ) throws(SnapshotError) {
    let (reloads, reconfigures) = (changes.sections.reloads, changes.sections.reconfigures)
    try add(runs(of: reloads, work), work) { .reloadSections(at: $0.at, $0.sections) }
    try add(runs(of: reconfigures, work), work) { .reconfigureSections(at: $0.at, $0.sections) }
    try add(changes.items.reloads, work) { .reloadItems($0) }
    try add(changes.items.reconfigures, work) { .reconfigureItems($0) }
  }

  private mutating func add<Change>(
    _ changes: some Sequence<Change>,
    _ work: Work,
    _ step: (Change) -> Step
  ) throws(SnapshotError) {
    for change in changes {
      try work.pass()
      steps.append(step(change))
    }
  }
}

/// For each of some runs, how many elements of its section are before it and in none of the runs.
private func restBefore(
  _ runs: [(at: IndexPath, count: Int)],
  _ work: Work
) throws(SnapshotError) -> [Int] {
  var rest = Array(repeating: 0, count: runs.count)
  var section = -1
  var passed = 0
  for index in try order(of: runs.map(work) { $0.at }, work) {
    try work.pass()
    let run = runs[index]
    if run.at.section != section { (section, passed) = (run.at.section, 0) }
    rest[index] = run.at.item - passed
    passed += run.count
  }
  return rest
}

/// Puts sections together that follow one another.
private func runs(
  of sections: [Changes.Section],
  _ work: Work
) throws(SnapshotError) -> [(at: Int, sections: [Handle])] {
  var runs: [(at: Int, sections: [Handle])] = []
  for section in sections {
    try work.pass()
    if let last = runs.last, last.at + last.sections.count == section.at {
      runs[runs.count - 1].sections.append(section.section)
    } else {
      runs.append((at: section.at, sections: [section.section]))
    }
  }
  return runs
}
