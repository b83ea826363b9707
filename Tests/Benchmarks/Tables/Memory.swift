import DataSources
import Foundation
import Snapshots

extension Benchmark {
  /// What a list takes in memory, and what drafts of it take more.
  static let memory = Benchmark(
    name: "memory",
    title: "Resident memory that a list takes, and drafts of it take more; 10 sections, 14 bytes of"
      + " canonical identifier each.",
    columns: { [Workload(size: $0.largeSize)] },
    turns: 1,
    parts: [
      // With this setting, memory that is given up goes back to the system at once.
      Part("list", .inProcess(environment: ["MALLOC_MMAP_THRESHOLD_": "65536"], measureMemory))
    ]
  )
}

private func measureMemory(_ column: Workload, into turn: inout Turn) throws {
  guard !turn.isCounting else { return }
  let size = column.size
  let bytes = ListBytes(column.list)
  let model = Model()
  let beforeSource = residentBytes()
  try model.replace(with: bytes)
  let snapshotAndIdentifiers = residentBytes() - beforeSource
  let source = model.source
  let items = source.snapshot.itemHandles

  let beforeCopy = residentBytes()
  let copy = IdentifierPool()
  for item in items {
    source.snapshot.pool.items.withBytes(of: item) { _ = copy.items.intern($0) }
  }
  let identifiers = residentBytes() - beforeCopy
  turn.add("an item, without its identifier", snapshotAndIdentifiers - identifiers, over: size)
  turn.add("an identifier, beyond its bytes", identifiers - 14 * size, over: size)

  let beforeDrafts = residentBytes()
  var drafts: [Draft] = []
  for index in 0..<1000 {
    var draft = source.draft()
    try draft.edit { snapshot in
      try snapshot.moveItem(items[index * (size / 1000)], .after(items[size / 2 + 1]))
    }
    drafts.append(draft)
  }
  turn.add("each of 1000 drafts with one move", residentBytes() - beforeDrafts, over: 1000)
  keep((bytes, copy, drafts, source))
}

extension Turn {
  fileprivate mutating func add(_ work: String, _ bytes: Int, over count: Int) {
    add(work, Double(bytes) / Double(count), .bytes)
  }
}

private func residentBytes() -> Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
