import DiffableProtocol
import JSON
import Snapshots

/// A tree that a message brings, with the contents of its items.
struct PlacedTree {
  var tree: SectionSnapshot
  /// Those of its items that come with a content; others may be among them.
  var items: [PlacedItem]

  /// A tree of items that all stand at the top.
  init(_ items: [PlacedItem]) {
    tree = SectionSnapshot(items.map(\.handle))
    self.items = items
  }

  fileprivate init() { self.init([]) }
}

/// Reads an outline document: items with the items below them.
///
/// The stack is on the heap, so that no document can overflow the one of the thread.
struct OutlineReader {
  /// The items below one item, of which some have been read.
  private struct List {
    var elements: JSONElements.Iterator
    /// The item that they hang below, as an index in the tree, -1 at the top.
    let parent: Int32
    var next: Int32 = 0
  }

  private var elements: ElementReader
  private let reader: ObjectReader
  private var pending: [List] = []
  // A document may be nothing but identifiers of one digit, so little is noted of each.
  private var placed = PlacedTree()
  /// Which item of the tree each of those with a content is.
  private var indexesWithContent: [Int32] = []
  /// Where each item stands in the document: in which list, and at which index of it.
  private var places: [(parent: Int32, index: Int32)] = []

  /// Creates a reader of a document.
  init(_ reader: ObjectReader, _ elements: ElementReader) {
    self.reader = reader
    self.elements = elements
    self.elements.path = reader.path
  }

  /// The revision is there so that what was read can be sent back; it has no effect.
  private static let members = MemberNames(of: "an outline document", ["items", "revision"])

  /// Reads the document.
  ///
  /// - Throws: What is wrong with it, and where; repeats as the data source's option says.
  mutating func read() throws(DiffableError) -> PlacedTree {
    try checkRoom(in: elements.pool)
    try reader.check(OutlineReader.members)
    _ = try reader.optionalRevision("revision")
    begin(try reader.array("items"), below: -1)
    while let last = pending.indices.last {
      guard let element = pending[last].elements.next() else {
        pending.removeLast()
        continue
      }
      places.append((pending[last].parent, pending[last].next))
      pending[last].next += 1
      try read(element)
      try elements.checkpoint.step()
    }
    return try withoutRepeats()
  }

  /// Begins with the items below another one, or at the top.
  private mutating func begin(_ list: JSONView, below parent: Int32) {
    pending.append(List(elements: list.elements.makeIterator(), parent: parent))
    // One long list is what takes the most room for its length.
    guard list.count > places.count else { return }
    places.reserveCapacity(places.count + list.count)
    placed.tree.reserveCapacity(places.count + list.count)
  }

  private mutating func read(_ value: JSONView) throws(DiffableError) {
    let index = placed.tree.entries.count
    let (element, item) = try item(value, at: index)
    if let content = element.content {
      placed.items.append(PlacedItem(handle: item, content: content))
      indexesWithContent.append(Int32(index))
    }
    placed.tree.append(
      SectionSnapshot.Entry(
        item: item,
        level: pending.count - 1,
        isExpanded: try expanded(element, at: index)
      )
    )
    guard let children = element.children, !children.isNull else { return }
    let list = try reader.array(children, at: "\(path(of: index)).children")
    begin(list, below: Int32(index))
  }

  private func item(
    _ value: JSONView,
    at index: Int
  ) throws(DiffableError) -> (element: Element, handle: Handle) {
    do throws(DiffableError) {
      let element = try value.withElement { (value) throws(DiffableError) in
        try Element(outlineItem: value, by: elements.reading.identity)
      }
      let handle = try elements.identifiers.withCanonicalBytes(of: element) {
        elements.pool.items.intern($0)
      }
      return (element, handle)
    } catch {
      throw elements.located(error, at: path(of: index))
    }
  }

  private func expanded(_ element: Element, at index: Int) throws(DiffableError) -> Bool {
    guard let value = element.expanded, !value.isNull else { return false }
    guard let expanded = value.bool else {
      throw reader.invalid("\(path(of: index)).expanded", "must be true or false", value)
    }
    return expanded
  }

  /// What is left when repeats are refused or, with what hangs below them kept, left out.
  private func withoutRepeats() throws(DiffableError) -> PlacedTree {
    let items = placed.tree.items
    guard let choice = elements.reading.duplicates.choice else {
      try elements.refuseRepeats(of: items) { path(of: $0) }
      return placed
    }
    let pool = elements.pool
    guard
      let stays = try model(pool, try Repeats.survivors(of: items, choosing: choice, pool.work))
    else { return placed }
    var kept = placed
    kept.items = zip(placed.items, indexesWithContent).filter { stays[Int($1)] }.map(\.0)
    kept.tree = placed.tree.filtered(stays)
    return kept
  }

  // MARK: Saying where

  /// Where the item of an index stands in the document.
  private func path(of index: Int) -> String {
    var parts: [String] = []
    var next = index
    while next >= 0 {
      let place = places[next]
      parts.append("\(place.parent < 0 ? "items" : "children")[\(place.index)]")
      next = Int(place.parent)
    }
    return parts.reversed().joined(separator: ".")
  }
}
