/// What another program would keep a list in, when rows have to follow it.
protocol EditPeer {
  /// What it is called in a table.
  static var name: String { get }

  /// Whether an edit of a long list takes milliseconds.
  static var isLong: Bool { get }

  init(_ list: ItemList)

  /// Makes an edit. What a copy was before is still to be read, but never edited again.
  mutating func apply(_ edit: SingleEdit, subject: String, anchor: String)

  /// What the rows have to be told.
  static func difference(from old: Self, to new: Self) -> PeerChanges
}

/// Which items go, come and move, and where.
struct PeerChanges {
  typealias Place = (section: Int, item: Int)

  var deletes: [Place] = []
  var inserts: [Place] = []
  var moves: [(from: Place, to: Place)] = []
}

/// What differs between two lists of handles, found from their ends.
struct DifferingHandles {
  private var gone: [(item: Int32, place: PeerChanges.Place)] = []
  private var come: [(item: Int32, place: PeerChanges.Place)] = []

  /// Adds what lies between the common ends of two runs of handles.
  ///
  /// - Parameters:
  ///   - before: A run in the old list.
  ///   - oldStart: Where it starts.
  ///   - after: The run in its place.
  ///   - newStart: Where that starts.
  mutating func add(
    _ before: [Int32],
    at oldStart: PeerChanges.Place,
    _ after: [Int32],
    at newStart: PeerChanges.Place
  ) {
    let shorter = min(before.count, after.count)
    let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
    let rest = shorter - start
    let end = (0..<rest).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] }
    for offset in start..<before.count - (end ?? rest) {
      gone.append((before[offset], (oldStart.section, oldStart.item + offset)))
    }
    for offset in start..<after.count - (end ?? rest) {
      come.append((after[offset], (newStart.section, newStart.item + offset)))
    }
  }

  /// The changes; what both went and came has moved.
  var changes: PeerChanges {
    let before = Dictionary(uniqueKeysWithValues: gone.map { ($0.item, $0.place) })
    let after = Set(come.map(\.item))
    return PeerChanges(
      deletes: gone.filter { !after.contains($0.item) }.map(\.place),
      inserts: come.filter { before[$0.item] == nil }.map(\.place),
      moves: come.compactMap { item, place in before[item].map { ($0, place) } }
    )
  }
}

/// A handle for each string, which all copies of a list share: no handle is ever another string's.
final class StringHandles {
  private var handles: [String: Int32] = [:]

  /// The handle of a string, made known if need be.
  subscript(text: String) -> Int32 {
    if let handle = handles[text] { return handle }
    let handle = Int32(handles.count)
    handles[text] = handle
    return handle
  }
}
