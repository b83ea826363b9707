import Foundation

/// Counts instructions with callgrind: those of the measured work alone, line by line.
struct InstructionCount {
  /// What the detail of a line is called that has a number of instructions.
  static let detail = "instructions"

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diffabled-callgrind-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Whether valgrind is there.
  static var isPossible: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/valgrind")
    }
  }

  /// What to put in front of a command.
  ///
  /// The two patterns are the names of ``countedWork(_:)`` and ``endOfCountedLine()``.
  var command: [String] {
    [
      "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=callgrind", "--quiet",
      "--callgrind-out-file=\(folder.path)/out",
      "--toggle-collect=$s10Benchmarks11countedWork*",
      "--dump-after=$s10Benchmarks16endOfCountedLine*",
    ]
  }

  /// The instructions for one call of each line, from how often each line called its work.
  func perCall(_ turn: Turn) throws -> Turn {
    var result = Turn()
    var part = 0
    for (line, value) in turn.findings where line.unit == .instructions {
      part += 1
      let total = try totalOfDump(part)
      result.add(line.work, line.detail, Double(total) / value, line.unit)
    }
    return result
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func totalOfDump(_ number: Int) throws -> Int {
    let file = folder.appendingPathComponent("out.\(number)")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let row = rows.first { $0.hasPrefix("totals:") }
    guard let total = row?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw BenchmarkError("callgrind wrote no sum")
    }
    return total
  }
}

/// Does a piece of work; from its beginning to its end instructions are counted.
@inline(never)
func countedWork(_ work: () throws -> Void) rethrows {
  try work()
}

/// Tells callgrind that what was counted belongs to one line.
@inline(never)
func endOfCountedLine() {
  keep(0)
}
