/// A set of handles that remembers the order in which they came.
package struct OrderedHandles {
  private var turns: [Handle: Int] = [:]
  private var nextTurn = 0

  package init() {}

  package var isEmpty: Bool { turns.isEmpty }
  package var count: Int { turns.count }

  /// The handles, the first that came first.
  package var handles: [Handle] {
    turns.sorted { $0.value < $1.value }.map(\.key)
  }

  package func contains(_ handle: Handle) -> Bool { turns[handle] != nil }

  package mutating func append(_ handle: Handle) {
    guard turns[handle] == nil else { return }
    turns[handle] = nextTurn
    nextTurn += 1
  }

  package mutating func remove(_ handle: Handle) {
    guard !turns.isEmpty else { return }
    turns[handle] = nil
  }
}
