/// What all turns found out, for each build and column.
struct Figures {
  private var lines: [Line] = []
  private var values: [Place: [Double]] = [:]
  private var words: [Place: String] = [:]

  private struct Place: Hashable {
    let line: Line
    let column: Int
    let build: Int
  }

  var isEmpty: Bool { lines.isEmpty }

  mutating func add(_ turn: Turn, column: Int, build: Int) {
    for (line, value) in turn.findings {
      values[place(line, column, build), default: []].append(value)
    }
    for (line, word) in turn.words { words[place(line, column, build)] = word }
  }

  private mutating func place(_ line: Line, _ column: Int, _ build: Int) -> Place {
    if !lines.contains(line) { lines.append(line) }
    return Place(line: line, column: column, build: build)
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
    let places = [0, 1].map { Place(line: line, column: column, build: $0) }
    let medians = places.map { values[$0].map(median) }
    let texts = zip(places, medians).compactMap { words[$0] ?? $1.map(line.unit.text) }
    guard let figure = medians[0], let other = medians[1] else {
      return texts.joined(separator: " / ")
    }
    return "\(texts[0]) / \(texts[1]) = \(fixed(figure / other, places: 2))"
  }
}

/// The one in the middle, or the mean of the two that are.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.indices.last else { return .nan }
  return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
}
