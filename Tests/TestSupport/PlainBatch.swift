public import Snapshots

/// A batch in numbers alone: what can be read off changes however they were written.
public struct PlainBatch: Equatable, Sendable {

  /// A section and an item in it.
  public struct Path: Hashable, Comparable, Sendable {
    /// The section's index.
    public var section: Int
    /// The item's index in it.
    public var item: Int

    /// Creates a path.
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }

    /// The order of the list.
    public static func < (lhs: Path, rhs: Path) -> Bool {
      (lhs.section, lhs.item) < (rhs.section, rhs.item)
    }

    /// The path some items further on.
    func advanced(by count: Int) -> Path { Path(section: section, item: item + count) }
  }

  /// Neighbours in one section.
  public struct Run: Equatable, Sendable {
    /// Where the first of them is.
    public var at: Path
    /// How many they are.
    public var count: Int

    /// Creates a run.
    public init(at: Path, count: Int) {
      self.at = at
      self.count = count
    }

    /// Each of them.
    var paths: [Path] { (0..<max(0, count)).map { at.advanced(by: $0) } }
    /// Right behind the last of them.
    var end: Path { at.advanced(by: count) }
  }

  /// Neighbours in one section that have the same outline.
  public struct OutlineRun: Equatable, Sendable {
    /// Where they are.
    public var run: Run
    /// What they have.
    public var outline: RowOutline

    /// Creates a run.
    public init(_ run: Run, _ outline: RowOutline) {
      self.run = run
      self.outline = outline
    }
  }

  /// Where something goes from one place to another.
  public struct Move<Place: Equatable & Sendable>: Equatable, Sendable {
    /// The place before.
    public var from: Place
    /// The place after.
    public var to: Place

    /// Creates a move.
    public init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// What happens to sections, by index.
  public struct Sections: Equatable, Sendable {
    /// Indexes before.
    public var deletes: [Int] = []
    /// Indexes after.
    public var inserts: [Int] = []
    /// From indexes before to indexes after.
    public var moves: [Move<Int>] = []
    /// Indexes after.
    public var reloads: [Int] = []
    /// Indexes after.
    public var reconfigures: [Int] = []
  }

  /// What happens to items, in runs.
  public struct Items: Equatable, Sendable {
    /// Runs before.
    public var deletes: [Run] = []
    /// Runs after.
    public var inserts: [Run] = []
    /// From runs before to runs after.
    public var moves: [Move<Run>] = []
    /// Runs after.
    public var reloads: [Run] = []
    /// Runs after.
    public var reconfigures: [Run] = []
  }

  /// What happens to sections.
  public var sections = Sections()
  /// What happens to items.
  public var items = Items()
  /// Runs after.
  public var outlines: [OutlineRun] = []

  /// Creates an empty batch.
  public init() {}

  /// Takes the numbers out of changes.
  public init(_ changes: Changes) {
    sections.deletes = changes.sections.deletes.map(\.at)
    sections.inserts = changes.sections.inserts.map(\.at)
    sections.moves = changes.sections.moves.map { Move(from: $0.from, to: $0.to) }
    sections.reloads = changes.sections.reloads.map(\.at)
    sections.reconfigures = changes.sections.reconfigures.map(\.at)
    items.deletes = changes.items.deletes.map(Run.init)
    items.inserts = changes.items.inserts.map(Run.init)
    items.moves = changes.items.moves.map { move in
      Move(
        from: Run(at: Path(move.from), count: move.count),
        to: Run(at: Path(move.to), count: move.count)
      )
    }
    items.reloads = changes.items.reloads.map(Run.init)
    items.reconfigures = changes.items.reconfigures.map(Run.init)
    outlines = changes.outlines.map(OutlineRun.init)
  }

  /// Whether it shows things anew and changes nothing of the structure.
  public var isUpdate: Bool {
    var structure = self
    structure.sections.reloads = []
    structure.sections.reconfigures = []
    structure.items.reloads = []
    structure.items.reconfigures = []
    structure.outlines = []
    return structure == PlainBatch() && self != structure
  }
}

extension PlainBatch.OutlineRun {
  /// Takes over a run.
  public init(_ run: Changes.OutlineRun) {
    self.init(PlainBatch.Run(at: PlainBatch.Path(run.at), count: run.count), run.outline)
  }
}

extension PlainBatch.Run {
  fileprivate init(_ run: Changes.Run) {
    self.init(at: PlainBatch.Path(run.at), count: run.count)
  }
}

extension PlainBatch.Path {
  fileprivate init(_ path: IndexPath) {
    self.init(section: path.section, item: path.item)
  }
}

// MARK: - The form

extension PlainBatch {

  /// What is wrong with the lists as such: they ascend, runs are not empty and as long as they can
  /// be, and nothing is deleted in a section that is deleted itself.
  public var problemsOfForm: [String] {
    var problems: [String] = []
    for (name, indexes) in [
      ("deleted sections", sections.deletes), ("inserted sections", sections.inserts),
      ("moved sections", sections.moves.map(\.to)), ("reloaded sections", sections.reloads),
      ("reconfigured sections", sections.reconfigures),
    ] where zip(indexes, indexes.dropFirst()).contains(where: { $0 >= $1 }) {
      problems.append("\(name) \(indexes) do not ascend")
    }
    for (name, runs) in [
      ("deletes", items.deletes), ("inserts", items.inserts), ("reloads", items.reloads),
      ("reconfigures", items.reconfigures),
    ] where zip(runs, runs.dropFirst()).contains(where: { $0.end >= $1.at }) {
      problems.append("\(name) \(runs) do not ascend, or a run is cut")
    }
    for (move, next) in zip(items.moves, items.moves.dropFirst())
    where move.to.end > next.to.at || (move.to.end == next.to.at && move.from.end == next.from.at) {
      problems.append("moves do not ascend, or a run is cut: \(move), \(next)")
    }
    let runs = items.deletes + items.inserts + items.reloads + items.reconfigures
    if (runs + items.moves.map(\.to)).contains(where: { $0.count < 1 }) {
      problems.append("an empty run")
    }
    if items.deletes.contains(where: { sections.deletes.contains($0.at.section) }) {
      problems.append("a delete in a section that is deleted")
    }
    return problems
  }
}
