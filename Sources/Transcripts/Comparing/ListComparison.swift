import JSON
import Replicas

/// Holds the lists that a client has after announcements against those after other announcements
/// of the same: merged ones say in one step what else takes several.
struct ListComparison {
  /// What happened to one data source, as the client was told.
  private enum Event {
    case applied(JSONDocument, exchange: Int)
    case closed
  }

  /// What a client knows on one side.
  private struct Side {
    /// The list, nil once a step did not say how it changed.
    var list: ListReplica? = ListReplica()
    var revision = 0
    /// What was told last.
    var told: JSONDocument?

    mutating func follow(_ document: JSONDocument) throws(ListReplicaError) {
      told = document
      guard let params = document.root["params"] else { return }
      let before = params["fromRevision"]?.integer ?? 0
      guard before == revision else {
        throw .wrongRevision(expected: revision, actual: before)
      }
      revision = params["revision"]?.integer ?? 0
      guard var followed = list, params["changes"] != nil else {
        list = nil
        return
      }
      _ = try followed.follow(didApply: params)
      list = followed
    }

    /// How many there are, which each step says.
    func count(_ name: String) -> Int? { told?.root["params"]?[name]?.integer }

    /// Where the last step begins, nil for one that tells several applies as one.
    var beginning: Int? {
      guard let params = told?.root["params"], params["origin"]?.string != "merged" else {
        return nil
      }
      return params["fromRevision"]?.integer
    }
  }

  /// Whether contents are announced as they change.
  let comparesContents: Bool
  /// Where the recording has what the replay has not, or the other way round.
  let isWhole: Bool
  private(set) var differences: [(lines: [String], exchange: Int)] = []

  init(comparesContents: Bool, isWhole: Bool) {
    self.comparesContents = comparesContents
    self.isWhole = isWhole
  }

  /// Compares all announcements of the data sources.
  mutating func compare(
    _ recorded: [ReplayComparison.Answer],
    _ replayed: [ReplayComparison.Answer]
  ) {
    let (recorded, replayed) = (Self.events(recorded), Self.events(replayed))
    let names = Set(recorded.keys).union(replayed.keys)
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      compare(recorded[name] ?? [], replayed[name] ?? [], of: String(decoding: name, as: UTF8.self))
    }
  }

  /// What is announced of each data source, by its name as JSON, in
  /// UTF-8: to `String`, different bytes can be the same text.
  private static func events(_ answers: [ReplayComparison.Answer]) -> [[UInt8]: [Event]] {
    var events: [[UInt8]: [Event]] = [:]
    for answer in answers {
      guard let document = ReplayComparison.notification(answer),
        let method = document.root["method"]?.string,
        let name = document.root["params"]?["dataSource"]?.minified
      else { continue }
      let event: Event? =
        switch method {
        case "dataSource/didApply": .applied(document, exchange: answer.exchange)
        case "dataSource/didClose": .closed
        default: nil
        }
      if let event { events[name, default: []].append(event) }
    }
    return events
  }

  // MARK: One data source

  private mutating func compare(_ recorded: [Event], _ replayed: [Event], of name: String) {
    var (mine, other) = (Side(), Side())
    var rest = replayed[...]
    var last = 0
    for event in recorded {
      guard case .applied(let document, let exchange) = event else {
        // What the replay told until then belongs to the data source that is closed.
        rest = rest.drop { if case .applied = $0 { true } else { false } }.dropFirst()
        (mine, other) = (Side(), Side())
        continue
      }
      last = exchange
      do throws(ListReplicaError) {
        try mine.follow(document)
        try Self.advance(&other, &rest, to: mine.revision)
      } catch {
        differences.append((["what is announced of \(name) does not fit: \(error)"], exchange))
        return
      }
      // The replay may tell in one step what the recording takes several for, too.
      guard other.revision <= mine.revision else { continue }
      if let lines = difference(mine, other) {
        differences.append((["\(name) differs at revision \(mine.revision)"] + lines, exchange))
        return
      }
    }
    var hasMore = other.revision > mine.revision
    if case .applied(_, let exchange)? = rest.first { (hasMore, last) = (true, exchange) }
    guard isWhole, hasMore else { return }
    differences.append((["\(name) has more revisions than recorded"], last))
  }

  /// Follows what was announced until a revision is reached.
  private static func advance(
    _ side: inout Side,
    _ rest: inout ArraySlice<Event>,
    to revision: Int
  ) throws(ListReplicaError) {
    while side.revision < revision, case .applied(let document, _)? = rest.first {
      try side.follow(document)
      rest.removeFirst()
    }
  }

  private func difference(_ recorded: Side, _ replayed: Side) -> [String]? {
    guard recorded.revision == replayed.revision else {
      return ["the replay is at revision \(replayed.revision)"]
    }
    guard let expected = recorded.list, let actual = replayed.list else {
      return differenceOfSteps(recorded, replayed)
    }
    let isWithContents = comparesContents && expected.knowsContents && actual.knowsContents
    if hasSameRows(expected, actual, isWithContents) { return nil }
    let (old, new) = (rows(expected, isWithContents), rows(actual, isWithContents))
    return ExchangeComparison.report([old], [new])
  }

  /// What differs where the list is not known: how long it is, and the last step where both sides
  /// tell the same one.
  private func differenceOfSteps(_ recorded: Side, _ replayed: Side) -> [String]? {
    for name in ["numberOfSections", "numberOfItems"] {
      let (expected, actual) = (recorded.count(name), replayed.count(name))
      guard expected == actual else {
        let numbers = [expected, actual].map { $0.map(String.init) ?? "nothing" }
        return ["\(name) is \(numbers[1]), expected \(numbers[0])"]
      }
    }
    guard let expected = recorded.told, let actual = replayed.told,
      let beginning = recorded.beginning, beginning == replayed.beginning
    else { return nil }
    return ExchangeComparison.report([Array(expected.root.bytes)], [Array(actual.root.bytes)])
  }

  /// Whether two lists are the same to the byte, as most are: that takes no lists as JSON.
  private func hasSameRows(
    _ list: ListReplica,
    _ other: ListReplica,
    _ isWithContents: Bool
  ) -> Bool {
    list.sections.elementsEqual(other.sections) { left, right in
      left.identifier == right.identifier && (!isWithContents || left.content == right.content)
        && left.items.elementsEqual(right.items) { left, right in
          left.identifier == right.identifier && (!isWithContents || left.content == right.content)
        }
    }
  }

  /// A list as JSON: its sections with their items.
  private func rows(_ list: ListReplica, _ isWithContents: Bool) -> [UInt8] {
    var writer = JSONWriter()
    func append(_ identifier: [UInt8], _ content: [UInt8]?) {
      writer.raw(identifier)
      guard isWithContents, let content else { return }
      writer.beginObject()
      writer.member("content", raw: content)
      writer.endObject()
    }
    writer.beginArray()
    for section in list.sections {
      writer.beginArray()
      append(section.identifier, section.content)
      for item in section.items { append(item.identifier, item.content) }
      writer.endArray()
    }
    writer.endArray()
    return writer.bytes
  }
}
