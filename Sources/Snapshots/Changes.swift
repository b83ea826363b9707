/// The smallest difference between two snapshots, as one batch update.
///
/// Deletes and the places that moves come from are places in the snapshot before; inserts and the
/// places that moves go to are places in the snapshot after, as are reloads and reconfigurations,
/// which follow once the structure is right. A deleted section takes the items with it that do not
/// move away; an inserted section starts empty; a moved section carries its items.
///
/// All lists ascend by place (moves by `to`), and runs are as long as they can be.
///
/// - Invariant: Replayed on the snapshot before, the result is the snapshot after; the number of
///   moved items, and of moved sections, is the least that any such batch can have.
///   `ExhaustiveDiffTests` and `RandomEditTests` hold both against an independent oracle.
public struct Changes: Equatable, Sendable {
  /// A section and its index.
  public struct Section: Equatable, Sendable {
    /// The index: before for deletes, after for everything else.
    public var at: Int
    /// The section.
    public var section: Handle
  }

  /// A section that changed its place among the sections that stay.
  public struct SectionMove: Equatable, Sendable {
    /// The index before.
    public var from: Int
    /// The index after.
    public var to: Int
    /// The section.
    public var section: Handle
  }

  /// Items of one section that follow one another.
  public struct Run: Equatable, Sendable {
    /// The place of the first.
    public var at: IndexPath
    /// How many there are.
    public var count: Int
  }

  /// Items that follow one another both where they come from and where they go to.
  public struct Move: Equatable, Sendable {
    /// The place of the first before.
    public var from: IndexPath
    /// The place of the first after.
    public var to: IndexPath
    /// How many there are.
    public var count: Int
  }

  /// Rows of one section that follow one another and have the same outline.
  public struct OutlineRun: Equatable, Sendable {
    /// The place of the first, after.
    public var at: IndexPath
    /// How many there are.
    public var count: Int
    /// The outline that they have now.
    public var outline: RowOutline

    /// Creates a run.
    public init(at: IndexPath, count: Int, outline: RowOutline) {
      self.at = at
      self.count = count
      self.outline = outline
    }
  }

  /// What happens to sections.
  public struct Sections: Equatable, Sendable {
    /// Sections that are gone, at their indexes before.
    public var deletes: [Section] = []
    /// New sections, at their indexes after.
    public var inserts: [Section] = []
    /// Sections that move.
    public var moves: [SectionMove] = []
    /// Sections to show anew, at their indexes after.
    public var reloads: [Section] = []
    /// Sections with new content, at their indexes after.
    public var reconfigures: [Section] = []
  }

  /// What happens to items.
  public struct Items: Equatable, Sendable {
    /// Items that are gone from sections that stay, in places before.
    public var deletes: [Run] = []
    /// New items, in places after.
    public var inserts: [Run] = []
    /// Items that move.
    public var moves: [Move] = []
    /// Items to show anew in new cells, in places after.
    public var reloads: [Run] = []
    /// Items to show anew in the cells that they have, in places after.
    public var reconfigures: [Run] = []
  }

  /// What happens to sections.
  public var sections = Sections()
  /// What happens to items.
  public var items = Items()
  /// How many items are gone with the sections that held them.
  public var itemsDeletedWithSections = 0
  /// The rows whose outline is another one than before; those that are new were plain.
  public var outlines: [OutlineRun] = []

  /// Creates the difference between two equal snapshots.
  public init() {}
}

extension Changes {
  /// How many elements each kind of change concerns.
  public struct Counts: Equatable, Sendable {
    /// How many are new.
    public var inserted = 0
    /// How many are gone.
    public var deleted = 0
    /// How many move.
    public var moved = 0
    /// How many are shown anew.
    public var reloaded = 0
    /// How many are shown anew in place.
    public var reconfigured = 0
  }

  /// How many sections are concerned.
  public var sectionCounts: Counts {
    Counts(
      inserted: sections.inserts.count,
      deleted: sections.deletes.count,
      moved: sections.moves.count,
      reloaded: sections.reloads.count,
      reconfigured: sections.reconfigures.count
    )
  }

  /// How many items are concerned; those deleted include the ones that went with their section.
  ///
  /// - Complexity: O(k) for k entries.
  public var itemCounts: Counts {
    Counts(
      inserted: count(items.inserts),
      deleted: count(items.deletes) + itemsDeletedWithSections,
      moved: items.moves.reduce(0) { $0 + $1.count },
      reloaded: count(items.reloads),
      reconfigured: count(items.reconfigures)
    )
  }

  private func count(_ runs: [Run]) -> Int {
    runs.reduce(0) { $0 + $1.count }
  }
}
