import Foundation

/// What the command line asks for.
struct BenchmarkOptions {
  /// The names of the tables to print; all when empty.
  private(set) var names: Set<String> = []
  /// The one number of items to measure with; nil for the usual ones.
  private(set) var size: Int?
  /// The daemon to drive.
  private(set) var binary: String

  init(arguments: [String]) throws {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    binary = folder.appendingPathComponent("diffabled").path
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--size":
        guard let size = rest.popFirst().flatMap({ Int($0) }), size >= 100 else {
          throw BenchmarkError("--size needs a number of at least 100")
        }
        self.size = size
      case "--binary":
        guard let path = rest.popFirst() else { throw BenchmarkError("--binary needs a path") }
        binary = path
      default:
        guard Main.benchmarks.contains(where: { $0.name == argument }) else {
          let known = Main.benchmarks.map(\.name).joined(separator: " ")
          throw BenchmarkError("there is no table '\(argument)'; the tables are: \(known)")
        }
        names.insert(argument)
      }
    }
  }

  /// The numbers of items to measure with.
  var sizes: [Int] { size.map { [$0] } ?? [10_000, 100_000, 1_000_000] }

  /// The number of items where one is enough.
  var largeSize: Int { size ?? 1_000_000 }

  func selects(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
}

/// Why a benchmark cannot run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
