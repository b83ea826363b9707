import TestSupport

/// A whole list as a client writes it.
struct SentDocument {
  var sections: [SentSection]
  var reloadedSections: [SentElement] = []
  var reloadedItems: [SentElement] = []
  var reconfiguredItems: [SentElement] = []

  var text: String {
    var members = [#""sections":\#(DiffableServerTests.list(sections.map(\.text)))"#]
    for (name, marks) in [
      ("reloadedSections", reloadedSections), ("reloadedItems", reloadedItems),
      ("reconfiguredItems", reconfiguredItems),
    ] where !marks.isEmpty {
      members.append(#""\#(name)":\#(DiffableServerTests.list(marks.map(\.text)))"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  private var elements: [SentElement] {
    sections.map(\.element) + sections.flatMap(\.items) + reloadedSections + reloadedItems
      + reconfiguredItems
  }

  /// The list that the document says, with marks; what it gives no content keeps the content that
  /// it has in the current one.
  func list(
    replacing current: ModelSnapshot,
    _ rules: SentRules
  ) throws(Refused) -> ModelSnapshot {
    var faults: Set<String> = elements.allSatisfy(\.isValid) ? [] : ["invalidIdentifier"]
    let kept = rules.withoutRepeats(sections)
    let items = kept.flatMap(\.items)
    if Set(items.map(\.name)).count < items.count
      || Set(kept.map(\.element.name)).count < kept.count
    {
      faults.insert("duplicateIdentifier")
    }
    var list = ModelSnapshot()
    list.itemContents = current.itemContents
    list.sectionContents = current.sectionContents
    for section in kept {
      let items = section.items.map(\.name)
      list.sections.append(ModelSnapshot.Section(section.element.name, items))
      list.setContents(items: section.items, sections: [section.element])
    }
    for (edit, kind) in [
      (ModelEdit.reloadSections(reloadedSections.map(\.name)), "unknownSection"),
      (.reloadItems(reloadedItems.map(\.name)), "unknownItem"),
      (.reconfigureItems(reconfiguredItems.map(\.name)), "unknownItem"),
    ] where !list.make(edit).refusals.isEmpty {
      faults.insert(kind)
    }
    guard faults.isEmpty else { throw Refused(faults) }
    return list
  }
}
