import Foundation

/// A build of the project whose daemon is driven and whose model is measured.
struct Build: Sendable {
  /// The path of the daemon.
  let daemon: String
  /// The path of the benchmarks that were linked with the model of this build.
  let benchmarks: String
  /// The parts of tables that those benchmarks know; nil when they are this program.
  private let knownParts: Set<String>?

  /// Finds a build.
  ///
  /// - Parameter path: A checkout, or a daemon in the folder of its build.
  /// - Throws: When there is no daemon at that place.
  init(at path: String) throws {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw BenchmarkError("there is nothing at \(path)")
    }
    let file = isFolder.boolValue ? url.appendingPathComponent(".build/release/diffabled") : url
    guard FileManager.default.isExecutableFile(atPath: file.path) else {
      throw BenchmarkError("there is no program \(file.path); build it: swift build -c release")
    }
    daemon = file.path
    benchmarks = file.deletingLastPathComponent().appendingPathComponent("Benchmarks").path
    // They may be missing, or older than the way in which they are asked.
    let list = output(of: [benchmarks, "list"]) ?? ""
    knownParts = Set(list.split(separator: "\n").map(String.init))
  }

  private init(folder: URL) {
    daemon = folder.appendingPathComponent("diffabled").path
    benchmarks = folder.appendingPathComponent("Benchmarks").path
    knownParts = nil
  }

  /// Whether its model can be measured by the benchmarks that it came with.
  var hasBenchmarks: Bool { knownParts != [] }

  /// Whether a part that is measured in process can be measured with its model.
  func canMeasure(_ part: String) -> Bool { knownParts?.contains(part) ?? true }

  /// The build that this program belongs to.
  static let own = Build(
    folder: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
  )
}
