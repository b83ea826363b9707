import DataSources
import Snapshots
import TestSupport

/// Copies of lists that are kept and edited while the lists change, as named snapshots are.
///
/// A copy of a view has the contents of what the view showed, and no others.
struct CopiedViews {
  private var copies: [(draft: Draft, source: DataSource)] = []
  /// What happened last, for failures.
  private(set) var event = ""

  var drafts: [Draft] { copies.map(\.draft) }

  /// Copies a list, or edits a copy and compares it with its list, another one or another copy.
  ///
  /// - Parameters:
  ///   - sources: The lists, all of one pool.
  ///   - names: The names in that pool.
  ///   - random: Where it is decided what.
  /// - Returns: In what the changes between the two are wrong.
  /// - Throws: `interrupted`, which nobody asks for.
  mutating func step(
    of sources: [DataSource],
    _ names: NamedPool,
    _ random: inout SeededGenerator
  ) throws -> [String] {
    let any = sources[Int.random(in: 0..<sources.count, using: &random)]
    if copies.count < 4 || Int.random(in: 0..<3, using: &random) == 0 {
      if copies.count == 4 { copies.removeFirst() }
      copies.append((any.draft(), any))
      try copies[copies.count - 1].draft.keepOwnContents()
    }
    let index = Int.random(in: 0..<copies.count, using: &random)
    if Bool.random(using: &random) {
      edit(&copies[index].draft, of: sources[0].snapshot, names, &random)
    }
    let (copy, source) = copies[index]
    let other =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: any.draft()
      case 1: copies[Int.random(in: 0..<copies.count, using: &random)].draft
      // One that is closed has nothing any more.
      default: (sources.contains { $0 === source } ? source : any).draft()
      }
    let pair = [copy, other].shuffled(using: &random)
    let (before, after) = (try shown(by: pair[0], names), try shown(by: pair[1], names))
    event = "changes from \(before) to \(after)"
    let compared = try pair[1].compared(to: pair[0], among: sources)
    let changes = try compared.changes(
      fromBase: pair[0].withMergedOutlines,
      sources[0].contentRules
    )
    let marks = names.translated(pair[1].snapshot)
    return ChangesCheck(from: before, to: after, marks: [marks], contentChanges: .reconfigure)
      .problems(of: changes, names)
  }

  /// Takes an item or a section out of a copy, or puts in one that has no content there, mostly one
  /// that has some in the list at the root.
  private func edit(
    _ copy: inout Draft,
    of root: Snapshot,
    _ names: NamedPool,
    _ random: inout SeededGenerator
  ) {
    let known = root.itemHandles.filter {
      root.content(ofItem: $0) != nil && !copy.snapshot.containsItem($0)
    }
    let item =
      known.randomElement(using: &random)
      ?? names.item("i\(Int.random(in: 0..<14, using: &random))")
    let section = names.section("S\(Int.random(in: 0..<4, using: &random))")
    let goes = Int.random(in: 0..<4, using: &random) == 0
    do {
      try copy.edit { snapshot throws(SnapshotError) in
        if !snapshot.containsSection(section) {
          try snapshot.appendSections([section])
        } else if goes {
          try snapshot.deleteSections([section])
          try snapshot.appendSections([section])
        }
        if snapshot.containsItem(item) { try snapshot.deleteItems([item]) }
        if !goes { try snapshot.appendItems([item], toSection: section) }
      }
    } catch {
      // It is below a closed item.
    }
  }

  private func shown(by copy: Draft, _ names: NamedPool) throws -> ModelSnapshot {
    let snapshot = try copy.withMergedOutlines
    var model = ModelSnapshot(names.sections(of: snapshot))
    for item in snapshot.itemHandles {
      let (name, content) = (names.itemName(item), snapshot.content(ofItem: item))
      model.itemContents[name] = content.map { String(decoding: $0, as: UTF8.self) }
      model.outlines[name] = snapshot.rowOutline(ofItem: item)
    }
    for section in snapshot.sectionHandles {
      let (name, content) = (names.sectionName(section), snapshot.content(ofSection: section))
      model.sectionContents[name] = content.map { String(decoding: $0, as: UTF8.self) }
    }
    return model
  }
}
