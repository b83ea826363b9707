/// A persistent array of blocks or chunks: a flat root of nodes with 32 of them each.
///
/// A copy shares everything. A write to a shared table copies the root, one node and one block;
/// the nodes are there because references, not bytes, are the cost of copying a directory.
struct BlockTable<Element: Sendable>: Sendable {

  // A write copies as many references as a node and the root have: the fewest with about as many in
  // one as in the other, which is so for a list of a million.
  private static var nodeShift: Int { 5 }
  private static var nodeMask: Int { (1 << nodeShift) - 1 }

  private var nodes: ContiguousArray<ContiguousArray<Element>> = []
  private(set) var count = 0

  subscript(index: Int) -> Element {
    get { nodes[index >> Self.nodeShift][index & Self.nodeMask] }
    // Yields the storage itself: a getter and a setter would hold a second reference to the block
    // during the write and so copy it every time.
    _modify { yield &nodes[index >> Self.nodeShift][index & Self.nodeMask] }
  }

  mutating func append(_ element: Element) {
    if count & Self.nodeMask == 0 {
      nodes.append([])
    }
    nodes[count >> Self.nodeShift].append(element)
    count += 1
  }
}

extension BlockTable where Element: RopeChunk {

  /// Calls `body` with each chunk, and its index, that another table does not share.
  ///
  /// - Complexity: O(nodes) and a look at each chunk of the nodes that it does not share.
  func forEach(unsharedWith other: BlockTable, _ body: (Int, Element) -> Void) {
    for (number, node) in nodes.enumerated() {
      let known = number < other.nodes.count ? other.nodes[number] : []
      guard !node.isShared(with: known) else { continue }
      for (offset, chunk) in node.enumerated()
      where offset >= known.count || !chunk.isShared(with: known[offset]) {
        body(number << Self.nodeShift + offset, chunk)
      }
    }
  }
}
