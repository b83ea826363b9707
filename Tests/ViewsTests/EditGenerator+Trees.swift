import Snapshots
import TestSupport

extension EditGenerator {
  /// The same items, of which some runs stand elsewhere and some hang lower or higher.
  mutating func rearranged(_ tree: SectionSnapshot) -> SectionSnapshot {
    var entries = tree.entries
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let start = Int.random(in: 0..<entries.count, using: &random)
      let end = min(entries.count, start + Int.random(in: 1...6, using: &random))
      let run = entries[start..<end]
      entries.removeSubrange(start..<end)
      let place = Int.random(in: 0...entries.count, using: &random)
      entries.insert(contentsOf: run, at: place)
    }
    var rearranged = SectionSnapshot()
    var level = -1
    for entry in entries {
      let wanted = isRare(6) ? entry.level + 1 : entry.level
      level = min(wanted, level + 1)
      let isExpanded = isRare(8) ? !entry.isExpanded : entry.isExpanded
      rearranged.append(.init(item: entry.item, level: level, isExpanded: isExpanded))
    }
    return rearranged
  }
}
