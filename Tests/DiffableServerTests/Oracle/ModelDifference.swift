import TestSupport

/// What was marked on the way from one state to another.
struct ModelMarks {
  var reloadedSections: Set<String> = []
  var reloadedItems: Set<String> = []
  var reconfiguredItems: Set<String> = []

  init() {}

  init(of snapshot: ModelSnapshot) {
    reloadedSections = Set(snapshot.reloadedSections)
    reloadedItems = Set(snapshot.reloadedItems)
    reconfiguredItems = Set(snapshot.reconfiguredItems)
  }

  /// The marks of what is in a list.
  func kept(in list: ModelSnapshot) -> ModelMarks {
    var kept = self
    kept.reloadedSections.formIntersection(list.sectionNames)
    kept.reloadedItems.formIntersection(list.itemNames)
    kept.reconfiguredItems.formIntersection(list.itemNames)
    return kept
  }

  var isEmpty: Bool {
    reloadedSections.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
  }

  mutating func formUnion(_ later: ModelMarks) {
    reloadedSections.formUnion(later.reloadedSections)
    reloadedItems.formUnion(later.reloadedItems)
    reconfiguredItems.formUnion(later.reconfiguredItems)
  }
}

/// What the difference of two lists must be, whatever format it is written in.
struct ModelDifference {
  let before: ModelSnapshot
  let after: ModelSnapshot
  private(set) var reloadedSections: Set<String> = []
  private(set) var reconfiguredSections: Set<String> = []
  private(set) var reloadedItems: Set<String> = []
  private(set) var reconfiguredItems: Set<String> = []

  init(
    from before: ModelSnapshot,
    to after: ModelSnapshot,
    marks: ModelMarks,
    contentChanges: String
  ) {
    self.before = before
    self.after = after
    let items = Set(before.itemNames).intersection(after.itemNames)
    let sections = Set(before.sectionNames).intersection(after.sectionNames)
    reloadedItems = items.intersection(marks.reloadedItems)
    reconfiguredItems = items.intersection(marks.reconfiguredItems)
    reloadedSections = sections.intersection(marks.reloadedSections)
    let changedItems = items.filter {
      !Content.areSame(before.itemContents[$0], after.itemContents[$0])
    }
    let changedSections = sections.filter {
      !Content.areSame(before.sectionContents[$0], after.sectionContents[$0])
    }
    switch contentChanges {
    case "reload":
      reloadedItems.formUnion(changedItems)
      reloadedSections.formUnion(changedSections)
    case "reconfigure":
      reconfiguredItems.formUnion(changedItems)
      reconfiguredSections.formUnion(changedSections)
    default: break
    }
    reconfiguredItems.subtract(reloadedItems)
    reconfiguredSections.subtract(reloadedSections)
  }

  var insertedItems: Set<String> { Set(after.itemNames).subtracting(before.itemNames) }
  var insertedSections: Set<String> { Set(after.sectionNames).subtracting(before.sectionNames) }
  var deletedSections: Set<String> { Set(before.sectionNames).subtracting(after.sectionNames) }

  var itemsOfReloadedSections: Set<String> {
    Set(after.sections.filter { reloadedSections.contains($0.name) }.flatMap(\.items))
  }

  /// What must be told of outlines.
  var outlines: OutlineCheck { OutlineCheck(from: before, to: after) }

  /// The least number of moves.
  var minimum: Minimum { Minimum(from: before.sections, to: after.sections) }

  /// The member `counts` of an answer.
  var counts: String {
    let deletedItems = Set(before.itemNames).subtracting(after.itemNames)
    let moves = minimum
    func counts(_ numbers: Int...) -> String {
      let names = ["inserted", "deleted", "moved", "reloaded", "reconfigured"]
      return "{\(zip(names, numbers).map { #""\#($0)":\#($1)"# }.joined(separator: ","))}"
    }
    let sections = counts(
      insertedSections.count,
      deletedSections.count,
      moves.sections,
      reloadedSections.count,
      reconfiguredSections.count
    )
    let items = counts(
      insertedItems.count,
      deletedItems.count,
      moves.items,
      reloadedItems.count,
      reconfiguredItems.count
    )
    return #""counts":{"sections":\#(sections),"items":\#(items)}"#
  }
}

// MARK: - Stages

extension ModelDifference {

  /// How many stages the changes call for, when some sections are those that move: one for the
  /// structure, one more before it and after it if items change where sections come, move or go,
  /// and one for what is shown anew.
  func numberOfStages(moving movedSections: Set<String>) -> Int {
    let busy = sectionsWithItemChanges
    let arrives = !busy.isDisjoint(with: movedSections.union(insertedSections))
    let leaves = !busy.isDisjoint(with: deletedSections)
    let isUpdated =
      !reloadedSections.isEmpty || !reconfiguredSections.isEmpty || !reloadedItems.isEmpty
      || !reconfiguredItems.isEmpty || outlines.changesFormerRows
    let hasStructure =
      !busy.isEmpty || !movedSections.isEmpty || !insertedSections.isEmpty
      || !deletedSections.isEmpty
    return [hasStructure, arrives, leaves, isUpdated].count { $0 }
  }

  /// The sections that items are put into, taken out of or moved in; of those that are deleted only
  /// the ones that items escape from.
  private var sectionsWithItemChanges: Set<String> {
    let (old, new) = (before.owners, after.owners)
    var busy: Set<String> = []
    for (item, section) in old where new[item] != section {
      if new[item] != nil || !deletedSections.contains(section) { busy.insert(section) }
    }
    for (item, section) in new where old[item] != section { busy.insert(section) }
    for section in before.sections {
      let alone = ModelSnapshot.Section("", section.items)
      let later = after.sections.first { $0.name == section.name }?.items ?? []
      let moves = Minimum(
        from: [alone],
        to: [ModelSnapshot.Section("", later.filter(section.items.contains))]
      )
      if moves.items > 0 { busy.insert(section.name) }
    }
    return busy
  }
}

extension ModelSnapshot {
  /// The section of each item.
  var owners: [String: String] {
    var owners: [String: String] = [:]
    for section in sections {
      for item in section.items { owners[item] = section.name }
    }
    return owners
  }
}
