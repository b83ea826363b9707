import Glibc

/// A table of plain text: sizes down, work across.
struct Table {
  private let title: String
  private var rows: [[String]]

  /// Starts a table.
  ///
  /// - Parameters:
  ///   - title: What is measured, in which unit, with which workload and seed.
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

/// The unit in which a table shows durations.
enum TimeUnit: Int {
  case nanoseconds = 1
  case microseconds = 1_000
  case milliseconds = 1_000_000

  /// A number of nanoseconds in this unit, with three significant digits.
  func text(_ nanoseconds: Int) -> String {
    decimal(Double(nanoseconds) / Double(rawValue))
  }
}

/// A number with about three significant digits.
func decimal(_ number: Double) -> String {
  let digits = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
  let rounded = (number * digits).rounded() / digits
  return digits == 1 ? "\(Int(rounded))" : "\(rounded)"
}

/// A number of items, short.
func sizeText(_ size: Int) -> String {
  switch size {
  case let size where size % 1_000_000 == 0: "\(size / 1_000_000)M"
  case let size where size % 1_000 == 0: "\(size / 1_000)k"
  default: "\(size)"
  }
}
