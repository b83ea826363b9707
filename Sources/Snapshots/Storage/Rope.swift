/// A persistent list of distinct handles that finds a handle by position and a position by handle.
///
/// A rope is a value: a copy costs nothing to speak of and is independent of the original. Two
/// copies share every block that neither has written to since. An edit of a rope that shares
/// nothing happens in place.
///
/// The handles are in chunks of up to 1024. A chunk has an identifier that never changes while its
/// neighbours come and go, so the locator, which leads from each handle to its chunk, stays right
/// when an edit elsewhere moves the handle. The order of the chunks is kept apart from them in flat
/// arrays of numbers. To move a long stretch is to move a few of those numbers.
///
/// What else is summed up over the handles, if anything, its chunks say: a rope of blocks is a list
/// of handles that all count alike.
///
/// Positions are zero-based. With n handles an edit costs O(chunk capacity + n / chunk capacity),
/// both of them moved as plain bytes.
///
/// - Invariant: See ``checkInvariants()``.
package struct Rope<Chunk: RopeChunk>: Sendable {

  typealias Piece = ChunkOrder<Chunk.Size>.Piece

  let geometry: RopeGeometry

  /// The chunks by identifier; a free identifier has an empty one.
  var chunks = BlockTable<Chunk>()

  /// The chunks that are in use, in display order.
  var order = ChunkOrder<Chunk.Size>()

  /// The chunk identifiers that are free to be used again.
  var freeIDs: ContiguousArray<Int32> = []

  /// Leads from each handle to the chunk that holds it.
  var locator: Locator

  /// The chunks that were written to, for one who keeps something for each and has set this to an
  /// empty list; may name one several times.
  var written: [Int32]?

  /// Creates a rope without handles.
  package init(geometry: RopeGeometry = .production) {
    self.geometry = geometry
    locator = Locator(pageCapacity: geometry.pageCapacity)
  }

  /// Creates a rope of handles in display order.
  ///
  /// - Precondition: The handles are distinct and not negative.
  /// - Complexity: O(n).
  package init(_ handles: [Handle], geometry: RopeGeometry = .production) {
    self.init(geometry: geometry)
    insert(contentsOf: handles, at: 0)
  }

  /// Creates a rope of what a chunk holds.
  init(_ chunk: Chunk, geometry: RopeGeometry) {
    self.init(geometry: geometry)
    insert(chunk, at: 0)
  }

  /// The number of handles.
  package var count: Int { order.size.count }

  /// Whether there are no handles.
  package var isEmpty: Bool { count == 0 }
}
