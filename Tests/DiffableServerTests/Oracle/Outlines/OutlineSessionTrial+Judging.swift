import TestSupport

extension OutlineSessionTrial {

  /// Sends a request of which the model says exactly what comes of it.
  mutating func change(
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
  mutating func publish(
    _ next: ModelForest,
    _ messages: [String],
    _ marks: ModelMarks,
    _ moves: [(edit: Int, moved: [String])]?,
    _ origin: String,
    transaction: String? = nil
  ) throws {
    forest = next
    forest.dropContents()
    var announcement = source.publish(
      forest.list,
      marks: marks,
      origin: origin,
      animates: true
    )
    if origin != "dataSource/revert" {
      announcement.requested = marks.kept(in: announcement.before).kept(in: announcement.after)
    }
    try compareViews(after: announcement)
    announcement.transaction = transaction
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
  mutating func adopt(
    _ messages: [String],
    _ laws: OutlineLaws,
    _ origin: String,
    _ transaction: (ModelSnapshot) -> String? = { _ in nil }
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
    let marks = ModelMarks(of: asked)
    try publish(next, messages, marks, nil, origin, transaction: transaction(next.list))
  }

  mutating func judge(_ messages: [String], _ refusal: Refused) throws {
    numberOfErrors += 1
    let error = try Value(messages.first ?? "null")["error"]
    let isRight =
      messages.count == 1 && refusal.kinds.contains(error?.kind ?? "")
      && (refusal.edit == nil || error?["data"]?["edit"]?.integer == refusal.edit)
    guard isRight else { throw Failure(description: "\(messages), not \(refusal)") }
  }

  // MARK: Talking

  mutating func send(_ method: String, _ members: String) -> [String] {
    sendToBoth("dataSource/\(method)", #"{"dataSource":"tree",\#(members)}"#)
  }

  /// Sends a request, also to the client that reads slowly.
  mutating func sendToBoth(_ method: String, _ params: String) -> [String] {
    let request = session.request(method, params)
    lastRequests = lastRequests.suffix(5) + [request]
    slowReader.post(request)
    let messages = session.send(request)
    told += messages
    toldOfViews = messages.filter(OutlineSessionTrial.isOfView)
    return messages.filter { !OutlineSessionTrial.isOfView($0) }
  }

  func tree(of section: String) throws -> String {
    try session.result(
      "dataSource/sectionSnapshot",
      #"{"dataSource":"tree","section":\#(section)}"#
    )
  }

  /// Reads the rows and all trees, and asks where some items are.
  mutating func compare() throws {
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

  mutating func askOutline(_ index: Int) throws {
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

  func require(_ problems: [String]) throws {
    guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "\n")) }
  }

  func require(_ answer: String, _ expected: String) throws {
    guard answer == expected else { throw Failure(description: "\(answer), not \(expected)") }
  }
}
