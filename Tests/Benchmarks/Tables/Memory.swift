import DataSources
import Foundation
import Snapshots

/// What a list takes in memory, and what drafts of it take more.
func measureMemory(_ options: BenchmarkOptions) throws {
  // With this setting, memory that is given up goes back to the system at once.
  let setting = "MALLOC_MMAP_THRESHOLD_"
  guard ProcessInfo.processInfo.environment[setting] == nil else {
    return try measureMemory(of: options.largeSize)
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  process.arguments = ["memory", "--size", "\(options.largeSize)"]
  process.environment = ProcessInfo.processInfo.environment.merging([setting: "65536"]) { $1 }
  try process.run()
  process.waitUntilExit()
}

private func measureMemory(of size: Int) throws {
  var table = Table(
    "Resident memory that a list takes, and drafts of it take more; \(sizeText(size)) items in"
      + " 10 sections, 14 bytes of canonical identifier each, seed \(seed).",
    columns: ["what", "bytes"]
  )
  let model = Model(ItemList(count: size))
  let beforeSource = residentBytes()
  let source = try model.dataSource()
  let snapshotAndIdentifiers = residentBytes() - beforeSource
  let items = source.snapshot.itemHandles

  let beforeCopy = residentBytes()
  let copy = IdentifierPool()
  for item in items {
    source.snapshot.pool.items.withBytes(of: item) { _ = copy.items.intern($0) }
  }
  let identifiers = residentBytes() - beforeCopy
  table.add([
    "an item, without its identifier", perUnit(snapshotAndIdentifiers - identifiers, size),
  ])
  table.add(["an identifier, beyond its bytes", perUnit(identifiers - 14 * size, size)])

  let beforeDrafts = residentBytes()
  var drafts: [Draft] = []
  for index in 0..<1000 {
    var draft = source.draft()
    try draft.edit { snapshot in
      try snapshot.moveItem(items[index * (size / 1000)], .after(items[size / 2 + 1]))
    }
    drafts.append(draft)
  }
  table.add(["each of 1000 drafts with one move", perUnit(residentBytes() - beforeDrafts, 1000)])
  keep((model, copy, drafts, source))
  table.print()
}

private func perUnit(_ bytes: Int, _ count: Int) -> String {
  decimal(Double(bytes) / Double(count))
}

private func residentBytes() -> Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
