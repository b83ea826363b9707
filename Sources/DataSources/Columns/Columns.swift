public import Snapshots

/// The columns of one data source by what they read, for as long as anybody uses them.
///
/// A column that ends takes itself out. A weak reference to it would say so as well, but each apply
/// asks for the columns several times, and an object that is referred to weakly is slow to count.
public final class Columns {
  private struct Entry {
    /// In UTF-8, since to `String` different bytes can be the same text.
    let name: [UInt8]
    /// What most other names differ in already: names may be long, and alike but for their ends.
    let hash: Int
    unowned(unsafe) let column: any AnyColumn
    /// Which column it is, for when that has begun to end and is not to be touched.
    let id: ObjectIdentifier
  }

  // Not checked at run time, since each apply asks for it several times: nobody is called meanwhile.
  @exclusivity(unchecked) private var entries: [Entry] = []

  /// How many bytes the values take that are kept.
  @exclusivity(unchecked) public private(set) var byteCount = 0

  /// How many bytes the values take, about, that were read in a step which is not committed.
  @exclusivity(unchecked) public private(set) var asideBytes = 0

  /// How many bytes all of them may take together; what reads more is called off.
  @exclusivity(unchecked) public var maxBytes = Int.max

  /// Whether what is read is kept; when not, it is read each time that it is asked for.
  @exclusivity(unchecked) public var isKeeping = true

  /// Creates no columns.
  public init() {}

  /// Whether nobody uses any column.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether the columns take more than they may.
  public var isFull: Bool { byteCount + asideBytes > maxBytes }

  /// Counts that values came or, with negative numbers, went.
  @usableFromInline
  func take(_ bytes: Int, aside: Int, _ work: Work? = nil) {
    byteCount += bytes
    asideBytes += aside
    if isFull { work?.callOff() }
  }

  /// Forgets all values: they are read again when they are asked for.
  public func letGo() {
    for index in entries.indices { entries[index].column.letGo() }
  }

  /// Forgets what was read in a step that will not be committed.
  public func letGoOfAside() {
    guard asideBytes > 0 else { return }
    for index in entries.indices { entries[index].column.letGoOfAside() }
  }

  /// Finds the column that reads something, or makes it.
  ///
  /// - Parameters:
  ///   - name: What it reads; all who ask under one name mean the same.
  ///   - make: Makes it.
  /// - Returns: The column, which is kept as long as the caller keeps it.
  public func column<Values>(_ name: String, orMake make: () -> Column<Values>) -> Column<Values> {
    let name = Array(name.utf8)
    let hash = name.withUnsafeBytes { bytes in
      var hasher = Hasher()
      hasher.combine(bytes: bytes)
      return hasher.finalize()
    }
    let former = entries.first { $0.hash == hash && $0.name == name }?.column
    if let column = former as? Column<Values> { return column }
    let column = make()
    column.home = self
    entries.append(Entry(name: name, hash: hash, column: column, id: ObjectIdentifier(column)))
    return column
  }

  /// Takes out a column that ends.
  func remove(_ id: ObjectIdentifier) { entries.removeAll { $0.id == id } }

  func commit(_ step: ColumnStep) {
    for index in entries.indices { entries[index].column.commit(step) }
  }
}

/// The items that an apply, which may not have happened yet, gives other values in columns.
public final class ColumnStep {
  /// The items, ascending.
  @usableFromInline let items: [Handle]

  init(_ applied: Applied) throws(SnapshotError) {
    // What is hidden from its first moment on is placed in a tree alone.
    let outlined = try applied.itemsWithOtherOutline
    let placed = outlined.isEmpty ? applied.touchedItems : applied.touchedItems + outlined
    let added = placed.filter { !applied.before.containsItem($0) }
    let others = applied.itemsWithOtherContent
    items = added.isEmpty ? others : HandleSet.ascending(others + added)
  }

  /// Where an item stands among those that are given other values, nil for another one.
  @usableFromInline
  func index(of item: Handle) -> Int? {
    let index = items.indices.partitioningIndex { items[$0] >= item }
    return index < items.count && items[index] == item ? index : nil
  }
}

/// Which state of the rows a question is about.
public struct RowReading {
  /// Where the rows are.
  public let rows: Snapshot
  /// What has their contents.
  public let contents: Snapshot
  /// Whether the rows have the contents that the data source at the bottom has.
  @usableFromInline let isPublished: Bool
  /// The apply at the bottom that is being followed, and is not committed.
  public let step: ColumnStep?

  /// Creates the reading of a state.
  ///
  /// - Parameters:
  ///   - rows: Where the rows are.
  ///   - contents: What has their contents.
  ///   - isPublished: Whether these are the contents that the data source has whose columns are
  ///     asked.
  ///   - step: The apply of that data source that is being followed.
  public init(of rows: Snapshot, contents: Snapshot, isPublished: Bool, step: ColumnStep? = nil) {
    self.rows = rows
    self.contents = contents
    self.isPublished = isPublished
    self.step = step
  }

  /// A row's content, nil for none.
  ///
  /// - Parameter item: The row.
  /// - Returns: The content.
  public func content(ofItem item: Handle) -> Content? { contents.content(ofItem: item) }

  /// What is told of long work.
  @usableFromInline var work: Work { contents.pool.work }

  /// Whether the work was called off in the midst of reading: what was found is not to be used.
  public var isCalledOff: Bool { work.isCalledOff }

  /// The section that has a row.
  ///
  /// - Parameter item: The row.
  /// - Returns: The section, nil when the row is not there.
  public func section(ofItem item: Handle) -> Handle? {
    rows.sectionHandle(containingItem: item)
  }
}
