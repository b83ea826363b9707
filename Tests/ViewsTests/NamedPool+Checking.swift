import Snapshots
import TestSupport

extension NamedPool {
  /// In what a snapshot differs from the rows and contents that it must have.
  func problems(of snapshot: Snapshot, _ expected: ModelSnapshot) -> [String] {
    var problems = snapshot.checkInvariants()
    let sections = sections(of: snapshot)
    if sections != expected.sections {
      problems.append("shows \(ModelSnapshot(sections)), not \(expected)")
    }
    for item in expected.itemNames {
      let content = snapshot.content(ofItem: self.item(item))
      let text = content.map { String(decoding: $0, as: UTF8.self) }
      if text != expected.itemContents[item] {
        problems.append(
          "content of \(item): \(text as Any), not \(expected.itemContents[item] as Any)"
        )
      }
    }
    for section in expected.sectionNames {
      let content = snapshot.content(ofSection: self.section(section))
      let text = content.map { String(decoding: $0, as: UTF8.self) }
      if text != expected.sectionContents[section] {
        problems.append("content of section \(section): \(text as Any)")
      }
    }
    return problems
  }

  /// The marks of a snapshot of this or another pool, in names.
  func translated(_ snapshot: Snapshot) -> ModelSnapshot {
    let names = snapshot.pool === pool ? self : NamedPool(snapshot.pool)
    var marks = ModelSnapshot()
    marks.reloadedItems = snapshot.reloadedItems.map(names.itemName)
    marks.reconfiguredItems = snapshot.reconfiguredItems.map(names.itemName)
    marks.reloadedSections = snapshot.reloadedSections.map(names.sectionName)
    return marks
  }
}

extension Snapshot {
  /// Contents of sections that are not here: a view that groups has none.
  var problemsOfGroups: [String] {
    (0..<Handle(pool.sections.handleBound)).compactMap { section in
      guard index(ofSection: section) == nil else { return nil }
      return content(ofSection: section).map { "\($0) of a group that is not shown" }
    }
  }
}
