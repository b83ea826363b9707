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
  /// - Complexity: O(n).
  public init(in handles: [Handle], maxEntries: Int, maxIndexes: Int) {
    let repeated = repeats(in: handles)
    count = repeated.count
    guard !repeated.isEmpty else { return }
    let isRepeated = HandleSet(repeated)
    var places: [Handle: Int] = [:]
    for (index, handle) in handles.enumerated() where isRepeated.contains(handle) {
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
  /// - Returns: An answer for each place, or nil when all count, because nothing repeats.
  /// - Complexity: O(n).
  public static func survivors(of handles: [Handle], choosing choice: Choice) -> [Bool]? {
    guard !repeats(in: handles).isEmpty else { return nil }
    var seen = HandleSet()
    return switch choice {
    case .first: handles.map { seen.insert($0) }
    case .last: handles.reversed().map { seen.insert($0) }.reversed()
    }
  }
}
