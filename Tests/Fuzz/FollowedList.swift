import JSON

/// The list of a data source, kept by following what it announces.
struct FollowedList {
  private static let keptRevisions = 5

  private(set) var revision = 0
  private(set) var list = Replica()
  /// Whether the list has to be read anew, since its changes were not told.
  private(set) var isStale = false
  /// The lists at the last revisions, the oldest first.
  private(set) var earlier: [(revision: Int, list: Replica)] = []

  init() {}

  /// Reads what `snapshot/contents` answers.
  init(contents: Value) throws {
    revision = contents["revision"]?.integer ?? 0
    list = try Replica(contents: contents)
  }

  /// Follows the params of a didApply.
  mutating func follow(_ params: Value) throws {
    guard params["fromRevision"]?.integer == revision, let next = params["revision"]?.integer,
      params["origin"]?.text == "merged" ? next > revision : next == revision + 1
    else { throw Replica.Mismatch(reason: "the chain is broken at \(revision)") }
    if !isStale { earlier.append((revision, list)) }
    if earlier.count > Self.keptRevisions { earlier.removeFirst() }
    revision = next
    guard let changes = params["changes"] else {
      isStale = true
      return
    }
    guard !isStale else { return }
    try list.follow(changes)
    guard params["numberOfSections"]?.integer == list.sections.count,
      params["numberOfItems"]?.integer == list.numberOfItems
    else { throw Replica.Mismatch(reason: "the numbers are not those of the list") }
  }

  /// Takes over a list that was read as a whole.
  mutating func reread(_ other: FollowedList) {
    list = other.list
    isStale = false
  }
}

extension Replica {
  /// Whether this is the same list, with the same contents if they are known.
  func shows(_ other: Replica, withContents: Bool) -> Bool {
    guard identifiers == other.identifiers else { return false }
    guard withContents else { return true }
    return zip(rows, other.rows).allSatisfy { $0.content?.canonical == $1.content?.canonical }
  }

  private var rows: [Row] { sections.flatMap { [$0.row] + $0.items } }
}

extension Value {
  /// The value with its numbers in one spelling, for of equal contents the newest bytes are kept.
  fileprivate var canonical: Value {
    switch self {
    case .null, .bool, .string: return self
    case .number(let text):
      var bytes: [UInt8] = []
      try? JSONDocument(parsing: text).root.appendCanonicalNumber(to: &bytes)
      return .number(String(decoding: bytes, as: UTF8.self))
    case .array(let elements): return .array(elements.map(\.canonical))
    case .object(let members): return .object(members.mapValues(\.canonical))
    }
  }
}
