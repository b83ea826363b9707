import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// One key by which rows are put in order, with the column that its values are read into.
struct RowKey {
  private let key: RowSortKey
  private let pool: IdentifierPool
  private let column: Column<SortKeyValues>?

  init(_ key: RowSortKey, _ root: DataSource) {
    let pool = root.snapshot.pool
    self.key = key
    self.pool = pool
    column =
      key.place.origin == .section
      ? nil
      : root.columns.column("key \(key.comparison.rawValue) \(key.place.columnName)") {
        Column { item, content in
          RowValues.with(item, content, pool) { row in
            row.withValue(at: key.place) { value in
              value.flatMap { SortKeyBytes($0, key.comparison, row.work(on: $0)) }
            }
          }
        } into: { item, content, values in
          RowValues.with(item, content, pool) { row in
            row.withValue(at: key.place) { value in
              values.set(value, key.comparison, of: item, row.work(on: value))
            }
          }
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
      guard pool.work.mayRead(first.rest.count + second.rest.count) else { return 0 }
      let order = first.order(to: second)
      return key.isDescending ? -order : order
    }
  }

  /// Whether new content of a row may change its order.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    column?.isChanged(item, in: reading) ?? false
  }

  /// Writes what rows are compared by begins with.
  func begin(
    _ rows: UnsafeBufferPointer<Handle>,
    _ reading: RowReading,
    _ beginnings: UnsafeMutableBufferPointer<KeyBeginning>
  ) {
    if let values = column?.values(of: rows, in: reading) {
      for index in rows.indices { beginnings[index] = directed(values.beginning(of: rows[index])) }
    } else {
      for index in rows.indices where !reading.isCalledOff {
        beginnings[index] = directed(value(rows[index], reading)?.beginning)
      }
    }
  }

  private func directed(_ beginning: KeyBeginning?) -> KeyBeginning {
    guard let beginning else { return key.missing == .first ? .least : .greatest }
    return key.isDescending ? beginning.reversed : beginning
  }

  private func value(_ item: Handle, _ reading: RowReading) -> SortKeyBytes? {
    if let column { return column.value(of: item, in: reading) }
    return RowValues.with(item, nil, section: reading.section(ofItem: item), pool) { row in
      row.withValue(at: key.place) { $0.flatMap { SortKeyBytes($0, key.comparison) } }
    }
  }
}

extension RowPlace {
  /// A name that no other place has.
  var columnName: String {
    let tokens = pointer?.tokens.map { "\($0.utf8.count):\($0)" } ?? []
    return "\(origin.rawValue) \(tokens.joined(separator: "/"))"
  }
}
