import TestSupport

extension ModelSource {
  /// What a view shows of its base as it is, which is noted as what it was made of.
  mutating func evaluate(_ base: ModelSnapshot, revision: Int) -> ModelSnapshot {
    view?.baseRevision = revision
    return view?.evaluate(base) ?? ModelSnapshot()
  }

  /// Brings a view up to date with its base.
  ///
  /// - Parameters:
  ///   - base: The base's rows, or all its items.
  ///   - baseRevision: Its revision.
  ///   - requested: What the base's step asked to be shown anew.
  ///   - cause: What was told of the data source at the bottom.
  /// - Returns: What is to be told, nil when nothing that is shown is another.
  mutating func follow(
    _ base: ModelSnapshot,
    revision baseRevision: Int,
    requested: ModelMarks,
    as cause: Announcement
  ) -> Announcement? {
    let (before, window) = (list, view?.windowText)
    let next = evaluate(base, revision: baseRevision)
    var marks = requested.kept(in: before).kept(in: next)
    if view?.keepsSections != true { marks.reloadedSections = [] }
    guard view?.windowText != window || !marks.isEmpty || differs(before, next) else {
      // Equal contents may be other bytes.
      showEqual(next)
      return nil
    }
    var follows = publish(next, marks: marks, origin: cause.origin, animates: cause.animates)
    follows.requested = marks
    follows.reloadsData = cause.reloadsData
    follows.tags = cause.tags
    return follows
  }

  /// Whether anything that is shown is another.
  private func differs(_ before: ModelSnapshot, _ after: ModelSnapshot) -> Bool {
    before.sections != after.sections
      || after.itemNames.contains {
        !Content.areSame(before.itemContents[$0], after.itemContents[$0])
      }
      || after.sectionNames.contains {
        !Content.areSame(before.sectionContents[$0], after.sectionContents[$0])
      }
  }
}
