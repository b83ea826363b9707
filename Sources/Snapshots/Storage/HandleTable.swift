/// A persistent map from handles to values.
///
/// A table is a value: a copy costs nothing to speak of. A write to a table that shares its storage
/// with a copy copies one page of 32 values and the path that leads to it; a write to one that
/// shares nothing happens in place.
///
/// The pages are in the order of the handles, so the map needs no hashing and keeps an order. They
/// hang in a tree of a fixed height, with 32 pages to a node and 32 nodes to a branch: a write to a table
/// of a million copies about as many references at each level, and so the fewest.
package struct HandleTable<Value> {

  private typealias Page = ContiguousArray<Value?>
  private typealias Node = ContiguousArray<Page>
  private typealias Branch = ContiguousArray<Node>

  private var branches: ContiguousArray<Branch> = []

  /// The number of handles that have a value.
  package private(set) var count = 0

  /// How many bytes the pages take, of which a value that was taken out leaves its own behind.
  package private(set) var pageBytes = 0

  /// How many handles there are in those groups of 64 of which one has a value, or had: what tables are
  /// said to take goes by groups of this size, however long a page is.
  ///
  /// - Complexity: O(pages).
  package var capacity: Int {
    let pagesOfGroup = 64 / Place.fanOut
    return branches.joined().reduce(0) { capacity, node in
      let groups = stride(from: 0, to: node.count, by: pagesOfGroup).count { first in
        node[first...].prefix(pagesOfGroup).contains { !$0.isEmpty }
      }
      return capacity + groups * 64
    }
  }

  /// Creates a table without values.
  package init() {}

  /// The value of `handle`, or nil when it has none.
  ///
  /// - Precondition: The handle is not negative.
  /// - Complexity: O(1); a write to a shared table copies up to 3 × 32 references, and one more for
  ///   each 32,768 handles.
  package subscript(handle: Handle) -> Value? {
    get {
      let place = Place(handle)
      guard place.branch < branches.count else { return nil }
      guard place.node < branches[place.branch].count else { return nil }
      guard place.page < branches[place.branch][place.node].count else { return nil }
      guard place.offset < branches[place.branch][place.node][place.page].count else { return nil }
      return branches[place.branch][place.node][place.page][place.offset]
    }
    set {
      let hadValue = self[handle] != nil
      guard hadValue || newValue != nil else { return }
      let place = Place(handle)
      if !hadValue { reach(place) }
      branches[place.branch][place.node][place.page][place.offset] = newValue
      count += (newValue == nil ? 0 : 1) - (hadValue ? 1 : 0)
    }
  }

  /// Calls `body` with each handle that has a value, in ascending order.
  package func forEach<Failure>(
    _ body: (Handle, Value) throws(Failure) -> Void
  ) throws(Failure) {
    for (branchIndex, branch) in branches.enumerated() {
      for (nodeIndex, node) in branch.enumerated() {
        for (pageIndex, page) in node.enumerated() {
          let place = Place(branch: branchIndex, node: nodeIndex, page: pageIndex, offset: 0)
          try Self.forEach(in: page, from: place.handle, body)
        }
      }
    }
  }

  /// Removes every value.
  package mutating func removeAll() {
    self = HandleTable()
  }

  private static func forEach<Failure>(
    in page: Page,
    from first: Handle,
    _ body: (Handle, Value) throws(Failure) -> Void
  ) throws(Failure) {
    for (offset, value) in page.enumerated() {
      guard let value else { continue }
      try body(first + Handle(offset), value)
    }
  }

  /// Adds empty branches, nodes and pages until `place` exists.
  private mutating func reach(_ place: Place) {
    branches.extend(to: place.branch, with: [])
    branches[place.branch].extend(to: place.node, with: [])
    branches[place.branch][place.node].extend(to: place.page, with: [])
    guard branches[place.branch][place.node][place.page].isEmpty else { return }
    branches[place.branch][place.node][place.page].extend(to: Place.fanOut - 1, with: nil)
    pageBytes += Place.fanOut * MemoryLayout<Value?>.stride
  }
}

extension HandleTable: Sendable where Value: Sendable {}

/// Where in a table the value of a handle is.
private struct Place {

  static let shift = 5
  static let fanOut = 1 << shift

  let branch: Int
  let node: Int
  let page: Int
  let offset: Int
}

extension Place {

  init(_ handle: Handle) {
    let mask = Self.fanOut - 1
    offset = Int(handle) & mask
    page = (Int(handle) &>> Self.shift) & mask
    node = (Int(handle) &>> (2 * Self.shift)) & mask
    branch = Int(handle) &>> (3 * Self.shift)
  }

  var handle: Handle {
    Handle((((branch * Self.fanOut + node) * Self.fanOut + page) * Self.fanOut) + offset)
  }
}

extension ContiguousArray {

  /// Lengthens the array by copies of `filler` until it has an element at `index`.
  fileprivate mutating func extend(to index: Int, with filler: Element) {
    guard index >= count else { return }
    append(contentsOf: repeatElement(filler, count: index + 1 - count))
  }
}
