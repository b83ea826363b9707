import DataSources
import Snapshots

extension DataSource {
  /// Applies a draft in its two halves, and says what the first half has changed and what the facts
  /// of the apply leave out.
  func applyInHalves(
    _ draft: inout Draft
  ) throws(SnapshotError) -> (applied: Applied, problems: [String]) {
    let before = Published(self)
    // One that is dropped leaves nothing behind.
    _ = try prepare(draft)
    let prepared = try prepare(draft)
    var problems = Published(self) == before ? [] : ["prepared, and \(before) became another state"]
    let applied = commit(prepared)
    draft = self.draft()
    if applied.changes != prepared.applied.changes || revision != before.revision + 1 {
      problems.append("committed something else than was prepared")
    }
    return (applied, problems + (try applied.problemsOfFacts()) + problemsOfBytes())
  }
}

extension DataSource {
  /// Says in what the bytes that it counts are not those of the list, gone through as a whole.
  private func problemsOfBytes() -> [String] {
    let sections = snapshot.weighedSections
    let contents = snapshot.weighedSectionContents + (listContent.map { 48 + $0.count } ?? 0)
    let list = sections + contents + snapshot.weighedItems
    return [
      listBytes == list ? nil : "counts \(listBytes), not \(list) bytes",
      sectionBytes == sections ? nil : "counts \(sectionBytes), not \(sections) bytes of sections",
    ].compactMap { $0 }
  }
}

extension Snapshot {
  /// What its sections take by the rules of the specification, without contents.
  fileprivate var weighedSections: Int {
    sectionHandles.reduce(0) { $0 + 48 + 24 + pool.sections.bytes(of: $1).count }
  }

  fileprivate var weighedSectionContents: Int {
    sectionHandles.reduce(0) { $0 + (content(ofSection: $1).map { 48 + $0.count } ?? 0) }
  }

  /// What its items take, shown or hidden.
  fileprivate var weighedItems: Int {
    placements.reduce(0) { bytes, entry in
      let content = entry.value.content.map { 48 + $0.count } ?? 0
      return bytes + 24 + 24 + pool.items.bytes(of: entry.key).count + content
    }
  }
}

/// What of a data source others see.
private struct Published: Equatable {
  let revision: Int
  let oldestRevision: Int
  let listContent: Content?
  let state: [Handle: Placement]

  init(_ source: DataSource) {
    revision = source.revision
    oldestRevision = source.oldestRevision
    listContent = source.listContent
    state = source.snapshot.placements
  }
}

/// Where an item is in its section's tree, what it has, and where its row is.
private struct Placement: Equatable {
  let section: Handle
  let path: IndexPath?
  let content: Content?
  let outline: Outline

  struct Outline: Equatable {
    var parent: Handle?
    var children: [Handle] = []
    var isExpanded = false
  }
}

extension Snapshot {
  /// Every item, shown or hidden.
  fileprivate var placements: [Handle: Placement] {
    var placements: [Handle: Placement] = [:]
    for index in 0..<numberOfSections {
      let entries = sectionSnapshot(ofSectionAt: index).entries
      let children = Dictionary(grouping: entries.map(\.item)) { parent(ofItem: $0) }
      for entry in entries {
        placements[entry.item] = Placement(
          section: sectionHandle(at: index),
          path: indexPath(ofItem: entry.item),
          content: content(ofItem: entry.item),
          outline: .init(
            parent: parent(ofItem: entry.item),
            children: children[entry.item] ?? [],
            isExpanded: entry.isExpanded
          )
        )
      }
    }
    return placements
  }

  /// The sections in order that are not among some, and what of their items is not among others.
  fileprivate func rows(without items: [Handle], _ sections: [Handle]) -> [[Handle]] {
    let untouchedSections = sectionHandles.filter { !sections.contains($0) }
    return [untouchedSections]
      + sectionHandles.sorted().compactMap { section in
        guard let index = index(ofSection: section) else { return nil }
        let rows = itemHandles(at: positions(inSectionAt: index)).filter { !items.contains($0) }
        return rows.isEmpty ? nil : [section] + rows
      }
  }
}

extension Applied {
  /// Says what its facts leave out, by reading both states as a whole.
  func problemsOfFacts() throws(SnapshotError) -> [String] {
    let itemsWithOtherOutline = try itemsWithOtherOutline
    let lists = [
      touchedItems, touchedSections, itemsWithOtherContent, sectionsWithOtherContent,
      itemsWithOtherOutline,
    ]
    var problems: [String] = []
    for list in lists where !zip(list, list.dropFirst()).allSatisfy(<) {
      problems.append("\(list) does not ascend")
    }
    if before.rows(without: touchedItems, touchedSections)
      != after.rows(without: touchedItems, touchedSections)
    {
      problems.append("items other than \(touchedItems) have moved")
    }
    let (old, new) = (before.placements, after.placements)
    for item in Set(old.keys).union(new.keys) {
      let (one, other) = (old[item], new[item])
      if one?.content != other?.content, !itemsWithOtherContent.contains(item) {
        problems.append("the content of \(item) has changed")
      }
      if one?.outline ?? .init() != other?.outline ?? .init(), !itemsWithOtherOutline.contains(item)
      {
        problems.append("\(item) hangs elsewhere")
      }
    }
    for section in Set(before.sectionHandles).union(after.sectionHandles)
    where before.content(ofSection: section) != after.content(ofSection: section)
      && !sectionsWithOtherContent.contains(section)
    {
      problems.append("the content of the section \(section) has changed")
    }
    return problems
  }
}
