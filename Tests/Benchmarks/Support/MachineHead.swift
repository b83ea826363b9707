import Foundation

/// What else decides over the figures: the machine, and what it does beside.
struct MachineHead {
  private let atStart = ProcessorTicks()

  func printStart(_ options: BenchmarkOptions) {
    print("Processor: \(Self.processor), \(Self.cores) cores; all work on the last one")
    print("Huge pages: \(Self.hugePages); allocator: \(Self.allocatorSettings)")
    print("Load at start: \(Self.load); seed: \(seed)")
    print("Build: \(Self.text(of: options.build))")
    if let other = options.other {
      print("Against: \(Self.text(of: other)); cells: this build / that build = ratio")
    }
  }

  private static func text(of build: Build) -> String {
    let note = ", but not in process: its benchmarks are missing or others than these"
    return build.daemon + (build.hasBenchmarks ? "" : note)
  }

  func printEnd() {
    let steal = decimal(ProcessorTicks().stolenShare(since: atStart))
    print("\nLoad at end: \(Self.load); stolen by other machines meanwhile: \(steal) %")
  }

  private static var processor: String {
    let rows = (text("/proc/cpuinfo") ?? "").split(separator: "\n")
    let row = rows.first { $0.hasPrefix("model name") }
    return row.map { $0.drop { $0 != ":" }.dropFirst(2) }.map(String.init) ?? "unknown"
  }

  private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  private static var load: String {
    let numbers = text("/proc/loadavg")?.split(separator: " ").prefix(3)
    return numbers?.joined(separator: " ") ?? "unknown"
  }

  private static var hugePages: String {
    let choices = text("/sys/kernel/mm/transparent_hugepage/enabled")?.split(separator: " ")
    return choices?.first { $0.hasPrefix("[") }.map { $0.filter(\.isLetter) } ?? "unknown"
  }

  /// The environment variables that change what the C library does with memory.
  private static var allocatorSettings: String {
    let settings = ProcessInfo.processInfo.environment.filter {
      $0.key.hasPrefix("MALLOC_") || ["GLIBC_TUNABLES", "LD_PRELOAD"].contains($0.key)
    }
    guard !settings.isEmpty else { return "as it is" }
    return settings.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
  }

  private static func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}

/// How the time of all processors was spent since the machine started.
private struct ProcessorTicks {
  private let stolen: Double
  private let all: Double

  init() {
    let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    let ticks = text.prefix { $0 != "\n" }.split(separator: " ").compactMap { Double($0) }
    // Eight numbers, of which the last is what another machine took; what follows is counted twice.
    all = ticks.prefix(8).reduce(0, +)
    stolen = ticks.count > 7 ? ticks[7] : 0
  }

  /// How many hundredths were stolen since a moment before.
  func stolenShare(since start: ProcessorTicks) -> Double {
    all > start.all ? 100 * (stolen - start.stolen) / (all - start.all) : 0
  }
}
