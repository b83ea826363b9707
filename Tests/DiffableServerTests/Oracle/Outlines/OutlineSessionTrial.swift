import DiffableServer
import JSON
import Replicas
import TestSupport

/// A session about one data source whose sections have trees, beside a model of them.
///
/// What is done to trees is predicted to the byte. What plain applies make of them is read back and
/// held against the laws that they keep.
struct OutlineSessionTrial {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let session = TestClient()
  /// A client that gets the same requests and reads now and then, so that applies are merged for it.
  let slowReader: TestClient
  /// The lists of both, kept by following what they are told and nothing else.
  private var frontEnd = FrontEnd()
  /// What the first client was told and has not followed yet.
  var told: [String] = []
  private var slowFrontEnd = FrontEnd()
  var maker: RequestMaker
  var forest = ModelForest()
  var source: ModelSource
  /// Views of the data source, some of which take hidden items too.
  var views: [ModelSource] = []
  /// What was told of them since somebody looked.
  var toldOfViews: [String] = []
  /// The trees at each revision that is kept.
  var forests: [Int: ModelForest] = [0: ModelForest()]
  /// What a named snapshot holds, nil when there is none.
  private var draft: ModelForest?
  /// What was sent last, for failures.
  var lastRequests: [String] = []
  var numberOfErrors = 0
  var numberOfPlainApplies = 0
  /// How many revisions of views were told.
  var numberOfFollowed = 0

  init(seed: UInt64, format: String) throws {
    maker = RequestMaker(random: SeededGenerator(seed: seed), nonsense: 0)
    var options = ModelOptions()
    options.changeFormat = format
    options.history = 20
    source = ModelSource(name: "tree", options: options)
    let create =
      #"{"dataSource":"tree","options":{"changeFormat":"\#(format)","history":20,"#
      + #""reordering":{"allowed":true,"acrossSections":true}}}"#
    var limits = Limits()
    limits.mergeAfterBytes = 0
    slowReader = TestClient(limits)
    _ = try session.result("dataSource/create", create)
    _ = try slowReader.result("dataSource/create", create)
    for (name, definition, view) in OutlineSessionTrial.definitions {
      let params =
        #"{"dataSource":"\#(name)","options":{"changeFormat":"\#(format)","history":20},"#
        + #""view":\#(definition)}"#
      told += session.call("dataSource/create", params)
      slowReader.post(slowReader.request("dataSource/create", params))
      var source = ModelSource(name: name, options: options)
      source.view = view
      _ = source.publish(
        source.evaluate(ModelSnapshot(), revision: 0),
        marks: ModelMarks(),
        origin: "dataSource/create",
        animates: false
      )
      views.append(source)
    }
    slowReader.server.unwrittenBytes = 1
  }

  /// How many didApplys stood for several.
  var numberOfMerged: Int { slowFrontEnd.numberOfMerged }

  /// Lets the slow client read now and then, and holds both lists against the rows that there are.
  mutating func compareLists() throws {
    guard source.options.changeFormat != "none" else { return }
    let rows = try session.result(
      "dataSource/rows",
      #"{"dataSource":"tree","from":[0,0],"count":1000}"#
    )
    for message in told { _ = try frontEnd.receive(JSONDocument(parsing: message).root) }
    told = []
    try compare(frontEnd["tree"], with: Value(rows))
    guard maker.chance(15) else { return }
    for message in slowReader.drain() {
      _ = try slowFrontEnd.receive(JSONDocument(parsing: message).root)
    }
    try compare(slowFrontEnd["tree"], with: Value(rows))
    for view in views {
      try compare(frontEnd[view.name], with: view)
      try compare(slowFrontEnd[view.name], with: view)
    }
  }

  private func compare(_ shown: FollowedList, with view: ModelSource) throws {
    guard shown.list.model == ModelSnapshot(view.list.sections), shown.revision == view.revision
    else { throw Failure(description: "\(shown.list.model), not \(view.list)") }
  }

  private func compare(_ shown: FollowedList, with answer: Value) throws {
    let found = shown.list.sections.flatMap(\.items).map { "\($0.name) \($0.outline)" }
    let expected = (answer["rows"]?.elements ?? []).map { row in
      let outline = row["outline"]
      let level = outline?["level"]?.integer ?? 0
      let isExpanded = outline?["expanded"]?.bool ?? false
      let count = outline?["numberOfChildren"]?.integer ?? 0
      let values = Replicas.Outline(level: level, isExpanded: isExpanded, numberOfChildren: count)
      return "\(row["item"] ?? .null) \(values)"
    }
    guard found == expected, shown.revision == answer["revision"]?.integer else {
      throw Failure(description: "\(found), not \(expected)")
    }
  }

  mutating func step() throws {
    switch maker.number(below: 20) {
    case 0, 1: try applySection()
    case ..<8: try editSection()
    case ..<11: try disclose()
    case ..<15: try editRows()
    case 15: try actOnRow()
    case 16: try applyDocument()
    case 17: try revert()
    case 18: try useDraft()
    default: try readChanges()
    }
    try compare()
    try compareLists()
  }

  // MARK: Trees

  private mutating func applySection() throws {
    let section = maker.anySection()
    let tree = maker.tree(of: maker.items(atMost: 9))
    try change("applySection", #""section":\#(section),"snapshot":{"items":\#(tree.text)}"#) {
      forest throws(Refused) in
      try forest.setTree(tree.nodes, ofSection: section, tree.contents)
      return []
    }
  }

  private mutating func editSection() throws {
    let section = maker.section(in: forest.list)
    let index = forest.index(ofSection: section)
    var edited = forest
    var edits: [SentSectionEdit] = []
    for _ in 0..<1 + maker.number(below: 3) {
      edits.append(maker.sectionEdit(edited, section))
      if let index { _ = try? edited.make(edits[edits.count - 1], inSectionAt: index) }
    }
    try change("editSection", #""section":\#(section),"edits":\#(list(edits.map(\.text)))"#) {
      [edits] forest throws(Refused) in
      guard let index else { throw Refused("unknownSection") }
      var moves: [(edit: Int, moved: [String])] = []
      for (number, edit) in edits.enumerated() {
        do throws(Refused) {
          let pulled = try forest.make(edit, inSectionAt: index)
          if !pulled.isEmpty { moves.append((number, pulled)) }
        } catch {
          throw Refused(error.kinds, edit: number)
        }
      }
      return moves
    }
  }

  private mutating func disclose() throws {
    let (item, opens) = (maker.item(in: forest.list), maker.chance(65))
    let place = forest.list.place(ofItem: item)
    var will: String?
    if let place, forest.node(item)?.isOpen != opens {
      let section = forest.sections[place.section].name
      will =
        #"{"jsonrpc":"2.0","method":"dataSource/will\#(opens ? "Expand" : "Collapse")Item","#
        + #""params":{"dataSource":"tree","section":\#(section),"item":\#(item),"#
        + #""indexPath":\#(path(place.section, place.item)),"revision":\#(source.revision)}}"#
    }
    try change(opens ? "expandItem" : "collapseItem", #""item":\#(item)"#, announcing: will) {
      forest throws(Refused) in
      guard place != nil else { throw Refused("unknownItem") }
      forest.replaceEach { node in
        var node = node
        if node.id == item { node.isOpen = opens }
        return [node]
      }
      return []
    }
  }

  private mutating func revert() throws {
    let earlier = maker.pick(forests.keys.sorted())
    let marks = source.marks(since: earlier)
    let target = forests[earlier] ?? ModelForest()
    try change("revert", #""toRevision":\#(earlier)"#, marks: marks) { forest in
      forest = target
      return []
    }
  }

  /// Copies the data source to a named snapshot, or applies that one: then its trees win.
  private mutating func useDraft() throws {
    guard let draft else {
      _ = sendToBoth("snapshot/create", #"{"snapshot":"draft","from":{"dataSource":"tree"}}"#)
      self.draft = forest
      return
    }
    try compare(draft)
    try change("apply", #""snapshot":"draft""#) { forest in
      let current = forest
      forest = draft
      forest.itemContents = current.itemContents.merging(draft.itemContents) { $1 }
      forest.sectionContents = current.sectionContents.merging(draft.sectionContents) { $1 }
      return []
    }
    _ = sendToBoth("snapshot/release", #"{"snapshot":"draft"}"#)
    self.draft = nil
  }

  /// Compares the draft with what it should hold, and with the data source.
  private mutating func compare(_ draft: ModelForest) throws {
    let contents = try session.result("snapshot/contents", #"{"snapshot":"draft"}"#)
    try require(contents, "{\(draft.list.contentsMembers)}")
    let format = maker.pick(["batch", "sequential", "staged"])
    let result = try session.result(
      "snapshot/changes",
      #"{"from":{"snapshot":"draft"},"to":{"dataSource":"tree"},"changeFormat":"\#(format)"}"#
    )
    let difference = ModelDifference(
      from: draft.list,
      to: forest.list,
      marks: ModelMarks(),
      contentChanges: "reconfigure"
    )
    let changes = try Value(result)["changes"]
    try require(
      ChangesVerdict(on: changes, in: format, of: difference, includeContent: true).problems
    )
  }
}
