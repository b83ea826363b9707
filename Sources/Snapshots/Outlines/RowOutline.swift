/// Where a row is in the tree of its section, as far as a front end draws it.
public struct RowOutline: Equatable, Sendable {
  /// How many items the row hangs below: 0 at the top.
  public var level: Int
  /// Whether the items below it are shown.
  public var isExpanded: Bool
  /// How many items are right below it, shown or not.
  public var numberOfChildren: Int

  /// Creates the outline of a row.
  public init(level: Int, isExpanded: Bool, numberOfChildren: Int) {
    self.level = level
    self.isExpanded = isExpanded
    self.numberOfChildren = numberOfChildren
  }

  /// That of a row at the top, closed, with nothing below it, as all rows of a flat section are.
  public static let plain = RowOutline(level: 0, isExpanded: false, numberOfChildren: 0)
}

extension Outline {
  /// What a front end draws of an item.
  func rowOutline(of item: Handle) -> RowOutline {
    guard let start = start(of: item) else { return .plain }
    return RowOutline(
      level: level(at: start),
      isExpanded: isExpanded(item),
      numberOfChildren: hasChildren(item) ? numberOfChildren(of: item) : 0
    )
  }
}

/// What a front end draws of some items: found for each alone, or for all of them at once when so
/// many are wanted that going through all trees costs less.
struct RowOutlines {
  private let outline: Outline
  private var positions: Positions?
  /// By those positions.
  private var outlines: [RowOutline] = []

  /// How many brackets are gone through between two questions whether to go on.
  private static let portion = 1 << 14

  /// Makes ready to tell about so many items.
  ///
  /// - Throws: `interrupted`.
  init(_ outline: Outline, askedFor count: Int, _ work: Work) throws(SnapshotError) {
    self.outline = outline
    guard count > 64, count * 16 > outline.count else { return }
    var items: [Handle] = []
    // The indexes of the last item and of those that it hangs below, from the top.
    var path: [Int] = []
    for start in stride(from: 0, to: outline.count, by: Self.portion) {
      let end = min(start + Self.portion, outline.count)
      outline.forEachItem(in: start..<end) { item, level, isExpanded in
        path.removeSubrange(level...)
        if let parent = path.last { outlines[parent].numberOfChildren += 1 }
        path.append(items.count)
        items.append(item)
        outlines.append(RowOutline(level: level, isExpanded: isExpanded, numberOfChildren: 0))
      }
      try work.pass(all: end - start)
    }
    positions = Positions(of: items)
  }

  subscript(item: Handle) -> RowOutline {
    guard let positions else { return outline.rowOutline(of: item) }
    let position = Int(positions[item])
    return position < 0 ? .plain : outlines[position]
  }
}
