import DiffableServer
import TestSupport

/// A session about one data source whose sections have trees, beside a model of them.
///
/// What is done to trees is predicted to the byte. What plain applies make of them is read back and
/// held against the laws that they keep.
struct OutlineSessionTrial {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let session = Session()
  var maker: RequestMaker
  var forest = ModelForest()
  var source: ModelSource
  /// The trees at each revision that is kept.
  private var forests: [Int: ModelForest] = [0: ModelForest()]
  /// What a named snapshot holds, nil when there is none.
  private var draft: ModelForest?
  /// What was sent last, for failures.
  private(set) var lastRequests: [String] = []
  private(set) var numberOfErrors = 0
  private(set) var numberOfPlainApplies = 0

  init(seed: UInt64, format: String) throws {
    maker = RequestMaker(random: SeededGenerator(seed: seed), nonsense: 0)
    var options = ModelOptions()
    options.changeFormat = format
    options.history = 20
    source = ModelSource(name: "tree", options: options)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"tree","options":{"changeFormat":"\#(format)","history":20}}"#
    )
  }

  mutating func step() throws {
    switch maker.number(below: 20) {
    case 0, 1: try applySection()
    case ..<8: try editSection()
    case ..<11: try disclose()
    case ..<16: try editRows()
    case 16: try applyDocument()
    case 17: try revert()
    case 18: try useDraft()
    default: try readChanges()
    }
    try compare()
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
      _ = try session.result(
        "snapshot/create",
        #"{"snapshot":"draft","from":{"dataSource":"tree"}}"#
      )
      self.draft = forest
      return
    }
    try change("apply", #""snapshot":"draft""#) { forest in
      let current = forest
      forest = draft
      forest.itemContents = current.itemContents.merging(draft.itemContents) { $1 }
      forest.sectionContents = current.sectionContents.merging(draft.sectionContents) { $1 }
      return []
    }
    _ = try session.result("snapshot/release", #"{"snapshot":"draft"}"#)
    self.draft = nil
  }

  // MARK: Rows

  private mutating func editRows() throws {
    let (text, edits) = maker.edits(of: Subject(list: forest.list, rules: SentRules()))
    var asked = forest.list
    let refusal: Refused?
    do throws(Refused) {
      _ = try asked.make(edits, SentRules())
      refusal = nil
    } catch {
      refusal = error
    }
    let messages = send("edit", text)
    if let refusal { return try judge(messages, refusal) }
    var (touched, forgotten, uncovered) = (Set<String>(), Set<String>(), Set<String>())
    var step = forest.list
    for edit in edits {
      let rows = Set(step.itemNames)
      _ = try? step.make([edit], SentRules())
      forgotten.formUnion(rows.subtracting(step.itemNames))
      uncovered.formUnion(step.itemNames)
      touched.formUnion(edit.elements.map(\.name))
      if edit.arrangesWholeSections { touched.formUnion(rows) }
    }
    uncovered.subtract(forest.list.itemNames)
    let laws = OutlineLaws(
      before: forest,
      asked: asked,
      touched: touched,
      forgotten: forgotten,
      uncovered: uncovered
    )
    try adopt(messages, laws, "dataSource/edit")
  }

  private mutating func applyDocument() throws {
    let document = maker.document(SentRules())
    let messages = send("apply", #""snapshot":\#(document.text)"#)
    let asked: ModelSnapshot
    do throws(Refused) {
      asked = try document.list(replacing: forest.list, SentRules())
    } catch {
      return try judge(messages, error)
    }
    // Which rows moved is open to the daemon, unless it says that none did.
    let moved = try Value(messages.last ?? "")["result"]?["counts"]?["items"]?["moved"]?.integer
    let touched = moved == 0 ? Set(asked.itemNames).subtracting(forest.list.itemNames) : []
    let all = Set(asked.itemNames + forest.list.itemNames)
    let laws = OutlineLaws(before: forest, asked: asked, touched: moved == 0 ? touched : all)
    try adopt(messages, laws, "dataSource/apply")
  }

  private mutating func readChanges() throws {
    let earlier = maker.pick(forests.keys.sorted())
    let params = #"{"dataSource":"tree","since":\#(earlier),"changeFormat":"staged"}"#
    let result = try Value(session.result("dataSource/changes", params))
    let difference = ModelDifference(
      from: source.state(at: earlier).list,
      to: source.list,
      marks: source.marks(since: earlier),
      contentChanges: "reconfigure"
    )
    try require(
      ChangesVerdict(
        on: result["changes"],
        in: "staged",
        of: difference,
        includeContent: true
      ).problems
    )
  }

  // MARK: Judging

  /// Sends a request of which the model says exactly what comes of it.
  private mutating func change(
    _ method: String,
    _ members: String,
    announcing will: String? = nil,
    marks: ModelMarks = ModelMarks(),
    _ law: (inout ModelForest) throws(Refused) -> [(edit: Int, moved: [String])]
  ) throws {
    let messages = send(method, members)
    var next = forest
    let moves: [(edit: Int, moved: [String])]
    do throws(Refused) {
      moves = try law(&next)
    } catch {
      return try judge(messages, error)
    }
    guard messages.count == (will == nil ? 2 : 3), will == nil || messages[0] == will else {
      throw Failure(description: "\(messages) without \(will ?? "nothing")")
    }
    try publish(next, messages, marks, moves, "dataSource/\(method)")
  }

  /// Makes a forest the current one, and judges what is told and answered of that.
  private mutating func publish(
    _ next: ModelForest,
    _ messages: [String],
    _ marks: ModelMarks,
    _ moves: [(edit: Int, moved: [String])]?,
    _ origin: String
  ) throws {
    forest = next
    forest.dropContents()
    let announcement = source.publish(
      forest.list,
      marks: marks,
      origin: origin,
      animates: true
    )
    forests[source.revision] = forest
    forests = forests.filter { source.isKept($0.key) }
    let didApply = try Value(messages[messages.count - 2])
    try require(announcement.problems(of: didApply["params"] ?? .null))
    let answer = messages[messages.count - 1]
    let sizes = World().sizes(forest.list)
    var expected = #""result":{"revision":\#(source.revision),"#
    expected += "\(announcement.difference.counts),\(sizes),"
    expected += moves.map { World().warnings($0) + "}}" } ?? #""warnings":["#
    guard answer.contains(expected) else {
      throw Failure(description: "\(answer), not \(expected)")
    }
  }

  /// Takes over what a plain apply made of the trees, if it keeps the laws.
  private mutating func adopt(
    _ messages: [String],
    _ laws: OutlineLaws,
    _ origin: String
  ) throws {
    let asked = laws.asked
    guard messages.count == 2 else { throw Failure(description: "\(messages)") }
    numberOfPlainApplies += 1
    var next = ModelForest()
    for section in asked.sectionNames {
      let text = try tree(of: section)
      let nodes = (try Value(text)["items"]?.elements ?? []).map(ModelForest.Node.init)
      next.sections.append(ModelForest.Section(name: section, nodes: nodes))
    }
    next.itemContents = forest.itemContents.merging(asked.itemContents) { $1 }
    next.sectionContents = asked.sectionContents
    try require(laws.problems(of: next))
    try publish(next, messages, ModelMarks(of: asked), nil, origin)
  }

  private mutating func judge(_ messages: [String], _ refusal: Refused) throws {
    numberOfErrors += 1
    let error = try Value(messages.first ?? "null")["error"]
    let isRight =
      messages.count == 1 && refusal.kinds.contains(error?.kind ?? "")
      && (refusal.edit == nil || error?["data"]?["edit"]?.integer == refusal.edit)
    guard isRight else { throw Failure(description: "\(messages), not \(refusal)") }
  }

  // MARK: Talking

  private mutating func send(_ method: String, _ members: String) -> [String] {
    let request = session.request("dataSource/\(method)", #"{"dataSource":"tree",\#(members)}"#)
    lastRequests = lastRequests.suffix(5) + [request]
    return session.send(request)
  }

  private func tree(of section: String) throws -> String {
    try session.result(
      "dataSource/sectionSnapshot",
      #"{"dataSource":"tree","section":\#(section)}"#
    )
  }

  /// Reads the rows and all trees, and asks where some items are.
  private mutating func compare() throws {
    let contents = try session.result("snapshot/contents", #"{"dataSource":"tree"}"#)
    let head = #"{"revision":\#(source.revision),"#
    try require(contents, head + forest.list.contentsMembers + "}")
    for section in forest.sections {
      try require(
        try tree(of: section.name),
        head + #""items":\#(forest.text(of: section.nodes))}"#
      )
    }
    guard let index = forest.sections.indices.randomElement(using: &maker.random) else { return }
    try askOutline(index)
  }

  private mutating func askOutline(_ index: Int) throws {
    let all = forest.items(inSectionAt: index)
    let rows = Set(forest.list.itemNames)
    let items = maker.some(all.map(\.id), atMost: 3) + [maker.anyItem()]
    let answers = items.map { item -> String in
      guard let place = all.firstIndex(where: { $0.id == item }) else { return "null" }
      let above = forest.ancestors(of: item)
      return #"{"level":\#(above.count),"parent":\#(above.first ?? "null"),"index":\#(place),"#
        + #""expanded":\#(all[place].isOpen),"visible":\#(rows.contains(item))}"#
    }
    let section = #"{"dataSource":"tree","section":\#(forest.sections[index].name)"#
    let head = #"{"revision":\#(source.revision),"items":"#
    let params = #"\#(section),"items":\#(list(items))}"#
    try require(try session.result("dataSource/outline", params), head + list(answers) + "}")

    guard let parent = all.randomElement(using: &maker.random) else { return }
    let includes = maker.chance(50)
    let part = #"\#(section),"of":\#(parent.id),"includingParent":\#(includes)}"#
    let expected = forest.text(of: includes ? [parent] : parent.children)
    try require(try session.result("dataSource/sectionSnapshot", part), head + expected + "}")
  }

  private func require(_ problems: [String]) throws {
    guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "\n")) }
  }

  private func require(_ answer: String, _ expected: String) throws {
    guard answer == expected else { throw Failure(description: "\(answer), not \(expected)") }
  }
}

extension SentEdit {
  /// Whether rows move that it does not name.
  fileprivate var arrangesWholeSections: Bool {
    switch meaning {
    case .sort, .other(.reverseItems, _, _), .other(.shuffleItems, _, _): true
    case .items(_, let edit):
      if case .replaceItems = edit([]) { true } else { false }
    case .sections, .other, .contents, .misshapen: false
    }
  }
}
