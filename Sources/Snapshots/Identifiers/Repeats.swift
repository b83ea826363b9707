/// What stands more than once in a list of handles.
public struct Repeats {
  /// A handle that stands more than once, and the first indexes where it does.
  public struct Entry {
    /// The handle.
    public let handle: Handle
    /// Indexes in the list, ascending.
    public fileprivate(set) var indexes: [Int] = []
  }

  /// The first handles that stand more than once, in the order of their first standing.
  public private(set) var entries: [Entry] = []
  /// How many handles stand more than once.
  public let count: Int

  /// Finds the repeats in a list.
  ///
  /// - Parameters:
  ///   - handles: The list.
  ///   - maxEntries: How many handles are told at most.
  ///   - maxIndexes: How many indexes are told of each at most.
  ///   - work: Told how far it is.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n).
  public init(
    in handles: [Handle],
    maxEntries: Int,
    maxIndexes: Int,
    _ work: Work = Work()
  ) throws(SnapshotError) {
    let repeated = try repeats(in: handles, work)
    count = repeated.count
    guard !repeated.isEmpty else { return }
    let isRepeated = HandleSet(repeated)
    var places: [Handle: Int] = [:]
    for (index, handle) in handles.enumerated() {
      try work.pass()
      guard isRepeated.contains(handle) else { continue }
      if places[handle] == nil, entries.count < maxEntries {
        places[handle] = entries.count
        entries.append(Entry(handle: handle))
      }
      guard let place = places[handle], entries[place].indexes.count < maxIndexes else { continue }
      entries[place].indexes.append(index)
    }
  }

  /// Which one of several that are the same counts.
  public enum Choice: Sendable {
    /// The one that stands first.
    case first
    /// The one that stands last.
    case last
  }

  /// Says of each place in a list whether what stands there counts.
  ///
  /// - Parameters:
  ///   - handles: The list.
  ///   - choice: Which one of several counts.
  ///   - work: Told how far it is.
  /// - Returns: An answer for each place, or nil when all count, because nothing repeats.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n).
  public static func survivors(
    of handles: [Handle],
    choosing choice: Choice,
    _ work: Work = Work()
  ) throws(SnapshotError) -> [Bool]? {
    guard try !repeats(in: handles, work).isEmpty else { return nil }
    var seen = HandleSet()
    return switch choice {
    case .first: try handles.map(work) { seen.insert($0) }
    case .last: try handles.reversed().map(work) { seen.insert($0) }.reversed()
    }
  }
}
