import JSON
import Replicas

/// Holds the lists that a client has after announcements against those after other announcements
/// of the same: merged ones say in one step what else takes several.
struct ListComparison {
  /// What happened to one data source, as the client was told.
  private enum Event {
    case applied(JSONDocument, exchange: Int)
    case closed(exchange: Int)

    var exchange: Int {
      switch self {
      case .applied(_, let exchange), .closed(let exchange): exchange
      }
    }

    var isClosing: Bool { if case .closed = self { true } else { false } }
  }

  /// What a client knows on one side.
  private struct Side {
    /// The list, nil once a step did not say how it changed.
    var list: ListReplica? = ListReplica()
    var revision = 0
    /// The list's own content, as JSON.
    var content = Array("null".utf8)
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
      if let content = params["content"] { self.content = content.minified }
      guard var followed = list, params["changes"] != nil else {
        list = nil
        return
      }
      _ = try followed.follow(didApply: params)
      list = followed
    }

    /// What the last step says of the list after it.
    subscript(member: String) -> [UInt8]? { told?.root["params"]?[member]?.minified }

    /// Where the last step begins, nil for one that tells several applies as one.
    var beginning: Int? {
      guard let params = told?.root["params"], params["origin"]?.string != "merged" else {
        return nil
      }
      return params["fromRevision"]?.integer
    }
  }

  /// The data sources whose rows and sections may have other contents than are announced, by their
  /// names as JSON.
  let withoutContents: Set<[UInt8]>
  /// Where the recording has what the replay has not, or the other way round.
  let isWhole: Bool
  private(set) var differences: [(lines: [String], exchange: Int)] = []

  init(withoutContents: Set<[UInt8]>, isWhole: Bool) {
    self.withoutContents = withoutContents
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
      compare(recorded[name] ?? [], replayed[name] ?? [], of: name)
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
        case "dataSource/didClose": .closed(exchange: answer.exchange)
        default: nil
        }
      if let event { events[name, default: []].append(event) }
    }
    return events
  }

  // MARK: One data source

  private mutating func compare(_ recorded: [Event], _ replayed: [Event], of source: [UInt8]) {
    let name = String(decoding: source, as: UTF8.self)
    let isWithContents = !withoutContents.contains(source)
    var (mine, other) = (Side(), Side())
    var rest = replayed[...]
    var last = 0
    for event in recorded {
      last = event.exchange
      do throws(ListReplicaError) {
        if case .applied(let document, _) = event { try mine.follow(document) }
        // What is owed of a data source comes before it is closed.
        try Self.advance(&other, &rest, to: event.isClosing ? .max : mine.revision)
      } catch {
        differences.append((["what is announced of \(name) does not fit: \(error)"], last))
        return
      }
      // The replay may tell in one step what the recording takes several for, too.
      guard event.isClosing || other.revision <= mine.revision else { continue }
      if let lines = difference(mine, other, isWithContents) {
        differences.append((["\(name) differs at revision \(mine.revision)"] + lines, last))
        return
      }
      guard event.isClosing else { continue }
      rest = rest.dropFirst()
      (mine, other) = (Side(), Side())
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

  private func difference(
    _ recorded: Side,
    _ replayed: Side,
    _ announcesContents: Bool
  ) -> [String]? {
    guard recorded.revision == replayed.revision else {
      return ["the replay is at revision \(replayed.revision)"]
    }
    for member in ["numberOfSections", "numberOfItems", "baseRevision", "window"] {
      let (expected, actual) = (recorded[member], replayed[member])
      if expected != actual { return lines(member, actual, expected) }
    }
    if recorded.content != replayed.content {
      return lines("the content of the list", replayed.content, recorded.content)
    }
    guard let expected = recorded.list, let actual = replayed.list else {
      return differenceOfSteps(recorded, replayed)
    }
    let isWithContents = announcesContents && expected.knowsContents && actual.knowsContents
    if hasSameRows(expected, actual, isWithContents) { return nil }
    let (old, new) = (rows(expected, isWithContents), rows(actual, isWithContents))
    return ExchangeComparison.report([old], [new])
  }

  private func lines(_ name: String, _ actual: [UInt8]?, _ expected: [UInt8]?) -> [String] {
    let values = [actual, expected].map { $0.map { String(decoding: $0, as: UTF8.self) } }
    return ["\(name) is \(values[0] ?? "missing"), expected \(values[1] ?? "nothing there")"]
  }

  /// What differs where the list is not known, and both sides tell the same step.
  private func differenceOfSteps(_ recorded: Side, _ replayed: Side) -> [String]? {
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
          left.identifier == right.identifier && left.outline == right.outline
            && (!isWithContents || left.content == right.content)
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
      for item in section.items {
        append(item.identifier, item.content)
        if item.outline != .plain { writer.outline(item.outline) }
      }
      writer.endArray()
    }
    writer.endArray()
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func outline(_ outline: Outline) {
    beginObject()
    member("level", outline.level)
    member("expanded", outline.isExpanded)
    member("numberOfChildren", outline.numberOfChildren)
    endObject()
  }
}
