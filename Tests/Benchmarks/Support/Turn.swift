/// What one turn found out: a value for each line that it measured.
struct Turn {
  /// Whether instructions are counted, which makes everything fifty times as slow.
  let isCounting: Bool
  private(set) var findings: [(line: Line, value: Double)] = []
  /// Words that stand in the place of values.
  private(set) var words: [(line: Line, word: String)] = []

  init(isCounting: Bool = false) { self.isCounting = isCounting }

  /// How often to do what is usually done `count` times.
  func rounds(_ count: Int) -> Int { isCounting ? max(1, count / 4) : count }

  /// Adds the value of a piece of work.
  mutating func add(_ work: String, _ value: Double, _ unit: Unit) { add(work, "", value, unit) }

  /// Adds what else was found out about a piece of work.
  mutating func add(_ work: String, _ detail: String, _ value: Double, _ unit: Unit) {
    findings.append((Line(work: work, detail: detail, unit: unit), value))
  }

  /// Adds why there is no value.
  mutating func add(_ work: String, insteadOfValue word: String, _ unit: Unit) {
    words.append((Line(work: work, detail: "", unit: unit), word))
  }

  /// Adds the median of some durations.
  ///
  /// - Parameters:
  ///   - work: What took so long.
  ///   - samples: The durations.
  ///   - unit: The unit in which they are shown.
  ///   - calls: How many calls each of them is of; shown is one.
  ///   - tail: Whether the 99th percentile is shown too.
  mutating func add(
    _ work: String,
    _ samples: Samples,
    _ unit: Unit,
    calls: Int = 1,
    tail: Bool = false
  ) {
    defer { endOfCountedLine() }
    guard !isCounting else {
      return add(work, InstructionCount.detail, Double(samples.count * calls), .instructions)
    }
    add(work, Double(samples.median) / Double(calls), unit)
    if tail { add(work, "99 %", Double(samples.p99) / Double(calls), unit) }
  }
}

/// A line of a table: a piece of work and what is told of it.
struct Line: Hashable {
  let work: String
  /// What is told beside the usual time, such as `cpu`; empty for the time itself.
  let detail: String
  let unit: Unit
}

extension Turn {
  /// The findings as lines of text, for the process that asked for them.
  var text: String {
    findings.map { line, value in
      "\(line.work)\t\(line.detail)\t\(line.unit.rawValue)\t\(value)\n"
    }
    .joined()
  }

  /// Reads findings from lines of text; nil when they are none.
  init?(text: some StringProtocol) {
    self.init()
    for row in text.split(separator: "\n") {
      let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, let unit = Unit(rawValue: String(fields[2])),
        let value = Double(fields[3])
      else { return nil }
      add(String(fields[0]), String(fields[1]), value, unit)
    }
  }
}
