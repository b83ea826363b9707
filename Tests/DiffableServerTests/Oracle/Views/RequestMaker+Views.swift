/// Creating, changing and closing views.
extension RequestMaker {
  static let views = ["found", "sorted", "grouped", "page", "board", "last"]

  /// The methods by which lists are edited, which views refuse.
  static let editing: Set<String> = [
    "dataSource/apply", "dataSource/edit", "dataSource/revert", "dataSource/moveRow",
    "dataSource/deleteRow", "dataSource/setContent",
  ]

  mutating func viewRequest(_ world: World) -> SentRequest {
    let name = pick(RequestMaker.views)
    if !world.isView(name) { return createView(name, world) }
    switch number(below: 20) {
    case 0: return createView(name, world)
    case 1: return close(name)
    case 2: return configure(name, ofView: true)
    default: return updateView(chance(2) ? pick(RequestMaker.sources) : name, world)
    }
  }

  /// The request with the law that nobody edits a view.
  func refusedByViews(_ request: SentRequest, _ source: String) -> SentRequest {
    guard RequestMaker.editing.contains(request.method) else { return request }
    return SentRequest(method: request.method, params: request.params) {
      world throws(Refused) in
      guard world.isView(source) else { return try request.law(&world) }
      var kinds: Set<String> = ["viewIsReadOnly"]
      var copy = world
      do throws(Refused) {
        _ = try request.law(&copy)
      } catch {
        // Of several faults either may be named.
        kinds.formUnion(error.kinds)
      }
      throw Refused(kinds)
    }
  }

  private mutating func createView(_ name: String, _ world: World) -> SentRequest {
    let open = world.sources.map(\.name).filter { $0 != name }
    let base =
      open.isEmpty || chance(4) ? pick(RequestMaker.sources + RequestMaker.views) : pick(open)
    var view = ModelView(of: base)
    let (sent, faults) = stages(atMost: 5, around: base, world)
    for stage in sent { stage.make(&view) }
    var refused = faults
    if view.isFlat, view.grouping != nil { refused.insert("invalidParams") }
    var options = options(isNew: true, ofView: true)
    if chance(50) {
      let history = pick([0, 1, 2, 5, 20])
      options.add(#""history":\#(history)"#) { $0.history = history }
    }
    var conditions = SentConditions()
    if chance(30) { conditions.tag = "\(number(below: 1000))" }
    let tag = conditions.tag.map { #","tag":\#($0)"# } ?? ""
    let members = ([#""of":"\#(base)""#] + sent.map(\.member)).shuffled(using: &random)
    return SentRequest(
      method: "dataSource/create",
      params: #"{"dataSource":"\#(name)","options":{\#(options.text)},"#
        + #""view":{\#(members.joined(separator: ","))}\#(tag)}"#
    ) { [options, conditions, refused] world throws(Refused) in
      try world.createView(name, view, options, refused, conditions)
    }
  }

  private mutating func updateView(_ name: String, _ world: World) -> SentRequest {
    let base = (try? world.source(name))?.view?.base ?? name
    var (sent, faults) = stages(atMost: 2, around: base, world)
    if chance(40) {
      (sent, faults) = ([typedOn((try? world.source(name))?.view?.search)], [])
    }
    let conditions = conditions(name, world)
    let (mode, reloads) = mode()
    let members = sent.map(\.member).joined(separator: ",")
    return SentRequest(
      method: "dataSource/updateView",
      params: #"{"dataSource":"\#(name)","view":{\#(members)}\#(mode)\#(conditions.text)}"#
    ) { [sent, faults] world throws(Refused) in
      try world.updateView(name, sent, faults, conditions, reloadsData: reloads)
    }
  }

  // MARK: Stages

  private mutating func stages(
    atMost limit: Int,
    around base: String,
    _ world: World
  ) -> (stages: [SentStage], faults: Set<String>) {
    var kinds = some([0, 1, 2, 3, 4, 5, 5, 6, 7, 7, 8], atMost: limit)
    if kinds.contains(3), chance(90) { kinds.removeAll { $0 == 4 } }
    var stages: [SentStage] = []
    for kind in Set(kinds).sorted() { stages.append(stage(kind, base, world)) }
    // From grouped to flat, and back, goes at once.
    if let index = stages.firstIndex(where: { $0.name == "groupBy" }), chance(80) {
      stages.removeAll { $0.name == "flatten" }
      stages.insert(SentStage(name: "flatten", text: "null") { $0.isFlat = false }, at: index)
    }
    if stages.contains(where: { $0.name == "flatten" && $0.text == "true" }), chance(80) {
      stages.removeAll { $0.name == "groupBy" }
      stages.append(SentStage(name: "groupBy", text: "null") { $0.grouping = nil })
    }
    guard chance(nonsense) else { return (stages, []) }
    let nonsense = pick([
      ("where", #"{"pointer":"/h","equal":1}"#), ("window", #"{"limit":-1}"#),
      ("window", #"{"offset":1}"#), ("search", #"{"text":"a","in":[]}"#), ("sort", "[]"),
      ("sortBy", #"[{"pointer":"h"}]"#), ("groupBy", #"{"pointer":"/h","values":[[1]]}"#),
      ("where", #"{"less":null}"#), ("live", "1"),
    ])
    stages.removeAll { $0.name == nonsense.0 }
    return (stages + [SentStage(name: nonsense.0, text: nonsense.1) { _ in }], ["invalidParams"])
  }

  private mutating func stage(_ kind: Int, _ base: String, _ world: World) -> SentStage {
    let goes = chance(15)
    switch kind {
    case 0:
      let takes = chance(50)
      return SentStage(name: "hidden", text: "\(takes)") { _ in }
    case 1:
      guard !goes else { return SentStage(name: "where", text: "null") { $0.holds = nil } }
      let (text, holds) = predicate(deep: 2)
      return SentStage(name: "where", text: text) { $0.holds = holds }
    case 2:
      guard !goes else { return SentStage(name: "search", text: "null") { $0.search = nil } }
      return searchStage()
    case 3:
      guard !goes else { return SentStage(name: "groupBy", text: "null") { $0.grouping = nil } }
      return groupStage()
    case 4:
      let isFlat = chance(60)
      return SentStage(name: "flatten", text: "\(isFlat)") { $0.isFlat = isFlat }
    case 5:
      let keys = (0..<number(below: 3)).map { _ in rowKey(place()) }
      return SentStage(name: "sortBy", text: list(keys.map(\.text))) { $0.keys = keys }
    case 6:
      let keeps = chance(60)
      return SentStage(name: "emptySections", text: "\(keeps)") { $0.keepsEmptySections = keeps }
    case 7:
      guard !goes else { return SentStage(name: "window", text: "null") { $0.window = nil } }
      return windowStage(subject(.source(base), world))
    default:
      let isLive = chance(70)
      return SentStage(name: "live", text: "\(isLive)") { $0.isLive = isLive }
    }
  }

  private mutating func place() -> ModelPlace {
    pick([
      ModelPlace(origin: "content", pointer: "/h"),
      ModelPlace(origin: "content", pointer: "/n2"),
      ModelPlace(origin: "content", pointer: "/sort/k/0"),
      ModelPlace(origin: "content", pointer: "/sort/k/0"),
      ModelPlace(origin: "content", pointer: ""),
      ModelPlace(origin: "identifier", pointer: ""),
      ModelPlace(origin: "identifier", pointer: "/1"),
      ModelPlace(origin: "section", pointer: ""),
    ])
  }

  private mutating func rowKey(_ place: ModelPlace) -> ModelRowKey {
    ModelRowKey(
      place: place,
      isDescending: chance(40),
      folds: chance(30),
      putsMissingFirst: chance(30)
    )
  }

  private mutating func windowStage(_ base: Subject) -> SentStage {
    let (one, other) = (number(below: 6), number(below: 8))
    if chance(60) {
      let offset = chance(40) ? 0 : one
      let member = offset == 0 && chance(50) ? "" : #""offset":\#(offset),"#
      return SentStage(name: "window", text: #"{\#(member)"limit":\#(other)}"#) {
        $0.window = .at(offset: offset, limit: other)
      }
    }
    let item = item(in: base.list)
    let text = #"{"around":\#(item),"before":\#(one),"after":\#(other)}"#
    return SentStage(name: "window", text: text) {
      $0.window = .around(item, before: one, after: other)
    }
  }

  /// What is typed letter by letter, and found in some rows up to its end.
  private static let typed = ["Zeta 10b", "zéta 1", "44.0007", "2000000", "-2", "x"]

  private mutating func searchStage() -> SentStage {
    let texts = ["a", "10", "e", "z 1", " ", "É", ".", "0 4", "00", "e 40", "b 10 ze"]
    let begun = pick(RequestMaker.typed)
    let text = chance(50) ? pick(texts) : String(begun.prefix(1 + number(below: begun.count)))
    let match = pick(["words", "contains", "prefix", "fuzzy"])
    let (folds, ranks) = (chance(75), chance(40))
    let places = (0...number(below: 3)).map { _ in place() }
    return searchStage(ModelSearch(text, match, folds: folds, ranks: ranks, in: places))
  }

  /// The search when a letter more is typed, or one is taken back; where nothing is searched that
  /// could go on, one that begins.
  private mutating func typedOn(_ former: ModelSearch?) -> SentStage {
    guard let former, let whole = RequestMaker.typed.first(where: { $0.hasPrefix(former.text) })
    else {
      let match = pick(["words", "contains", "prefix", "fuzzy"])
      let whole = pick(RequestMaker.typed)
      let places = [ModelPlace(origin: "content", pointer: pick(["/h", "/sort/k/0"]))]
      let text = String(whole.prefix(2))
      return searchStage(ModelSearch(text, match, folds: true, ranks: false, in: places))
    }
    let length = former.text.count + (chance(60) ? 1 : -1)
    return searchStage(
      ModelSearch(
        String(whole.prefix(max(0, length))),
        former.match,
        folds: former.folds,
        ranks: former.ranks,
        in: former.places
      )
    )
  }

  private func searchStage(_ search: ModelSearch) -> SentStage {
    let places = list(search.places.map { "{\($0.text)}" })
    return SentStage(
      name: "search",
      text: #"{"text":"\#(search.text)","in":\#(places),"match":"\#(search.match)","#
        + #""case":"\#(search.folds ? "ignore" : "exact")","rank":\#(search.ranks)}"#
    ) { $0.search = search }
  }

  private mutating func groupStage() -> SentStage {
    let (part, text, values): (ModelGrouping.Part, String, [String]) = pick([
      (.value, #""take":"value""#, [#""Z""#, "10", "3.0", "true", "null", #""é""#]),
      (.letter, #""take":"letter""#, [#""Z""#, #""A""#, ##""#""##]),
      (.start(1), #""take":"start","length":1"#, [#""Z""#, #""a""#]),
    ])
    let always = chance(40) ? some(values, atMost: 3) : []
    let key = rowKey(place())
    let plain = ModelGrouping(key: key, part: part, always: [])
    let sections = always.map { value -> String in
      if case .letter = part { value } else { plain.section(of: Content.value(value)) }
    }
    let grouping = ModelGrouping(key: key, part: part, always: sections)
    let member = always.isEmpty ? "" : #","values":\#(list(always))"#
    let members = "\(key.place.text),\(text)\(member)\(key.orderText)"
    return SentStage(name: "groupBy", text: "{\(members)}") { $0.grouping = grouping }
  }

  // MARK: Predicates

  private mutating func predicate(deep depth: Int) -> (text: String, (ModelRow) -> Bool) {
    guard depth > 0, chance(40) else { return test() }
    if chance(35) {
      let (text, holds) = predicate(deep: depth - 1)
      return (#"{"not":\#(text)}"#, { !holds($0) })
    }
    let parts = (0..<number(below: 3)).map { _ in predicate(deep: depth - 1) }
    let texts = list(parts.map(\.text))
    return chance(50)
      ? (#"{"all":\#(texts)}"#, { row in parts.allSatisfy { $0.1(row) } })
      : (#"{"any":\#(texts)}"#, { row in parts.contains { $0.1(row) } })
  }

  private mutating func test() -> (text: String, (ModelRow) -> Bool) {
    let place = place()
    let ignores = chance(40)
    var operators: [String: (text: String, (Value?) -> Bool)] = [:]
    for _ in 0...number(below: 2) {
      let (name, text, holds) = test(ignoringCase: ignores)
      operators[name] = (text, holds)
    }
    let all = operators.sorted { $0.key < $1.key }
    let members =
      [place.text] + all.map { #""\#($0.key)":\#($0.value.text)"# }
      + (ignores ? [#""case":"ignore""#] : [])
    return (
      "{\(members.joined(separator: ","))}",
      { row in
        let value = place.value(of: row)
        return all.allSatisfy { $0.value.1(value) }
      }
    )
  }

  private mutating func test(
    ignoringCase ignores: Bool
  ) -> (name: String, text: String, (Value?) -> Bool) {
    let operands = ["1", "10", "3.0", "12.5", #""Z""#, #""a""#, #""É""#, "null", "true", "{}"]
    switch number(below: 8) {
    case 0, 1:
      let operand = pick(operands)
      let other = Content.value(operand)
      return (
        "equals", operand,
        { $0.map { ModelOrder.areEqual($0, other, ignoringCase: ignores) } ?? false }
      )
    case 2:
      let texts = some(operands, atMost: 4)
      let others = texts.map(Content.value)
      return (
        "in", list(texts),
        { value in
          guard let value else { return false }
          return others.contains { ModelOrder.areEqual(value, $0, ignoringCase: ignores) }
        }
      )
    case 3, 4: return comparison(ignoringCase: ignores)
    case 5:
      let exists = chance(60)
      return ("exists", "\(exists)", { ($0 != nil) == exists })
    case 6:
      let operand = pick(operands)
      let other = Content.value(operand)
      return (
        "has", operand,
        { value in
          guard case .array(let elements)? = value else { return false }
          return elements.contains { ModelOrder.areEqual($0, other, ignoringCase: ignores) }
        }
      )
    default: return textTest(ignoringCase: ignores)
    }
  }

  private mutating func comparison(
    ignoringCase ignores: Bool
  ) -> (name: String, text: String, (Value?) -> Bool) {
    let (name, accepts): (String, (Int) -> Bool) = pick([
      ("less", { $0 < 0 }), ("atMost", { $0 <= 0 }), ("greater", { $0 > 0 }),
      ("atLeast", { $0 >= 0 }),
    ])
    let operand = pick(["1", "10", "3", "-1", "1e399", #""Z""#, #""e""#])
    let other = Content.value(operand)
    return (
      name, operand,
      { value in
        switch (value, other) {
        case (.number?, .number), (.string?, .string):
          return accepts(ModelOrder.order(value ?? .null, other, ignoringCase: ignores))
        default: return false
        }
      }
    )
  }

  private mutating func textTest(
    ignoringCase ignores: Bool
  ) -> (name: String, text: String, (Value?) -> Bool) {
    let (name, accepts): (String, (String, String) -> Bool) = pick([
      ("contains", { $1.isEmpty || $0.contains($1) }), ("startsWith", { $0.hasPrefix($1) }),
      ("endsWith", { $0.hasSuffix($1) }),
    ])
    let operand = pick(["", "a", "Z", "x", "É", "ab"])
    let other = ignores ? ModelOrder.folded(operand) : operand
    return (
      name, #""\#(operand)""#,
      { value in
        guard let text = value?.text else { return false }
        return accepts(ignores ? ModelOrder.folded(text) : text, other)
      }
    )
  }
}

extension SentStage {
  fileprivate var member: String { #""\#(name)":\#(text)"# }
}
