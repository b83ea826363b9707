import DataSources
import Snapshots

extension View {
  /// Finds what the view shows by a definition, of the base as it is now: one revision in any case.
  ///
  /// - Parameters:
  ///   - definition: What the view is to be.
  ///   - change: What becomes of its rules.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: What is to be committed.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n rows of the base; O(window) when only the window is another one.
  func prepare(
    updatingTo definition: ViewDefinition,
    _ change: RulesChange,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> PreparedView {
    var next = state
    next.definition = definition
    next.baseRevision = base.revision
    let list = try arrange(&next, change, checkpoint)
    var shown = try next.show(list, in: source.snapshot, checkpoint)
    shown.shareItemContents(of: base.snapshot, touching: unseen.items.unique())
    let sameSections = state.definition.rules.sections.shareContents(
      with: definition.rules.sections
    )
    try shown.takeSectionContents(
      definition.rules.sections,
      of: base.snapshot,
      touching: sameSections ? unseen.sections.unique() : nil,
      checkpoint
    )
    return PreparedView(self, .revision(try source.prepare(showing: shown, checkpoint), next))
  }
}

/// What becomes of a view's rules when it is updated.
public enum RulesChange: Sendable {
  /// They stay.
  case none
  /// They find fewer rows, of which each has the place among them that it had.
  case narrower
  /// They may be any.
  case any
}

extension View {
  /// All rows by the definition of a state, those in order that its window reaches.
  private func arrange(
    _ next: inout State,
    _ change: RulesChange,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Snapshot {
    let (rules, window) = (next.definition.rules, next.definition.window)
    // A view that was paused may show rows of long ago, and sections are others under a window.
    let isKept = isLive && source.revision > 0 && (window == nil) == (state.arranged == nil)
    let change = isKept ? change : .any
    if case .any = change {
      // What a view shows is flat.
      let unfolds = rules.takesHidden && baseView == nil
      next.unfolded = try unfolds ? UnfoldedRows(of: base.snapshot, checkpoint) : nil
    }
    let rows = next.unfolded?.list ?? base.snapshot
    let arranger = RowArranger(
      rules,
      rows: rows,
      reading: RowReading(of: rows, contents: base.snapshot, isPublished: isBasePublished),
      isWindowed: window != nil
    )
    var list = isKept ? state.arranged ?? source.snapshot : source.snapshot
    switch change {
    case .none: break
    case .narrower:
      let narrowed = try arranger.narrow(list, checkpoint)
      try list.take(narrowed, isShown: window == nil, checkpoint)
    case .any:
      let arranged = try arranger.arrange(checkpoint)
      next.parts = arranged.parts
      try list.take(arranged, isShown: window == nil, checkpoint)
    }
    if let window {
      let offset = state.extent?.offset ?? 0
      try arranger.reach(window, from: offset, in: &list, &next.parts, checkpoint)
    }
    return list
  }
}

extension Snapshot {
  /// Takes on other rows; when it is not what is shown, nobody asks which of them are others.
  fileprivate mutating func take(
    _ rows: ArrangedRows,
    isShown: Bool,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    if isShown {
      try arrange(rows, checkpoint)
    } else {
      self = arranged(sections: rows.sections, counts: rows.counts, items: rows.rows)
    }
  }

  /// Takes on other rows.
  mutating func arrange(
    _ rows: ArrangedRows,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    try checkpoint.model { () throws(SnapshotError) in
      try arrange(sections: rows.sections, counts: rows.counts, items: rows.rows)
    }
  }
}

extension View.State {
  /// Cuts what is shown out of all rows.
  ///
  /// - Parameters:
  ///   - list: All rows, with what was touched when there is no window.
  ///   - former: What was shown before.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Returns: What is shown, with what was touched.
  /// - Throws: `interrupted`.
  mutating func show(
    _ list: Snapshot,
    in former: Snapshot,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) -> Snapshot {
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
      try checkpoint.step(1)
    }
    if rows.sections.isEmpty, case .one(let section) = definition.rules.sections {
      rows.append(section, [])
    }
    var shown = former
    try shown.arrange(rows, checkpoint)
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
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Throws: `interrupted`.
  mutating func takeSectionContents(
    _ sections: ViewSections,
    of base: Snapshot,
    touching touched: [Handle]?,
    _ checkpoint: ViewCheckpoint
  ) throws(ViewError) {
    switch sections {
    case .base:
      shareSectionContents(of: base, touching: touched)
    case .one:
      if touched == nil { shareSectionContents(of: emptied, touching: nil) }
    case .groups(let groups):
      if touched == nil { shareSectionContents(of: emptied, touching: nil) }
      let placed = touched == nil ? sectionHandles : touchedSections
      for section in placed {
        let isHere = index(ofSection: section) != nil
        setContent(isHere ? groups.content(section) : nil, ofSection: section)
        try checkpoint.step(1)
      }
    }
  }
}
