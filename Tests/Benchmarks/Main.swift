/// Measures what the daemon and its parts cost, beside peers, and prints tables.
///
/// Nothing is asserted about time: a shared machine would make such a check fail at random.
@main
struct Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["echo"] { return Echo.run() }
    let options = try BenchmarkOptions(arguments: arguments)
    for benchmark in benchmarks where options.selects(benchmark.name) {
      try benchmark.run(options)
    }
  }

  /// Every table by its name, in the order in which they are printed.
  static let benchmarks: [(name: String, run: @Sendable (BenchmarkOptions) throws -> Void)] = [
    ("edits", measureEdits),
    ("batches", measureBatches),
    ("lookups", measureLookups),
    ("replacement", measureReplacement),
    ("parsing", measureParsing),
    ("round-trips", measureRoundTrips),
    ("wire-edits", measureWireEdits),
    ("wire-lookups", measureWireLookups),
    ("wire-replacement", measureWireReplacement),
    ("start", measureStart),
    ("memory", measureMemory),
  ]
}
