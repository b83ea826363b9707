import DiffableProtocol
import JSON
import Snapshots

/// How high rows are, and how high they are expected to be.
struct HeightRules {
  let exact: RowRule<Height>
  let estimated: RowRule<Height>

  init(
    _ options: HeightOptions,
    _ identifiers: IdentifierReader,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    exact = try RowRule(options.exact, identifiers, checkpoint)
    estimated = try RowRule(options.estimated, identifiers, checkpoint)
  }

  /// Whether all rows of a section are of one height.
  var areUniform: Bool { exact.isUniform && estimated.isUniform }

  /// What counts for a row whose own content says nothing, in thousandths: an automatic height
  /// counts with its estimate, and with 0 where there is none.
  func counted(inSection section: Handle, in pool: IdentifierPool) -> Int32 {
    let exact = exact.value(ofSection: section, in: pool)
    return exact.thousandths ?? estimated.value(ofSection: section, in: pool).thousandths ?? 0
  }

  /// What counts for an item in a section, in thousandths.
  func counted(_ item: Handle, inSection section: Handle, in snapshot: Snapshot) -> Int32 {
    let exact = exact.value(ofItem: item, inSection: section, in: snapshot)
    if let thousandths = exact.thousandths { return thousandths }
    return estimated.value(ofItem: item, inSection: section, in: snapshot).thousandths ?? 0
  }
}

extension RowRule<Height> {
  fileprivate init(
    _ options: HeightOptions.Rule,
    _ identifiers: IdentifierReader,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    try self.init(
      whole: options.whole,
      sections: options.sections,
      item: options.item,
      identifiers,
      checkpoint,
      Height.init
    )
  }
}

extension Height {
  /// The height in thousandths, nil when it is automatic.
  fileprivate var thousandths: Int32? {
    switch self {
    case .automatic: nil
    case .fixed(_, let thousandths): thousandths
    }
  }
}
