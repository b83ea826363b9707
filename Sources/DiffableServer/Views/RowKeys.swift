import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// One key by which rows are put in order, with the column that its values are read into.
struct RowKey {
  private let key: RowSortKey
  private let pool: IdentifierPool
  private let column: Column<SortKeyBytes?>?

  init(_ key: RowSortKey, _ root: DataSource) {
    let pool = root.snapshot.pool
    self.key = key
    self.pool = pool
    column =
      key.place.origin == .section
      ? nil
      : root.columns.column("key \(key.comparison.rawValue) \(key.place.columnName)") {
        Column(areEqual: ==) { item, content in
          let row = RowValues(item, content, pool)
          return row.value(at: key.place).flatMap { SortKeyBytes($0, key.comparison) }
        }
      }
  }

  /// The order of two rows: negative, zero or positive.
  func order(_ first: Handle, _ second: Handle, _ reading: RowReading) -> Int {
    switch (value(first, reading), value(second, reading)) {
    case (nil, nil): return 0
    case (nil, _?): return key.missing == .first ? -1 : 1
    case (_?, nil): return key.missing == .first ? 1 : -1
    case (let first?, let second?):
      let order = first.order(to: second)
      return key.isDescending ? -order : order
    }
  }

  /// Whether new content of a row may change its order.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    column?.isChanged(item, in: reading) ?? false
  }

  /// The beginning of what two rows are compared by.
  func beginning(_ item: Handle, _ reading: RowReading) -> KeyBeginning {
    guard let value = value(item, reading) else {
      return key.missing == .first ? .least : .greatest
    }
    return key.isDescending ? value.beginning.reversed : value.beginning
  }

  private func value(_ item: Handle, _ reading: RowReading) -> SortKeyBytes? {
    if let column { return column.value(of: item, in: reading) }
    let row = RowValues(item, nil, section: reading.section(ofItem: item), pool)
    return row.value(at: key.place).flatMap { SortKeyBytes($0, key.comparison) }
  }
}

extension RowPlace {
  /// A name that no other place has.
  var columnName: String {
    let tokens = pointer?.tokens.map { "\($0.utf8.count):\($0)" } ?? []
    return "\(origin.rawValue) \(tokens.joined(separator: "/"))"
  }
}
