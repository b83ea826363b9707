extension ListReplica {
  /// The items of a section in display order: an array in pieces.
  ///
  /// Changes of thousands of runs take out and put in at thousands of places; in one array each of
  /// them would move all that stands behind.
  ///
  /// - Complexity: O(n/512) to reach an item or to put some in or out; O(1) at the end.
  public struct Items: Equatable, Sendable {
    /// A longer piece than twice this is cut.
    private static let pieceLength = 512

    /// None of them is empty.
    private var pieces: [[Item]] = []
    /// How many items there are.
    public private(set) var count = 0

    /// No items.
    public init() {}

    /// Whether both have the same items in the same order.
    public static func == (lhs: Items, rhs: Items) -> Bool {
      lhs.count == rhs.count && lhs.elementsEqual(rhs)
    }

    /// Where an item stands; the end is the beginning of a piece that is not there.
    private func place(of index: Int) -> (piece: Int, offset: Int) {
      var offset = index
      guard index < count else { return (pieces.count, index - count) }
      for (piece, items) in pieces.enumerated() {
        if offset < items.count { return (piece, offset) }
        offset -= items.count
      }
      return (pieces.count, offset)
    }

    private mutating func takeOut(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let (start, end) = (place(of: range.lowerBound), place(of: range.upperBound))
      if start.piece == end.piece {
        pieces[start.piece].removeSubrange(start.offset..<end.offset)
      } else {
        if end.offset > 0 { pieces[end.piece].removeFirst(end.offset) }
        if start.offset > 0 { pieces[start.piece].removeSubrange(start.offset...) }
        pieces.removeSubrange((start.piece + (start.offset > 0 ? 1 : 0))..<end.piece)
      }
      count -= range.count
    }

    private mutating func putIn(_ items: [Item], at index: Int) {
      guard !items.isEmpty else { return }
      var (piece, offset) = place(of: index)
      if offset == 0 {
        // Behind the piece before, if there is one.
        if piece == 0 { pieces.insert([], at: 0) } else { piece -= 1 }
        offset = pieces[piece].count
      }
      pieces[piece].insert(contentsOf: items, at: offset)
      count += items.count
      guard pieces[piece].count > 2 * Self.pieceLength else { return }
      let long = pieces[piece]
      let starts = stride(from: 0, to: long.count, by: Self.pieceLength)
      pieces.replaceSubrange(
        piece...piece,
        with: starts.map { Array(long[$0..<Swift.min($0 + Self.pieceLength, long.count)]) }
      )
    }
  }
}

extension ListReplica.Items: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of items.
  public var endIndex: Int { count }

  /// The item at an index.
  public subscript(index: Int) -> ListReplica.Item {
    get {
      let (piece, offset) = place(of: index)
      return pieces[piece][offset]
    }
    _modify {
      let (piece, offset) = place(of: index)
      yield &pieces[piece][offset]
    }
  }

  /// The items one after another.
  public func makeIterator() -> FlattenSequence<[[ListReplica.Item]]>.Iterator {
    pieces.joined().makeIterator()
  }

  /// Takes items out and puts others in at their place.
  public mutating func replaceSubrange(
    _ range: Range<Int>,
    with items: some Collection<ListReplica.Item>
  ) {
    takeOut(range)
    putIn(Array(items), at: range.lowerBound)
  }
}
