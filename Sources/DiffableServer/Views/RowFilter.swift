import DataSources
import DiffableProtocol
import Snapshots
import Views

/// A predicate on rows, with the column that its answers are kept in.
struct RowFilter {
  private let predicate: CompiledPredicate
  private let pool: IdentifierPool
  /// The answers, nil when they depend on more than the content.
  private let column: Column<PlainValues<Bool>>?

  init(_ predicate: RowPredicate, _ text: [UInt8], _ root: DataSource) {
    let compiled = CompiledPredicate(predicate)
    let pool = root.snapshot.pool
    self.predicate = compiled
    self.pool = pool
    column =
      compiled.asksForSection
      ? nil
      : root.columns.column("where \(String(decoding: text, as: UTF8.self))") {
        Column { item, content in
          RowValues.with(item, content, pool) { compiled.holds(of: $0) }
        }
      }
  }

  /// About how many comparisons a row takes.
  var comparisons: Int { predicate.comparisons }

  /// Drops what does not pass out of rows.
  func filter(_ rows: inout RowBatch, _ reading: RowReading) {
    if let values = column?.values(of: rows.rows, in: reading) {
      rows.keep { values[$0] == true }
    } else {
      rows.keep { !reading.isCalledOff && holds(of: $0, reading) }
    }
  }

  private func holds(of item: Handle, _ reading: RowReading) -> Bool {
    if let column { return column.value(of: item, in: reading) }
    let section = reading.section(ofItem: item)
    return RowValues.with(item, reading.content(ofItem: item), section: section, pool) {
      predicate.holds(of: $0)
    }
  }

  /// Whether new content of a row may change the answer.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    column?.isChanged(item, in: reading) ?? true
  }
}
