import JSON
import Replicas

/// The list of a data source as a front end keeps it that believes nothing but notifications.
struct FollowedList {
  /// Notifications that do not follow one another.
  struct BrokenChain: Error {
    let revision: Int
    let next: Value
  }

  private static let keptRevisions = 5

  /// The revision that was announced last.
  private(set) var revision = 0
  /// The list at that revision, or when it is stale at an earlier one.
  private(set) var list = ListReplica()
  /// Whether the list has to be read anew, since its changes were not told.
  private(set) var isStale = false
  /// The lists at the last revisions, the oldest first.
  private(set) var earlier: [ListReplica] = []
  /// How many notifications merged several applies.
  private(set) var numberOfMerged = 0

  /// Follows the params of a didApply.
  mutating func follow(_ params: JSONView) throws {
    let isMerged = params["origin"]?.string == "merged"
    guard params["fromRevision"]?.integer == revision, let next = params["revision"]?.integer,
      isMerged ? next > revision : next == revision + 1
    else { throw BrokenChain(revision: revision, next: Value(params)) }
    revision = next
    if isMerged { numberOfMerged += 1 }
    guard !isStale else { return }
    earlier.append(list)
    if earlier.count > Self.keptRevisions { earlier.removeFirst() }
    if params["changes"] == nil { isStale = true } else { _ = try list.follow(didApply: params) }
  }

  /// Reads what `snapshot/contents` answers.
  mutating func read(_ contents: JSONView) throws {
    list = try ListReplica(contents: contents)
    revision = list.revision
    isStale = false
  }
}

/// A front end that follows all data sources.
struct FrontEnd {
  private(set) var lists: [Value: FollowedList] = [:]
  /// How many notifications merged several applies.
  var numberOfMerged: Int { lists.values.reduce(0) { $0 + $1.numberOfMerged } }

  /// The list of a data source, which is empty as long as nothing was told of it.
  subscript(name: String) -> FollowedList {
    get { lists[.string(name)] ?? FollowedList() }
    set { lists[.string(name)] = newValue }
  }

  /// Follows a notification.
  ///
  /// - Returns: Whether it was one that is about a list.
  mutating func receive(_ message: JSONView) throws -> Bool {
    guard let params = message["params"], let name = params["dataSource"].map(Value.init) else {
      return false
    }
    switch message["method"]?.string {
    case "dataSource/didClose": lists[name] = nil
    case "dataSource/didApply": try lists[name, default: FollowedList()].follow(params)
    default: return false
    }
    return true
  }
}

extension ListReplica {
  /// The list without what its elements show.
  var identifiers: [[[UInt8]]] {
    sections.map { [$0.identifier] + $0.items.map(\.identifier) }
  }

  /// What two lists differ by, a line for each section that is not the same.
  func difference(from other: ListReplica) -> String {
    (0..<max(sections.count, other.sections.count)).compactMap { index -> String? in
      let (left, right) = (description(ofSectionAt: index), other.description(ofSectionAt: index))
      return left == right ? nil : "\(index): \(left)\n   \(right)"
    }
    .joined(separator: "\n")
  }

  private func description(ofSectionAt index: Int) -> String {
    guard sections.indices.contains(index) else { return "nothing" }
    let items = sections[index].items.map { item in
      let outline = item.outline
      let tree = "@\(outline.level)\(outline.isExpanded ? "+" : "-")\(outline.numberOfChildren)"
      return element(item.identifier, item.content) + (outline == .plain ? "" : tree)
    }
    return element(sections[index].identifier, sections[index].content) + ": \(items)"
  }

  private func element(_ identifier: [UInt8], _ content: [UInt8]?) -> String {
    let parts = [identifier] + (content.map { [$0] } ?? [])
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "=")
  }
}
