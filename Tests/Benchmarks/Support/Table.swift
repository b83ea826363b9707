import Glibc

/// A table of plain text.
struct Table {
  private let title: String
  private var rows: [[String]]

  /// Starts a table.
  ///
  /// - Parameters:
  ///   - title: What is measured, with which workload.
  ///   - columns: The heads of the columns.
  init(_ title: String, columns: [String]) {
    self.title = title
    rows = [columns]
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// Prints the table with aligned columns.
  func print() {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    Swift.print("\n\(title)\n")
    for row in rows {
      let cells = row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + padding : padding + text
      }
      Swift.print(cells.joined(separator: "   "))
    }
    fflush(nil)
  }
}
