import Glibc

/// Measures a table on all builds in turn, A B A B …: whatever else the machine does meets each of
/// them.
struct Race {
  private let benchmark: Benchmark
  private let options: BenchmarkOptions
  private var figures = Figures()

  init(_ benchmark: Benchmark, _ options: BenchmarkOptions) {
    self.benchmark = benchmark
    self.options = options
  }

  /// Measures and prints the table.
  mutating func run() throws {
    let columns = benchmark.columns(options)
    for part in benchmark.parts where options.selects(part, of: benchmark) {
      for (index, column) in columns.enumerated() {
        try measure(part, column, index)
      }
    }
    guard !figures.isEmpty else { return }
    figures.table(benchmark.title, heads: columns.map(\.head)).print()
  }

  private mutating func measure(_ part: Part, _ column: Workload, _ index: Int) throws {
    let builds = options.builds(for: part, of: benchmark)
    let turns = part.isPeer || options.isCounting ? 1 : benchmark.turns
    for turn in 1...turns {
      for (number, build) in builds.enumerated() {
        showProgress("\(benchmark.name(of: part)) \(column.head), turn \(turn) of \(turns)")
        figures.add(try self.turn(of: part, build, column), column: index, build: number)
      }
    }
    showProgress("")
  }

  private func turn(of part: Part, _ build: Build, _ column: Workload) throws -> Turn {
    switch part.measurement {
    case .inProcess(let environment, _):
      return try InProcess(benchmark.name(of: part), environment, options).turn(build, column)
    case .peer:
      return try InProcess(benchmark.name(of: part), [:], options).turn(build, column)
    case .overPipes(let measure):
      var turn = Turn()
      try measure(build, column, &turn)
      return turn
    }
  }

  /// Tells the person who waits what is being measured; in a file nobody waits.
  private func showProgress(_ text: String) {
    guard isatty(2) == 1 else { return }
    writeToStandardError("\r\u{1B}[K" + text)
  }
}

func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
