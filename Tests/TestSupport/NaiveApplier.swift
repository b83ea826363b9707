public import Snapshots

/// Carries out a batch on a plain list, step by step as the protocol page says, and refuses
/// whatever does not fit.
///
/// It takes every single row in and out by itself; speed is not its business.
public struct NaiveApplier {

  /// What does not fit.
  public struct Misfit: Error, CustomStringConvertible {
    /// The reason.
    public var description: String
  }

  /// The list that the steps so far have led to.
  public private(set) var sections: [ModelSnapshot.Section]

  /// The items that were gone with their sections.
  public private(set) var itemsDeletedWithSections: [String] = []
  /// The items that were listed as deletes.
  public private(set) var deletedItems: [String] = []
  /// The items that were listed as inserts.
  public private(set) var insertedItems: [String] = []

  private let before: [ModelSnapshot.Section]
  private let after: [ModelSnapshot.Section]

  /// Replays a batch.
  ///
  /// - Parameters:
  ///   - changes: The batch.
  ///   - before: The list to start from.
  ///   - after: The list where the names of inserted items are looked up.
  /// - Throws: ``Misfit``.
  public init(
    replaying changes: Changes,
    from before: [ModelSnapshot.Section],
    to after: [ModelSnapshot.Section]
  ) throws(Misfit) {
    self.before = before
    self.after = after
    sections = before
    try checkLists(of: changes)
    let movedItems = try takeOutItems(changes.items)
    let movedSections = try takeOutSections(changes.sections)
    try putInSections(changes.sections, movedSections)
    try putInItems(changes.items, movedItems)
  }

  // MARK: - The four steps

  private mutating func takeOutItems(_ items: Changes.Items) throws(Misfit) -> [String] {
    let deletes = items.deletes.flatMap { paths(of: $0.at, $0.count) }
    let sources = items.moves.flatMap { paths(of: $0.from, $0.count) }
    for path in deletes + sources { try check(path, isIn: before, "taken out") }
    deletedItems = deletes.map { before[$0.section].items[$0.item] }
    let leaving = (deletes + sources).sorted(by: >)
    try checkDistinct(leaving, "taken out")
    for path in leaving { sections[path.section].items.remove(at: path.item) }
    return sources.map { before[$0.section].items[$0.item] }
  }

  private mutating func takeOutSections(
    _ changes: Changes.Sections
  ) throws(Misfit) -> [ModelSnapshot.Section] {
    let leaving = (changes.deletes.map(\.at) + changes.moves.map(\.from)).sorted(by: >)
    for (index, next) in zip(leaving, leaving.dropFirst()) where index == next {
      throw Misfit(description: "section \(index) leaves twice")
    }
    for index in leaving where !before.indices.contains(index) {
      throw Misfit(description: "section \(index) leaves, which was not there")
    }
    itemsDeletedWithSections = changes.deletes.flatMap { sections[$0.at].items }
    let moved = changes.moves.map { sections[$0.from] }
    for index in leaving { sections.remove(at: index) }
    return moved
  }

  private mutating func putInSections(
    _ changes: Changes.Sections,
    _ moved: [ModelSnapshot.Section]
  ) throws(Misfit) {
    var coming: [(at: Int, section: ModelSnapshot.Section)] = []
    for (move, section) in zip(changes.moves, moved) { coming.append((move.to, section)) }
    for insert in changes.inserts {
      guard after.indices.contains(insert.at) else {
        throw Misfit(description: "section \(insert.at) is inserted, which is not there")
      }
      coming.append((insert.at, ModelSnapshot.Section(after[insert.at].name)))
    }
    coming.sort { $0.at < $1.at }
    for (index, next) in zip(coming, coming.dropFirst()) where index.at == next.at {
      throw Misfit(description: "two sections come to \(index.at)")
    }
    for (index, section) in coming {
      guard index >= 0, index <= sections.count else {
        throw Misfit(description: "section \(section.name) comes to \(index), past the end")
      }
      sections.insert(section, at: index)
    }
  }

  private mutating func putInItems(
    _ items: Changes.Items,
    _ moved: [String]
  ) throws(Misfit) {
    let inserts = items.inserts.flatMap { paths(of: $0.at, $0.count) }
    for path in inserts { try check(path, isIn: after, "inserted") }
    insertedItems = inserts.map { after[$0.section].items[$0.item] }
    let targets = items.moves.flatMap { paths(of: $0.to, $0.count) }
    let coming = zip(inserts + targets, insertedItems + moved).sorted { $0.0 < $1.0 }
    try checkDistinct(coming.map(\.0), "put in")
    for (path, item) in coming {
      guard sections.indices.contains(path.section),
        path.item >= 0, path.item <= sections[path.section].items.count
      else { throw Misfit(description: "\(item) comes to \(path), past the end") }
      sections[path.section].items.insert(item, at: path.item)
    }
  }

  // MARK: - The form of the lists

  private func checkLists(of changes: Changes) throws(Misfit) {
    let sections = changes.sections
    try checkAscending(sections.deletes.map(\.at), "deleted sections")
    try checkAscending(sections.inserts.map(\.at), "inserted sections")
    try checkAscending(sections.moves.map(\.to), "moved sections")
    try checkAscending(sections.reloads.map(\.at), "reloaded sections")
    try checkAscending(sections.reconfigures.map(\.at), "reconfigured sections")
    try checkRuns(changes.items.deletes, "deleted items")
    try checkRuns(changes.items.inserts, "inserted items")
    try checkRuns(changes.items.reloads, "reloaded items")
    try checkRuns(changes.items.reconfigures, "reconfigured items")
    try checkMoves(changes.items.moves)
    let deletedSections = Set(sections.deletes.map(\.at))
    for run in changes.items.deletes where deletedSections.contains(run.at.section) {
      throw Misfit(description: "the delete at \(run.at) is in a section that is deleted")
    }
  }

  private func checkAscending(_ indexes: [Int], _ what: String) throws(Misfit) {
    for (index, next) in zip(indexes, indexes.dropFirst()) where index >= next {
      throw Misfit(description: "\(what) \(indexes) do not ascend")
    }
  }

  private func checkRuns(_ runs: [Changes.Run], _ what: String) throws(Misfit) {
    for run in runs where run.count < 1 {
      throw Misfit(description: "\(what) have an empty run at \(run.at)")
    }
    for (run, next) in zip(runs, runs.dropFirst()) {
      let end = IndexPath(section: run.at.section, item: run.at.item + run.count)
      if next.at < end { throw Misfit(description: "\(what) do not ascend at \(next.at)") }
      if next.at == end { throw Misfit(description: "\(what) have a run cut at \(next.at)") }
    }
  }

  private func checkMoves(_ moves: [Changes.Move]) throws(Misfit) {
    for move in moves where move.count < 1 {
      throw Misfit(description: "an empty run moves to \(move.to)")
    }
    for (move, next) in zip(moves, moves.dropFirst()) {
      let to = IndexPath(section: move.to.section, item: move.to.item + move.count)
      let from = IndexPath(section: move.from.section, item: move.from.item + move.count)
      if next.to < to { throw Misfit(description: "moves do not ascend at \(next.to)") }
      if next.to == to && next.from == from {
        throw Misfit(description: "the moves have a run cut at \(next.to)")
      }
    }
  }

  private func checkDistinct(_ sorted: [IndexPath], _ what: String) throws(Misfit) {
    for (path, next) in zip(sorted, sorted.dropFirst()) where path == next {
      throw Misfit(description: "\(path) is \(what) twice")
    }
  }

  private func check(
    _ path: IndexPath,
    isIn list: [ModelSnapshot.Section],
    _ what: String
  ) throws(Misfit) {
    guard list.indices.contains(path.section), list[path.section].items.indices.contains(path.item)
    else { throw Misfit(description: "\(path) is \(what) but out of range") }
  }

  private func paths(of start: IndexPath, _ count: Int) -> [IndexPath] {
    (0..<max(0, count)).map { IndexPath(section: start.section, item: start.item + $0) }
  }
}
