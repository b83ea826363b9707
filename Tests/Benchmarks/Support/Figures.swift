/// What all turns found out, for each build and column.
struct Figures {
  private var lines: [Line] = []
  private var values: [Place: [Double]] = [:]

  private struct Place: Hashable {
    let line: Line
    let column: Int
    let build: Int
  }

  var isEmpty: Bool { lines.isEmpty }

  mutating func add(_ turn: Turn, column: Int, build: Int) {
    for (line, value) in turn.findings {
      if !lines.contains(line) { lines.append(line) }
      values[Place(line: line, column: column, build: build), default: []].append(value)
    }
  }

  /// A table with the medians of all turns; beside each, where another build was measured, what it
  /// had, and the ratio of the two.
  func table(_ title: String, heads: [String]) -> Table {
    var table = Table(title, columns: ["", ""] + heads)
    var work = ""
    for line in lines {
      let detail = line.work == work ? "  \(line.detail)" : "\(line.work): \(line.detail)"
      let label = line.detail.isEmpty ? line.work : detail
      table.add([label, line.unit.rawValue] + heads.indices.map { cell(line, column: $0) })
      work = line.work
    }
    return table
  }

  private func cell(_ line: Line, column: Int) -> String {
    let medians = (0...1).map { build in
      values[Place(line: line, column: column, build: build)].map(median)
    }
    guard let figure = medians[0] else { return "" }
    guard let other = medians[1] else { return line.unit.text(figure) }
    let ratio = fixed(figure / other, places: 2)
    return "\(line.unit.text(figure)) / \(line.unit.text(other)) = \(ratio)"
  }
}

/// The one in the middle, or the mean of the two that are.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.indices.last else { return .nan }
  return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
}
