/// Changes as a few batches, each of which a UITableView takes by itself.
///
/// The rule is: no item operation in a section that the same stage inserts, deletes, moves or
/// reloads, and no structure in a stage that reloads or reconfigures. It can always be kept without
/// further moves: sections come and move first, then items do all that they do, then sections are
/// deleted, and what is to be shown anew comes last. Neighbours that do not break the rule together
/// are one stage, so there are four at most, and none when nothing changed. A row comes with its
/// outline; that of a row which was there changes last, for it may move before that.
///
/// - Invariant: Each stage counts in the list that the one before it left, and the last one leaves
///   the snapshot after. `StagedChangesTests` hold that and the rule against an independent oracle.
public struct StagedChanges: Equatable, Sendable {
  /// One batch.
  public struct Stage: Equatable, Sendable {
    /// What the stage does; before and after are the lists around this stage.
    public var changes: Changes
    /// Indexes after this stage of the sections that a later one deletes, ascending.
    public var sectionsDeletedLater: [Int] = []

    /// The place that something has in the snapshot after, from the place after this stage.
    ///
    /// - Complexity: O(log s) for s sections that a later stage deletes.
    public func finalPath(of path: IndexPath) -> IndexPath {
      let gone = sectionsDeletedLater.count(below: path.section)
      return IndexPath(section: path.section - gone, item: path.item)
    }
  }

  /// The stages in order.
  public private(set) var stages: [Stage] = []

  /// Divides changes into stages.
  ///
  /// - Parameters:
  ///   - changes: The difference of two snapshots.
  ///   - work: Where it is counted.
  /// - Throws: `interrupted`.
  /// - Complexity: O(k log k) for k entries of the changes.
  public init(_ changes: Changes, _ work: Work = Work()) throws(SnapshotError) {
    let builder = try StageBuilder(changes, work)
    let arrivesFirst = try builder.changesItemsOfArrivingSections()
    let deletesLast = try builder.movesItemsOutOfDeletedSections()
    var middle: StageBuilder.Parts = [.arrivals, .items, .deletes]
    if arrivesFirst { middle.remove(.arrivals) }
    if deletesLast { middle.remove(.deletes) }

    if arrivesFirst { stages.append(try builder.stage(.arrivals)) }
    stages.append(try builder.stage(middle))
    if deletesLast { stages.append(try builder.stage(.deletes)) }
    stages.append(try builder.updates())
    stages.removeAll { $0.changes == Changes() }
  }
}

/// Takes parts of changes for a stage, and translates their coordinates.
private struct StageBuilder {
  typealias Stage = StagedChanges.Stage

  struct Parts: OptionSet {
    let rawValue: Int
    /// Sections come or move.
    static let arrivals = Parts(rawValue: 1)
    /// Items go, come or move.
    static let items = Parts(rawValue: 2)
    /// Sections go.
    static let deletes = Parts(rawValue: 4)
  }

  private let changes: Changes
  private let interim: InterimSections
  private let outlines: Changes.DividedOutlines
  private let work: Work

  init(_ changes: Changes, _ work: Work) throws(SnapshotError) {
    self.changes = changes
    self.work = work
    interim = try InterimSections(changes.sections, work)
    outlines = try changes.dividedOutlines(work)
  }

  /// Whether an item operation is in a section that is new or moves.
  func changesItemsOfArrivingSections() throws(SnapshotError) -> Bool {
    let (left, entered) = (interim.moveSources, interim.arrivals)
    if entered.isEmpty { return false }
    if try changes.items.deletes.contains(work, where: { left.hasAscending($0.at.section) }) {
      return true
    }
    if try changes.items.inserts.contains(work, where: { entered.hasAscending($0.at.section) }) {
      return true
    }
    return try changes.items.moves.contains(work) {
      left.hasAscending($0.from.section) || entered.hasAscending($0.to.section)
    }
  }

  /// Whether an item moves from a section that is deleted to one that is not.
  func movesItemsOutOfDeletedSections() throws(SnapshotError) -> Bool {
    let deleted = interim.deletes
    if deleted.isEmpty { return false }
    return try changes.items.moves.contains(work) { deleted.hasAscending($0.from.section) }
  }

  /// A stage of some of the parts, in their order.
  func stage(_ parts: Parts) throws(SnapshotError) -> Stage {
    // Sections have arrived before any other part and are deleted after any other part: a stage
    // without one of these starts from, or leaves, the list in between.
    func before(_ index: Int) -> Int {
      parts.contains(.arrivals) ? index : interim.index(ofBefore: index)
    }
    func after(_ index: Int) -> Int {
      parts.contains(.deletes) ? index : interim.index(ofAfter: index)
    }

    var stage = Stage(changes: Changes())
    if parts.contains(.arrivals) {
      stage.changes.sections.inserts = try changes.sections.inserts.map(work) {
        Changes.Section(at: after($0.at), section: $0.section)
      }
      stage.changes.sections.moves = try changes.sections.moves.map(work) {
        Changes.SectionMove(from: $0.from, to: after($0.to), section: $0.section)
      }
    }
    if parts.contains(.items) {
      stage.changes.items = try items(before, after)
      stage.changes.outlines = try outlines.new.map(work) { run in
        var run = run
        run.at.section = after(run.at.section)
        return run
      }
    }
    if parts.contains(.deletes) {
      stage.changes.sections.deletes = try changes.sections.deletes.map(work) {
        Changes.Section(at: before($0.at), section: $0.section)
      }
      stage.changes.itemsDeletedWithSections = changes.itemsDeletedWithSections
    } else {
      stage.sectionsDeletedLater = try changes.sections.deletes.map(work) {
        interim.index(ofBefore: $0.at)
      }
    }
    return stage
  }

  private func items(
    _ before: (Int) -> Int,
    _ after: (Int) -> Int
  ) throws(SnapshotError) -> Changes.Items {
    var items = Changes.Items()
    items.deletes = try changes.items.deletes.map(work) { translate($0, before) }
    // Sections that have moved are in another order.
    try items.deletes.sort(work) { $0.at < $1.at }
    items.inserts = try changes.items.inserts.map(work) { translate($0, after) }
    items.moves = try changes.items.moves.map(work) { move in
      var move = move
      move.from.section = before(move.from.section)
      move.to.section = after(move.to.section)
      return move
    }
    return items
  }

  private func translate(_ run: Changes.Run, _ section: (Int) -> Int) -> Changes.Run {
    var run = run
    run.at.section = section(run.at.section)
    return run
  }

  /// The last stage: an item of a section that is reloaded is shown anew with it.
  func updates() throws(SnapshotError) -> Stage {
    var stage = Stage(changes: Changes())
    let reloaded = try changes.sections.reloads.map(work) { $0.at }
    stage.changes.sections.reloads = changes.sections.reloads
    stage.changes.sections.reconfigures = changes.sections.reconfigures
    stage.changes.items.reloads = try changes.items.reloads.filter(work) {
      !reloaded.hasAscending($0.at.section)
    }
    stage.changes.items.reconfigures = try changes.items.reconfigures.filter(work) {
      !reloaded.hasAscending($0.at.section)
    }
    stage.changes.outlines = outlines.former
    return stage
  }
}
