import JSON
import JSONRPC

/// Which data sources are views whose answers depend on more than equality and order of what the
/// client sent: placeholders do not keep what is in a text, and the daemon's own section
/// identifiers have none.
///
/// A name that was one of these stays one: a request to make another thing of it may be refused.
struct TextViews {
  /// What the daemon tells of a list by itself.
  private static let announcements: Set<String> = [
    "dataSource/didApply", "dataSource/didClose", "dataSource/willExpandItem",
    "dataSource/willCollapseItem",
  ]
  /// Stages that read texts, or give sections identifiers.
  private static let stages: Set<String> = ["search", "groupBy", "flatten"]
  /// Members that read texts, wherever in a definition they stand.
  private static let operators: Set<String> = ["contains", "startsWith", "endsWith"]
  /// Words that read texts, as values of `case` and `compare`.
  private static let words: Set<String> = ["ignore", "text", "natural"]

  private var dataSources: Set<String> = []
  /// The views of each data source.
  private var views: [String: Set<String>] = [:]
  private var snapshots: Set<String> = []
  private var requests = WaitingRequests()
  private let maxBatchMessages: Int
  /// Whether one with the id `null` has concerned one of these: its answer looks like that to what is
  /// no message.
  private(set) var nullConcerns: Bool

  /// None yet.
  ///
  /// - Parameters:
  ///   - maxBatchMessages: How many messages a batch may hold; a longer one is refused as a whole.
  ///   - nullConcerns: Whether a request with the id `null` is known to concern one of these.
  init(maxBatchMessages: Int, nullConcerns: Bool = false) {
    self.maxBatchMessages = maxBatchMessages
    self.nullConcerns = nullConcerns
  }

  /// Notes what a message to the daemon, or each of a batch, makes one of these, and whether its
  /// answer concerns one.
  mutating func note(_ message: JSONView) {
    guard message.kind == .array else { return note(request: message) }
    // The answer to one that is too long has the id `null`, and none of it is done.
    guard message.elements.count <= maxBatchMessages else { return }
    for request in message.elements { note(request: request) }
  }

  private mutating func note(request message: JSONView) {
    if let params = message["params"], params.kind == .object {
      note(method: message["method"]?.string, params)
    }
    // What is no request is answered with the id `null`, whatever id it has.
    guard case .request = Message(decoding: message), let id = message["id"] else { return }
    // The two that list do well without params.
    let concerns = lists(message) || message["params"].map(concerns) ?? false
    if !id.isNull {
      requests.append(id: Array(id.bytes), concerns: concerns)
    } else if concerns {
      nullConcerns = true
    }
  }

  private mutating func note(method: String?, _ params: JSONView) {
    let name = params["dataSource"]?.string
    let view = params["view"]
    switch method {
    case "dataSource/create", "dataSource/updateView": noteDefinition(of: name, view)
    case "snapshot/create": noteSnapshot(params)
    case "dataSource/apply":
      guard let name, let snapshot = params["snapshot"]?.string else { return }
      if snapshots.contains(snapshot) { insert(name) }
      // What it had without content has that of the data source now.
      if dataSources.contains(name) { snapshots.insert(snapshot) }
    default: break
    }
  }

  /// Whether a message answers a request that concerns one of these, or may do so.
  mutating func areAnswered(by message: JSONView) -> Bool {
    guard message["method"] == nil, let id = message["id"] else { return false }
    if id.isNull { return nullConcerns }
    return requests.removeFirst(id: Array(id.bytes)) ?? !dataSources.isEmpty
  }

  /// Whether a message announces what became of one of these, or did before that was left out.
  func areAnnounced(by message: JSONView) -> Bool {
    guard TextViews.announcements.contains(message["method"]?.string ?? ""),
      let params = message["params"]
    else { return false }
    if params.kind == .string { return params.string == "…" }
    return params["dataSource"]?.string.map(dataSources.contains) ?? false
  }

  private mutating func noteDefinition(of name: String?, _ view: JSONView?) {
    guard let name, let view, view.kind == .object else { return }
    let base = view["of"]?.string
    if let base { views[base, default: []].insert(name) }
    if base.map(dataSources.contains) ?? false || TextViews.readsTexts(view) { insert(name) }
  }

  /// Notes one of these, with its views, theirs and so on.
  private mutating func insert(_ name: String) {
    var pending = [name]
    while let name = pending.popLast() {
      if dataSources.insert(name).inserted { pending += views[name] ?? [] }
    }
  }

  private mutating func noteSnapshot(_ params: JSONView) {
    guard let name = params["snapshot"]?.string, let from = params["from"], from.kind == .object,
      concerns(from)
    else { return }
    snapshots.insert(name)
  }

  /// Whether all there are are asked for, and these among them.
  private func lists(_ message: JSONView) -> Bool {
    switch message["method"]?.string {
    case "dataSource/list": !dataSources.isEmpty
    case "snapshot/list": !snapshots.isEmpty
    default: false
    }
  }

  /// Whether one of these is named.
  private func concerns(_ target: JSONView) -> Bool {
    for member in ["from", "to"] {
      let inner = target.kind == .object ? target.members.first { $0.name.string == member } : nil
      if let inner, inner.value.kind == .object, names(inner.value) { return true }
    }
    return names(target)
  }

  private func names(_ target: JSONView) -> Bool {
    let source = target["dataSource"]?.string.map(dataSources.contains) ?? false
    let snapshot = target["snapshot"]?.string.map(snapshots.contains) ?? false
    return source || snapshot
  }

  private static func readsTexts(_ view: JSONView) -> Bool {
    var pending = [view]
    while let value = pending.popLast() {
      guard value.kind == .object else {
        if value.kind == .array { pending += value.elements }
        continue
      }
      for (name, inner) in value.members where !inner.isNull {
        let name = name.string ?? ""
        if stages.contains(name) || operators.contains(name) { return true }
        if name == "case" || name == "compare", words.contains(inner.string ?? "") { return true }
        pending.append(inner)
      }
    }
    return false
  }
}

/// Requests whose answers are still to come, and whether each concerns a view that reads texts.
///
/// The daemon answers in the order of the requests: an answer is that to the first one with its id,
/// and those in front of it had answers with the id `null`.
private struct WaitingRequests {
  private var requests: ArraySlice<(id: [UInt8], concerns: Bool)> = []
  /// How many have an id.
  private var counts: [[UInt8]: Int] = [:]

  mutating func append(id: [UInt8], concerns: Bool) {
    requests.append((id, concerns))
    counts[id, default: 0] += 1
  }

  /// Takes out the first request with an id, and those in front of it.
  ///
  /// - Returns: Whether it concerns one; nil when there is none with that id.
  mutating func removeFirst(id: [UInt8]) -> Bool? {
    guard counts[id] != nil else { return nil }
    while let first = requests.popFirst() {
      counts[first.id] = counts[first.id].flatMap { $0 > 1 ? $0 - 1 : nil }
      if first.id == id { return first.concerns }
    }
    return nil
  }
}
