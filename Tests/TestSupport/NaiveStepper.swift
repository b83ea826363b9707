public import Snapshots

/// Makes the steps of the format "sequential" on a plain list, one after the other, and refuses
/// whatever does not fit or has no effect.
public struct NaiveStepper {

  /// What does not fit.
  public struct Misfit: Error, CustomStringConvertible {
    /// The reason.
    public var description: String
  }

  /// The list that the steps so far have led to.
  public private(set) var sections: [ModelSnapshot.Section]

  /// How many items were moved so far.
  public private(set) var numberOfMovedItems = 0
  /// How many sections were moved so far.
  public private(set) var numberOfMovedSections = 0
  /// What is to be shown anew, by the kind of step: names in the order of the steps.
  public private(set) var updates: [String: [String]] = [:]

  /// What was told of outlines, in the order of the steps.
  public private(set) var outlines: [PlainBatch.OutlineRun] = []

  private let after: [ModelSnapshot.Section]
  private let names: NamedPool

  /// Makes ready.
  ///
  /// - Parameters:
  ///   - before: The list to start from.
  ///   - after: The list that the steps must lead to, where inserted items are looked up.
  ///   - names: The names of the sections.
  public init(
    from before: [ModelSnapshot.Section],
    to after: [ModelSnapshot.Section],
    _ names: NamedPool
  ) {
    sections = before
    self.after = after
    self.names = names
  }

  /// Makes a step.
  ///
  /// - Parameter step: The step.
  /// - Throws: ``Misfit``; what the list is like then is not laid down.
  public mutating func make(_ step: SequentialChanges.Step) throws(Misfit) {
    switch step {
    case .deleteItems(let run): _ = try takeOut(run.at, run.count)
    case .insertItems(let run): try put(try items(run), at: run.at)
    case .moveItems(let move):
      let moved = try takeOut(move.from, move.count)
      try put(moved, at: move.to)
      numberOfMovedItems += moved.count
      if move.from == move.to { throw Misfit(description: "\(move) goes nowhere") }
    case .deleteSections(let index, let count): _ = try takeOutSections(index, count)
    case .insertSections(let index, let new):
      try put(new.map { ModelSnapshot.Section(names.sectionName($0)) }, at: index)
    case .moveSection(let from, let to):
      try put(try takeOutSections(from, 1), at: to)
      numberOfMovedSections += 1
      if from == to { throw Misfit(description: "section \(from) goes nowhere") }
    case .setOutlines(let run):
      guard sections == after, updates.isEmpty else {
        throw Misfit(description: "\(run) is not between inserts and updates")
      }
      outlines.append(PlainBatch.OutlineRun(run))
    case .reloadSections(let index, let new): try show("reloadSections", index, new)
    case .reconfigureSections(let index, let new): try show("reconfigureSections", index, new)
    case .reloadItems(let run): try show("reloadItems", try items(run))
    case .reconfigureItems(let run): try show("reconfigureItems", try items(run))
    }
  }

  private mutating func takeOut(_ path: IndexPath, _ count: Int) throws(Misfit) -> [String] {
    guard count > 0, sections.indices.contains(path.section), path.item >= 0,
      path.item + count <= sections[path.section].items.count
    else { throw Misfit(description: "\(count) items at \(path) are not there") }
    let range = path.item..<path.item + count
    defer { sections[path.section].items.removeSubrange(range) }
    return Array(sections[path.section].items[range])
  }

  private mutating func put(_ items: [String], at path: IndexPath) throws(Misfit) {
    guard sections.indices.contains(path.section), path.item >= 0,
      path.item <= sections[path.section].items.count
    else { throw Misfit(description: "\(items) cannot come to \(path)") }
    sections[path.section].items.insert(contentsOf: items, at: path.item)
  }

  private mutating func takeOutSections(
    _ index: Int,
    _ count: Int
  ) throws(Misfit) -> [ModelSnapshot.Section] {
    guard count > 0, index >= 0, index + count <= sections.count else {
      throw Misfit(description: "\(count) sections at \(index) are not there")
    }
    defer { sections.removeSubrange(index..<index + count) }
    return Array(sections[index..<index + count])
  }

  private mutating func put(
    _ new: [ModelSnapshot.Section],
    at index: Int
  ) throws(Misfit) {
    guard !new.isEmpty, index >= 0, index <= sections.count else {
      throw Misfit(description: "\(ModelSnapshot(new)) cannot come to section \(index)")
    }
    sections.insert(contentsOf: new, at: index)
  }

  /// The names of a run, which has its place in the list after.
  private func items(_ run: Changes.Run) throws(Misfit) -> [String] {
    guard run.count > 0, after.indices.contains(run.at.section), run.at.item >= 0,
      run.at.item + run.count <= after[run.at.section].items.count
    else { throw Misfit(description: "\(run) is not in the list after") }
    return Array(after[run.at.section].items[run.at.item..<run.at.item + run.count])
  }

  private mutating func show(_ kind: String, _ names: [String]) throws(Misfit) {
    guard sections == after else { throw Misfit(description: "\(kind) before all else is done") }
    updates[kind, default: []] += names
  }

  private mutating func show(
    _ kind: String,
    _ index: Int,
    _ shown: [Handle]
  ) throws(Misfit) {
    let names = shown.map(names.sectionName)
    guard index >= 0, index + names.count <= after.count,
      names == after[index..<index + names.count].map(\.name)
    else { throw Misfit(description: "\(kind) \(names) are not at \(index)") }
    try show(kind, names)
  }
}
