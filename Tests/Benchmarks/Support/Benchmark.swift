/// A table: what is measured, with which lists, and how.
struct Benchmark: Sendable {
  let name: String
  /// What stands above the table: what is measured, and with which workload.
  let title: String
  /// The columns of the table.
  var columns: @Sendable (BenchmarkOptions) -> [Workload] = { options in
    options.sizes.map { Workload(size: $0) }
  }
  /// How often everything is measured; the table shows the medians.
  var turns = 3
  /// Whether it is printed when no table was asked for by name.
  var isMain = true
  /// What is measured, in the order of the lines.
  let parts: [Part]
}

/// Some lines of a table, measured together.
struct Part: Sendable {
  let name: String
  let measurement: Measurement

  init(_ name: String, _ measurement: Measurement) {
    self.name = name
    self.measurement = measurement
  }

  /// Whether it is the same in each build, so that once is enough.
  var isPeer: Bool {
    if case .peer = measurement { true } else { false }
  }

  /// Whether it is measured by a process of its own.
  var isInProcess: Bool {
    if case .inProcess = measurement { true } else { isPeer }
  }
}

/// How a part is measured, once for each turn, build and column.
enum Measurement: Sendable {
  /// With the model of a build, by a process of its own, so that no measurement meets the memory
  /// that another one left. The process gets these environment variables beside those that are set.
  case inProcess(
    environment: [String: String] = [:],
    @Sendable (Workload, inout Turn) throws -> Void
  )
  /// By driving the daemon of a build.
  case overPipes(@Sendable (Build, Workload, inout Turn) throws -> Void)
  /// As something to compare with that belongs to no build, by a process of its own.
  case peer(@Sendable (Workload, inout Turn) throws -> Void)
}

extension Benchmark {
  /// The name by which the command line knows a part.
  func name(of part: Part) -> String { "\(name):\(part.name)" }

  func printParts() {
    for part in parts { print(name(of: part)) }
  }
}
