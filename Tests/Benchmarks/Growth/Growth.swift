import Foundation

extension Benchmark {
  /// Requests that an adversary, or an unlucky list, could make slow.
  static let growth = Benchmark(
    name: "growth",
    title: "Time of the daemon on a processor for one request over pipes; n is the size above the"
      + " column; no changes are written.",
    turns: 1,
    isMain: false,
    parts: growthRows.map(\.part)
  )
}

private let growthRows = [
  GrowthRow.outlines, GrowthRow.sections, GrowthRow.heightsAndTitles, GrowthRow.drafts,
  GrowthRow.contents, GrowthRow.identifiers,
]
.joined()
.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
