import DiffableProtocol
import JSON
import Snapshots

/// The table options of a data source, made ready for questions.
struct TableRules {
  let reordering: RowRule<Bool>
  let acrossSections: Bool
  let editing: RowRule<Bool>
  let cells: RowRule<String?>
  let heights: HeightRules

  /// Makes options ready.
  ///
  /// - Throws: `invalidIdentifier` when what should name a section does not.
  init(_ options: TableOptions, limits: Limits) throws(DiffableError) {
    let identifiers = IdentifierReader(limits: limits)
    reordering = try RowRule(options.reordering, identifiers)
    acrossSections = options.reordering.acrossSections
    editing = try RowRule(options.editing, identifiers)
    let cells = options.cells
    self.cells = try RowRule(whole: cells.whole, sections: cells.sections, identifiers)
    heights = try HeightRules(options.heights, identifiers)
  }
}

extension RowRule<Bool> {
  fileprivate init(
    _ options: PermissionOptions,
    _ identifiers: IdentifierReader
  ) throws(DiffableError) {
    try self.init(
      whole: options.allowed,
      sections: options.sections,
      item: options.item,
      identifiers
    ) { $0.bool }
  }
}
