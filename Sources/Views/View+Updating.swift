import DataSources
import Snapshots

extension View {
  /// Finds what the view shows by a definition, of the base as it is now: one revision in any case.
  ///
  /// - Parameters:
  ///   - definition: What the view is to be.
  ///   - sameRules: Whether its rules are those that it has already.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: What is to be committed.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n rows of the base; O(window) when only the window is another one.
  func prepare(
    updatingTo definition: ViewDefinition,
    sameRules: Bool,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    var next = state
    next.definition = definition
    next.baseRevision = base.revision
    let isKept = sameRules && isLive && source.revision > 0
    var list = source.snapshot
    if isKept, let arranged = state.arranged, definition.window != nil {
      list = arranged
    } else {
      // What a view shows is flat.
      let unfolds = definition.rules.takesHidden && baseView == nil
      next.unfolded = unfolds ? UnfoldedRows(of: base.snapshot) : nil
      let rows = next.unfolded?.list ?? base.snapshot
      let arranger = RowArranger(
        definition.rules,
        rows: rows,
        reading: RowReading(of: rows, contents: base.snapshot, isPublished: isBasePublished),
        isWindowed: definition.window != nil
      )
      let arranged = try arranger.arrange(checkpoint)
      if definition.window != nil { list = list.emptied }
      list.arrange(sections: arranged.sections, counts: arranged.counts, items: arranged.rows)
    }
    var shown = next.show(list, in: source.snapshot)
    shown.shareItemContents(of: base.snapshot, touching: unseen.items)
    let sameSections = state.definition.rules.sections.shareContents(
      with: definition.rules.sections
    )
    shown.takeSectionContents(
      definition.rules.sections,
      of: base.snapshot,
      touching: sameSections ? Array(unseen.sections) : nil
    )
    return PreparedView(
      view: self,
      state: next,
      unseen: .cleared,
      outcome: .revision(source.prepare(showing: shown))
    )
  }
}

extension View.State {
  /// Cuts what is shown out of all rows.
  ///
  /// - Parameters:
  ///   - list: All rows, with what was touched when there is no window.
  ///   - former: What was shown before.
  /// - Returns: What is shown, with what was touched.
  mutating func show(_ list: Snapshot, in former: Snapshot) -> Snapshot {
    guard let window = definition.window else {
      (arranged, extent) = (nil, nil)
      return list
    }
    let positions = window.positions(in: list, from: extent?.offset ?? 0)
    arranged = list.asBase()
    extent = WindowExtent(offset: positions.lowerBound, total: list.numberOfItems)
    var rows = ArrangedRows()
    var position = positions.lowerBound
    while position < positions.upperBound {
      let section = list.indexPath(ofPosition: position).section
      let end = min(list.positions(inSectionAt: section).upperBound, positions.upperBound)
      rows.append(list.sectionHandle(at: section), list.itemHandles(at: position..<end))
      position = end
    }
    if rows.sections.isEmpty, case .one(let section) = definition.rules.sections {
      rows.append(section, [])
    }
    var shown = former
    shown.arrange(sections: rows.sections, counts: rows.counts, items: rows.rows)
    return shown
  }
}

extension ViewSections {
  /// Whether sections with the same handle have the same content under both.
  fileprivate func shareContents(with other: ViewSections) -> Bool {
    switch (self, other) {
    case (.base, .base), (.one, .one): true
    default: false
    }
  }
}

extension Snapshot {
  /// Takes the contents that a view's sections have.
  ///
  /// - Parameters:
  ///   - sections: Where the sections come from.
  ///   - base: The base, which has the contents of its own sections.
  ///   - touched: Sections that may have another content, nil when it can be any.
  mutating func takeSectionContents(
    _ sections: ViewSections,
    of base: Snapshot,
    touching touched: [Handle]?
  ) {
    switch sections {
    case .base:
      shareSectionContents(of: base, touching: touched)
    case .one:
      if touched == nil { shareSectionContents(of: emptied, touching: nil) }
    case .groups(let groups):
      if touched == nil { shareSectionContents(of: emptied, touching: nil) }
      let placed = touched == nil ? sectionHandles : touchedSections
      for section in placed where index(ofSection: section) != nil {
        setContent(groups.content(section), ofSection: section)
      }
    }
  }
}
