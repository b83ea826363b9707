import TestSupport

/// All snapshots with at most three sections and four items.
enum SmallSnapshots {

  private static let sections = ["A", "B", "C"]
  private static let items = ["1", "2", "3", "4"]

  /// One of each shape, with the names in order: whatever else there is differs in names only.
  static let canonical: [ModelSnapshot] = shapes().map { counts in
    arrange(sections.prefix(counts.count), items.prefix(counts.reduce(0, +)), counts)
  }

  /// Every one, with every choice and order of names.
  static let all: [ModelSnapshot] = shapes().flatMap { counts in
    arrangements(of: sections, count: counts.count).flatMap { sections in
      arrangements(of: items, count: counts.reduce(0, +)).map { items in
        arrange(sections[...], items[...], counts)
      }
    }
  }

  /// The numbers of items in each section.
  private static func shapes() -> [[Int]] {
    (0...sections.count).flatMap { shapes(sections: $0, items: items.count) }
  }

  private static func shapes(sections: Int, items: Int) -> [[Int]] {
    guard sections > 0 else { return [[]] }
    return (0...items).flatMap { first in
      shapes(sections: sections - 1, items: items - first).map { [first] + $0 }
    }
  }

  private static func arrange(
    _ sections: ArraySlice<String>,
    _ items: ArraySlice<String>,
    _ counts: [Int]
  ) -> ModelSnapshot {
    var rest = items
    return ModelSnapshot(
      zip(sections, counts).map { section, count in
        defer { rest = rest.dropFirst(count) }
        return ModelSnapshot.Section(section, Array(rest.prefix(count)))
      }
    )
  }

  private static func arrangements(of names: [String], count: Int) -> [[String]] {
    guard count > 0 else { return [[]] }
    return names.flatMap { first in
      arrangements(of: names.filter { $0 != first }, count: count - 1).map { [first] + $0 }
    }
  }
}
