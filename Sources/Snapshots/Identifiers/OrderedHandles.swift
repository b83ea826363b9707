/// A set of handles that remembers the order in which they came.
///
/// A value: a copy costs nothing, and neither does the first change to a copy.
package struct OrderedHandles {
  private var turns = HandleTable<Int>()
  private var nextTurn = 0

  package init() {}

  package var isEmpty: Bool { turns.count == 0 }
  package var count: Int { turns.count }

  /// The handles, the first that came first.
  package var handles: [Handle] {
    guard !isEmpty else { return [] }
    var entries: [(turn: Int, handle: Handle)] = []
    entries.reserveCapacity(turns.count)
    turns.forEach { entries.append(($1, $0)) }
    return entries.sorted { $0.turn < $1.turn }.map(\.handle)
  }

  package func contains(_ handle: Handle) -> Bool { turns[handle] != nil }

  package mutating func append(_ handle: Handle) {
    guard turns[handle] == nil else { return }
    turns[handle] = nextTurn
    nextTurn += 1
  }

  package mutating func remove(_ handle: Handle) {
    guard !isEmpty else { return }
    turns[handle] = nil
  }
}
