import Glibc

/// Measures what the daemon and its parts cost, beside peers, and prints tables.
///
/// Nothing is asserted about time: a shared machine would make such a check fail at random.
@main
struct Main {
  /// Every table, in the order in which they are printed.
  static let benchmarks: [Benchmark] = [
    .edits, .sections, .batches, .lookups, .replacement, .parsing, .memory,
    .roundTrips, .wireEdits, .wireSections, .wireLookups, .wireMixed, .smallLists,
    .wireReplacement, .wireIdentifiers, .start, .growth, .views, .looks,
  ]

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      writeToStandardError("Benchmarks: \(error)\n")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "echo": Echo.run()
    case "list": for benchmark in benchmarks { benchmark.printParts() }
    case "turn" where arguments.count > 1:
      let options = try BenchmarkOptions(arguments: Array(arguments.dropFirst(2)))
      try InProcess.printTurn(arguments[1], options)
    default: try onOneCore { try printTables(try BenchmarkOptions(arguments: arguments)) }
    }
  }

  private static func printTables(_ options: BenchmarkOptions) throws {
    let head = MachineHead()
    head.printStart(options)
    for benchmark in benchmarks {
      var race = Race(benchmark, options)
      try race.run()
    }
    head.printEnd()
  }
}
