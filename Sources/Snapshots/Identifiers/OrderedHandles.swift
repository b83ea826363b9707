/// A set of handles that remembers the order in which they came.
///
/// A value: a copy costs nothing, and neither does the first change to a copy.
package struct OrderedHandles {
  private var turns = HandleTable<Int>()
  private var nextTurn = 0

  package init() {}

  package var isEmpty: Bool { turns.count == 0 }
  package var count: Int { turns.count }

  /// How many bytes it takes.
  package var byteCount: Int { turns.pageBytes }

  /// The handles, the first that came first.
  package var handles: [Handle] {
    var handles = [Handle](repeating: -1, count: nextTurn)
    turns.forEach { handles[$1] = $0 }
    // Those that were removed have left their turns.
    return count == nextTurn ? handles : handles.filter { $0 >= 0 }
  }

  /// The handles in ascending order.
  package var ascending: [Handle] {
    var handles: [Handle] = []
    handles.reserveCapacity(turns.count)
    turns.forEach { handle, _ in handles.append(handle) }
    return handles
  }

  package func contains(_ handle: Handle) -> Bool { turns[handle] != nil }

  package mutating func append(_ handle: Handle) {
    guard turns[handle] == nil else { return }
    if nextTurn > 64 + 4 * count { renumber() }
    turns[handle] = nextTurn
    nextTurn += 1
  }

  /// Gives the turns away anew of those that were removed.
  private mutating func renumber() {
    let kept = handles
    self = OrderedHandles()
    for handle in kept { append(handle) }
  }

  package mutating func remove(_ handle: Handle) {
    guard !isEmpty else { return }
    turns[handle] = nil
  }
}
