import Foundation

/// What the command line asks for.
struct BenchmarkOptions {
  /// The names of the tables to print, or of parts of them; the main tables when empty.
  private(set) var names: Set<String> = []
  /// The one number of items to measure with; nil for the usual ones.
  private(set) var size: Int?
  /// Whether instructions are counted instead of the time.
  private(set) var isCounting = false
  /// The build that is measured.
  private(set) var build = Build.own
  /// The build that it is compared with.
  private(set) var other: Build?

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--size":
        guard let size = rest.popFirst().flatMap({ Int($0) }), size >= 10 else {
          throw BenchmarkError("--size needs a number of at least 10")
        }
        self.size = size
      case "--count": isCounting = true
      case "--binary": build = try Self.build(named: argument, &rest)
      case "--against": other = try Self.build(named: argument, &rest)
      default: try addName(argument)
      }
    }
    guard !isCounting || InstructionCount.isPossible else {
      throw BenchmarkError("--count needs valgrind")
    }
  }

  private static func build(named option: String, _ rest: inout ArraySlice<String>) throws -> Build
  {
    guard let path = rest.popFirst() else { throw BenchmarkError("\(option) needs a path") }
    return try Build(at: path)
  }

  private mutating func addName(_ name: String) throws {
    let isKnown = Main.benchmarks.contains { benchmark in
      benchmark.name == name || benchmark.parts.contains { benchmark.name(of: $0) == name }
    }
    guard isKnown else {
      let known = Main.benchmarks.map(\.name).joined(separator: " ")
      throw BenchmarkError("there is no table '\(name)'; the tables are: \(known)")
    }
    names.insert(name)
  }
}

extension BenchmarkOptions {
  /// The numbers of items to measure with.
  var sizes: [Int] { size.map { [$0] } ?? [10_000, 100_000, 1_000_000] }

  /// The number of items where one is enough.
  var largeSize: Int { size ?? 1_000_000 }

  /// Whether a part is to be measured.
  func selects(_ part: Part, of benchmark: Benchmark) -> Bool {
    let isNamed = names.contains(benchmark.name) || names.contains(benchmark.name(of: part))
    guard isNamed || names.isEmpty && benchmark.isMain else { return false }
    return !isCounting || part.isInProcess && !part.isPeer
  }

  /// The builds on which a part is measured: none when the first one cannot, and only the first one
  /// when the other cannot.
  func builds(for part: Part, of benchmark: Benchmark) -> [Build] {
    let all = part.isPeer ? [Build.own] : [build] + (other.map { [$0] } ?? [])
    return Array(all.prefix { !part.isInProcess || $0.canMeasure(benchmark.name(of: part)) })
  }
}

/// Why a benchmark cannot run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
