import DiffableServer
import JSON
import Replicas
import TestSupport

/// A client whose identifiers come and go all the time, with a model of everything that it did.
///
/// Each content names its item and the step that gave it, so one that shows up anywhere else is
/// noticed; identifiers that are gone come back now and then.
struct RecyclingTrial {

  private struct Draft {
    var model: ModelSnapshot
    /// The state whose contents it may fall back on, nil when it was made from nothing.
    var base: ModelSnapshot?
  }

  /// What a session that goes wrong throws.
  struct Failure: Error {
    let reason: String
  }

  static let historyRevisions = 5

  let server: Session
  private var random: SeededGenerator
  private var sources: [String: HistoryModel] = [:]
  private var drafts: [String: Draft] = [:]
  private var frontEnd = FrontEnd()
  private var turn = 0
  private var results: [Value] = []
  /// The requests sent so far, for failures.
  private(set) var lastRequests: [String] = []

  init(seed: UInt64, releaseThreshold: Int) {
    var limits = Limits()
    limits.historyRevisions = Self.historyRevisions
    limits.mergeAfterBytes = 0
    server = Session(limits: limits, releaseThreshold: releaseThreshold)
    random = SeededGenerator(seed: seed)
    post("initialize", "{}")
  }

  var seed: UInt64 { random.seed }

  /// Makes something happen; now and then everything is read and compared.
  mutating func step() throws {
    turn += 1
    let source = ["a", "b"][number(below: 2)]
    let draft = ["x", "y", "z"][number(below: 3)]
    switch number(below: 40) {
    case ..<2: openOrClose(source)
    case ..<5: create(draft)
    case ..<6: release(draft)
    case ..<16: edit(draft)
    case ..<22: apply(draft, to: source)
    case ..<32: editSource(source)
    case ..<34: replace(source)
    case ..<36: revert(source)
    case ..<38: try readChanges(source)
    default: try compareEverything()
    }
    // Somebody else's bytes stand in the way, so didApplys are owed until everything is read.
    if server.unwrittenBytes == 0, isRare(3) { server.unwrittenBytes = 1 }
  }

  // MARK: Requests

  private mutating func openOrClose(_ source: String) {
    if sources[source] == nil {
      post("dataSource/create", #"{"dataSource":"\#(source)"}"#)
      sources[source] = HistoryModel()
    } else if isRare(4) {
      post("dataSource/close", #"{"dataSource":"\#(source)"}"#)
      sources[source] = nil
    }
  }

  private mutating func create(_ draft: String) {
    guard drafts[draft] == nil else { return }
    var from = ""
    var made = Draft(model: ModelSnapshot(), base: nil)
    if !isRare(4), let source = sources.keys.sorted().randomElement(using: &random),
      let model = sources[source]
    {
      from = #","from":{"dataSource":"\#(source)"}"#
      made = Draft(model: model.current, base: model.current)
    }
    post("snapshot/create", #"{"snapshot":"\#(draft)"\#(from)}"#)
    drafts[draft] = made
  }

  private mutating func release(_ draft: String) {
    guard drafts[draft] != nil else { return }
    post("snapshot/release", #"{"snapshot":"\#(draft)"}"#)
    drafts[draft] = nil
  }

  private mutating func edit(_ draft: String) {
    guard var edited = drafts[draft] else { return }
    let edits = edits(of: &edited.model)
    edited.model.dropContents(unlessIn: edited.base.map { [$0] } ?? [])
    post("snapshot/edit", #"{"snapshot":"\#(draft)","edits":\#(edits)}"#)
    drafts[draft] = edited
  }

  private mutating func apply(_ draft: String, to source: String) {
    guard let applied = drafts[draft], sources[source] != nil else { return }
    post("dataSource/apply", #"{"dataSource":"\#(source)","snapshot":"\#(draft)"}"#)
    sources[source]?.apply(applied.model)
    let current = sources[source]?.current ?? ModelSnapshot()
    drafts[draft] = Draft(model: current, base: current)
  }

  private mutating func editSource(_ source: String) {
    guard var edited = sources[source]?.current else { return }
    let edits = edits(of: &edited)
    post("dataSource/edit", #"{"dataSource":"\#(source)","edits":\#(edits)}"#)
    sources[source]?.apply(edited)
  }

  private mutating func replace(_ source: String) {
    guard let current = sources[source]?.current else { return }
    var document = ModelSnapshot()
    var names = Set(newItems(30) + current.itemNames.shuffled(using: &random).prefix(20)).sorted()
    names.shuffle(using: &random)
    for section in 0..<number(below: 4) {
      let items = Array(names.prefix(number(below: 20)))
      names.removeFirst(items.count)
      document.sections.append(ModelSnapshot.Section("S\(section)", items))
      for item in items where isRare(3) { document.itemContents[item] = content(of: item) }
    }
    let json = Self.document(of: document)
    post("dataSource/apply", #"{"dataSource":"\#(source)","snapshot":\#(json)}"#)
    sources[source]?.apply(document)
  }

  private mutating func revert(_ source: String) {
    guard let model = sources[source] else { return }
    let oldest = max(0, model.revision - Self.historyRevisions)
    let target = Int.random(in: oldest...model.revision, using: &random)
    post("dataSource/revert", #"{"dataSource":"\#(source)","toRevision":\#(target)}"#)
    sources[source]?.revert(to: target)
  }

  private mutating func readChanges(_ source: String) throws {
    guard let model = sources[source] else { return }
    let oldest = max(0, model.revision - Self.historyRevisions)
    let since = Int.random(in: oldest...model.revision, using: &random)
    let result = try result("dataSource/changes", #"{"dataSource":"\#(source)","since":\#(since)}"#)
    var list = try Self.list(of: model[since])
    try list.replay((result["changes"] ?? .null).view)
    try compare(list, model.current, "the changes since \(since)")
  }

  // MARK: Comparing

  /// Reads every list, and what the front end made of the notifications.
  mutating func compareEverything() throws {
    try drain()
    for (name, model) in sources {
      let read = try result("snapshot/contents", #"{"dataSource":"\#(name)"}"#)
      try compare(ListReplica(contents: read.view), model.current, "data source \(name)")
      try compare(frontEnd[name].list, model.current, "what is shown of \(name)")
    }
    try compareBytes()
    for (name, draft) in drafts {
      let read = try result("snapshot/contents", #"{"snapshot":"\#(name)"}"#)
      try compare(ListReplica(contents: read.view, revision: 0), draft.model, "draft \(name)")
      for (member, marks) in [
        ("reloadedItems", draft.model.reloadedItems),
        ("reconfiguredItems", draft.model.reconfiguredItems),
        ("reloadedSections", draft.model.reloadedSections),
      ] where (read[member]?.elements ?? []).map(\.text) != marks {
        throw Failure(reason: "\(member) of draft \(name)")
      }
    }
  }

  /// Compares what the server counts with the lists, gone through as a whole.
  private func compareBytes() throws {
    let lists = sources.reduce(0) { $0 + 48 + $1.key.utf8.count + $1.value.current.weight }
    // What drafts have beside what they were made from; what they share is the server's guess.
    let drafts = drafts.reduce(0) { bytes, draft in
      bytes + 48 + draft.key.utf8.count + draft.value.model.weight(besides: draft.value.base)
    }
    let counted = server.countedBytes
    let isRight =
      self.drafts.isEmpty ? counted.staying == lists : counted.staying >= lists + drafts
    guard isRight else {
      throw Failure(reason: "\(counted.staying) bytes counted, not \(lists) and \(drafts)")
    }
    guard !sources.isEmpty || counted.ofHistories == 0 else {
      throw Failure(reason: "\(counted.ofHistories) bytes counted of histories that are gone")
    }
  }

  private func compare(_ list: ListReplica, _ model: ModelSnapshot, _ what: String) throws {
    let difference = list.difference(from: try Self.list(of: model))
    guard difference.isEmpty else { throw Failure(reason: "\(what): \(difference)") }
  }

  private static func list(of model: ModelSnapshot) throws -> ListReplica {
    let document = try JSONDocument(parsing: document(of: model))
    return try ListReplica(contents: document.root, revision: 0)
  }

  private static func document(of model: ModelSnapshot) -> String {
    func element(_ name: String, _ content: String?, _ rest: String = "") -> String {
      #"{"id":"\#(name)"\#(content.map { #","content":"\#($0)""# } ?? "")\#(rest)}"#
    }
    let sections = model.sections.map { section in
      let items = section.items.map { element($0, model.itemContents[$0]) }.joined(separator: ",")
      return element(section.name, model.sectionContents[section.name], #","items":[\#(items)]"#)
    }
    return #"{"sections":[\#(sections.joined(separator: ","))]}"#
  }

  // MARK: Talking

  private mutating func post(_ method: String, _ params: String) {
    lastRequests = lastRequests.suffix(30) + ["\(method) \(params)"]
    let text = #"{"jsonrpc":"2.0","id":\#(turn),"method":"\#(method)","params":\#(params)}"#
    server.receive(.message(Array(text.utf8)[...]))
  }

  private mutating func result(_ method: String, _ params: String) throws -> Value {
    post(method, params)
    try drain()
    guard let result = results.last else { throw Failure(reason: "no answer to \(method)") }
    return result
  }

  /// Takes everything that is ready to be sent; the front end follows the notifications.
  private mutating func drain() throws {
    server.unwrittenBytes = 0
    results = []
    while let bytes = server.nextMessage() {
      let message = try Value(String(decoding: bytes, as: UTF8.self))
      if try frontEnd.receive(message.view) { continue }
      guard let result = message["result"] else { throw Failure(reason: "\(message)") }
      results.append(result)
    }
  }

  // MARK: Edits

  /// Makes up edits that fit, and makes them on the model.
  private mutating func edits(of model: inout ModelSnapshot) -> String {
    var texts: [String] = []
    for _ in 0..<1 + number(below: 4) {
      let (edit, items) = edit(of: model)
      guard model.refusals(of: edit).isEmpty else { continue }
      _ = model.make(edit)
      var elements: [String] = []
      for item in items {
        guard isRare(2) else {
          elements.append(#""\#(item)""#)
          continue
        }
        let content = content(of: item)
        _ = model.make(.setItemContent(item, content))
        elements.append(#"{"id":"\#(item)","content":"\#(content)"}"#)
      }
      texts.append(Self.json(of: edit, items: "[\(elements.joined(separator: ","))]"))
    }
    return "[\(texts.joined(separator: ","))]"
  }

  /// An edit, and the items that it gives contents to.
  private mutating func edit(of model: ModelSnapshot) -> (ModelEdit, [String]) {
    let section = model.sections.randomElement(using: &random)?.name ?? "S0"
    let items = model.itemNames
    let item = items.randomElement(using: &random) ?? "none"
    let other = items.randomElement(using: &random) ?? "none"
    let new = newItems(1 + number(below: 6))
    switch number(below: 16) {
    case 0: return (.appendSections(["S\(number(below: 6))"]), [])
    case 1: return isRare(3) ? (.deleteSections([section]), []) : (.deleteItems([]), [])
    case 2: return (.moveSection(section, .before("S\(number(below: 6))")), [])
    case 3..<7: return (.appendItems(new, to: section), new)
    case 7, 8: return (.insertItems(new, .after(item)), new)
    case 9..<13:
      return (.deleteItems(items.shuffled(using: &random).prefix(number(below: 9)).sorted()), [])
    case 13: return (.moveItem(item, .before(other)), [])
    case 14: return (.reloadItems([item]), [item])
    default: return (.reconfigureItems([item]), [item])
    }
  }

  /// Items that never were, mixed with some that may be anywhere or long gone.
  private mutating func newItems(_ count: Int) -> [String] {
    var names: [String] = []
    for offset in 0..<count {
      let name = isRare(6) ? "i\(number(below: turn * 40 + 40))" : "i\(turn * 40 + offset)"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func content(of item: String) -> String { "\(item)@\(turn)" }

  private static func json(of edit: ModelEdit, items: String) -> String {
    func list(_ names: [String]) -> String {
      "[\(names.map { #""\#($0)""# }.joined(separator: ","))]"
    }
    func anchor(_ side: ModelEdit.Side, _ what: String) -> String {
      switch side {
      case .before(let name): #""before\#(what)":"\#(name)""#
      case .after(let name): #""after\#(what)":"\#(name)""#
      }
    }
    switch edit {
    case .appendSections(let new): return #"{"op":"appendSections","sections":\#(list(new))}"#
    case .deleteSections(let gone): return #"{"op":"deleteSections","sections":\#(list(gone))}"#
    case .moveSection(let name, let side):
      return #"{"op":"moveSection","section":"\#(name)",\#(anchor(side, "Section"))}"#
    case .appendItems(_, let section):
      return #"{"op":"appendItems","items":\#(items),"toSection":"\#(section ?? "")"}"#
    case .insertItems(_, let side):
      return #"{"op":"insertItems","items":\#(items),\#(anchor(side, "Item"))}"#
    case .deleteItems(let gone): return #"{"op":"deleteItems","items":\#(list(gone))}"#
    case .moveItem(let name, let side):
      return #"{"op":"moveItem","item":"\#(name)",\#(anchor(side, "Item"))}"#
    case .reloadItems: return #"{"op":"reloadItems","items":\#(items)}"#
    case .reconfigureItems: return #"{"op":"reconfigureItems","items":\#(items)}"#
    default: return #"{"op":"deleteItems","items":[]}"#
    }
  }

  // MARK: Chance

  private mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &random)
  }
  private mutating func isRare(_ times: Int) -> Bool { number(below: times) == 0 }
}

extension RecyclingTrial {

  /// Lets go of what only drafts and the history still name.
  mutating func settle() throws {
    for draft in drafts.keys.sorted() { release(draft) }
    for source in sources.keys.sorted() {
      for _ in 0...Self.historyRevisions { editSource(source) }
    }
    try compareEverything()
  }
}

extension ModelSnapshot {
  /// What the list takes by the rules of the specification.
  fileprivate var weight: Int {
    sections.reduce(0) { $0 + 48 + 24 + $1.name.utf8.count + 2 } + weight(besides: nil)
      + sectionContents.values.reduce(0) { $0 + 48 + $1.utf8.count + 2 }
  }

  /// What its items take that are not in another state, and contents that are others there.
  fileprivate func weight(besides base: ModelSnapshot?) -> Int {
    let others = Set(base?.itemNames ?? [])
    let items = itemNames.filter { !others.contains($0) }
    let contents = itemNames.compactMap { name in
      itemContents[name] == base?.itemContents[name] ? nil : itemContents[name]
    }
    return items.reduce(0) { $0 + 24 + 24 + $1.utf8.count + 2 }
      + contents.reduce(0) { $0 + 48 + $1.utf8.count + 2 }
  }
}
