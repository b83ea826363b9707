import Foundation

/// Turns that are measured by a process of its own: the benchmarks of one build or another.
struct InProcess {
  private let part: String
  private let environment: [String: String]
  private let options: BenchmarkOptions

  /// Turns of one part, which goes by the name that the command line knows.
  init(_ part: String, _ environment: [String: String], _ options: BenchmarkOptions) {
    self.part = part
    self.environment = environment
    self.options = options
  }

  /// Measures a column.
  func turn(_ build: Build, _ column: Workload) throws -> Turn {
    var arguments = [build.benchmarks, "turn", column.head, part]
    if let size = options.size { arguments += ["--size", "\(size)"] }
    guard options.isCounting else { return try read(arguments) }
    let count = try InstructionCount()
    defer { count.remove() }
    return try count.perCall(try read(count.command + arguments + ["--count"]))
  }

  private func read(_ arguments: [String]) throws -> Turn {
    let text = output(of: arguments, environment, showsErrors: true)
    guard let turn = text.flatMap({ Turn(text: $0) }) else {
      throw BenchmarkError("this went wrong: \(arguments.joined(separator: " "))")
    }
    return turn
  }

  /// The other side: measures a column in this process, and prints what was found.
  static func printTurn(_ head: String, _ options: BenchmarkOptions) throws {
    var turn = Turn(isCounting: options.isCounting)
    for benchmark in Main.benchmarks {
      for part in benchmark.parts where options.names.contains(benchmark.name(of: part)) {
        for column in benchmark.columns(options) where column.head == head {
          switch part.measurement {
          case .inProcess(_, let measure), .peer(let measure): try measure(column, &turn)
          case .overPipes: break
          }
        }
      }
    }
    print(turn.text, terminator: "")
  }
}

/// What a program prints; nil when it fails.
///
/// - Parameters:
///   - arguments: Its path, and what it is given; before that variables for its environment.
///   - environment: Further such variables.
///   - showsErrors: Whether what it says of its errors is to be seen.
/// - Returns: The text.
func output(
  of arguments: [String],
  _ environment: [String: String] = [:],
  showsErrors: Bool = false
) -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  let pipe = Pipe()
  process.standardOutput = pipe
  if !showsErrors { process.standardError = FileHandle.nullDevice }
  guard (try? process.run()) != nil else { return nil }
  let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
}
