import DiffableProtocol
import JSON
import Snapshots

/// The table options of a data source, made ready for questions.
struct TableRules {
  let reordering: RowRule<Bool>
  let acrossSections: Bool
  let editing: RowRule<Bool>
  let cells: RowRule<[UInt8]?>
  let heights: HeightRules

  /// Makes options ready.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - identifiers: Reads what names sections.
  ///   - checkpoint: Where the work is counted.
  ///   - earlier: What was ready before; rules whose options stayed are taken from there.
  /// - Throws: `invalidIdentifier` when what should name a section does not, or
  ///   `requestCancelled`.
  /// - Complexity: O(what was said anew): parts that nobody named share their storage.
  init(
    _ options: TableOptions,
    _ identifiers: IdentifierReader,
    _ checkpoint: Checkpoint,
    after earlier: (options: TableOptions, rules: TableRules)? = nil
  ) throws(DiffableError) {
    func rule<Part: Equatable, Rule>(
      _ kept: KeyPath<TableRules, Rule>,
      of part: KeyPath<TableOptions, Part>,
      _ make: (Part) throws(DiffableError) -> Rule
    ) throws(DiffableError) -> Rule {
      let new = options[keyPath: part]
      if let earlier, earlier.options[keyPath: part] == new { return earlier.rules[keyPath: kept] }
      return try make(new)
    }
    reordering = try rule(\.reordering, of: \.reordering) { part throws(DiffableError) in
      try RowRule(part, identifiers, checkpoint)
    }
    acrossSections = options.reordering.acrossSections
    editing = try rule(\.editing, of: \.editing) { part throws(DiffableError) in
      try RowRule(part, identifiers, checkpoint)
    }
    cells = try rule(\.cells, of: \.cells) { part throws(DiffableError) in
      try RowRule(whole: part.whole, sections: part.sections, identifiers, checkpoint)
    }
    heights = try rule(\.heights, of: \.heights) { part throws(DiffableError) in
      try HeightRules(part, identifiers, checkpoint)
    }
  }
}

extension RowRule<Bool> {
  fileprivate init(
    _ options: PermissionOptions,
    _ identifiers: IdentifierReader,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    try self.init(
      whole: options.allowed,
      sections: options.sections,
      item: options.item,
      identifiers,
      checkpoint
    ) { $0.bool }
  }
}
