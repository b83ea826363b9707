import DiffableProtocol
import JSON
import Testing

@Suite struct ParamsTests {

  // MARK: Edits

  @Test(arguments: [
    (#"{"op":"appendSections"}"#, "sections"),
    (#"{"op":"deleteSections","sections":{"A":1}}"#, "sections"),
    (#"{"op":"insertSections","sections":[]}"#, "beforeSection"),
    (#"{"op":"insertSections","sections":[],"beforeSection":1,"afterSection":2}"#, "afterSection"),
    (#"{"op":"moveSection","beforeSection":1}"#, "section"),
    (#"{"op":"moveSection","section":1}"#, "beforeSection"),
    (#"{"op":"appendItems"}"#, "items"), (#"{"op":"appendItems","items":7}"#, "items"),
    (#"{"op":"insertItems","items":[]}"#, "beforeItem"),
    (#"{"op":"insertItems","items":[],"beforeItem":1,"afterItem":1}"#, "afterItem"),
    (#"{"op":"moveItem","item":null,"beforeItem":1}"#, "item"), (#"{"op":"reloadItems"}"#, "items"),
    (#"{"op":"reconfigureItems","items":"a"}"#, "items"), (#"{"op":"deleteItems"}"#, "items"),
    (#"{"op":"reloadSections"}"#, "sections"), ("{}", "op"), (#"{"op":"nonsense"}"#, "op"),
    (#"{"op":"patchItems"}"#, "items"), (#"{"op":"patchItems","items":[7]}"#, "items[0]"),
    (#"{"op":"patchItems","items":[{"id":1,"patch":[]}]}"#, "items[0].patch"),
    (#"{"op":"patchSections","sections":[{"id":1}]}"#, "sections[0].patch"),
    (#"{"op":"patchSections","sections":[{"patch":{}}]}"#, "sections[0].id"),
    (#"{"op":null}"#, "op"), (#"{"op":["appendItems"]}"#, "op"),
  ])
  func `an edit says which member is wrong`(edit: String, member: String) throws {
    let params = try reader(#"{"edits":[{"op":"deleteAllItems"},\#(edit)]}"#)
    var indexes: [Int] = []
    let error = refusal {
      let edits = try EditList(params)
      for (index, value) in edits.values.enumerated() {
        _ = try Edit(edits.reader(of: value, at: index))
        indexes.append(index)
      }
    }
    #expect(error?.kind == .invalidParams)
    #expect(error?.member == "edits[1].\(member)")
    #expect(indexes == [0], "the edits before it are read")
  }

  @Test func `an edit that is no object is refused`() throws {
    let error = refusal {
      let edits = try EditList(reader(#"{"edits":[7]}"#))
      for value in edits.values { _ = try edits.reader(of: value, at: 0) }
    }
    #expect(error?.member == "edits[0]")
    #expect(refusal { try EditList(reader(#"{"edits":{"op":1}}"#)) }?.member == "edits")
    #expect(refusal { try EditList(reader("{}")) }?.member == "edits")
  }

  @Test func `an unknown op is answered with all that there are`() throws {
    let message = refusal { try Edit(reader(#"{"op":"turn"}"#)) }?.message ?? ""
    for operation in Edit.Operation.allCases { #expect(message.contains(operation.rawValue)) }
  }

  @Test func `edits keep what they are given`() throws {
    guard
      case .insertItems(let items, .after(let anchor, let member)) = try Edit(
        reader(#"{"op":"insertItems","items":[1,{"id":2}],"beforeItem":null,"afterItem":"a"}"#)
      )
    else {
      Issue.record("no insertItems")
      return
    }
    #expect(items.text == #"[1,{"id":2}]"#)
    #expect(anchor.text == #""a""#)
    #expect(member == "afterItem")
    guard
      case .appendItems(_, toSection: nil) = try Edit(
        reader(#"{"op":"appendItems","items":[],"toSection":null}"#)
      ),
      case .moveSection(let section, .before) = try Edit(
        reader(#"{"op":"moveSection","section":[1],"beforeSection":2}"#)
      )
    else {
      Issue.record("no appendItems, or no moveSection")
      return
    }
    #expect(section.text == "[1]")
  }

  // MARK: Targets, conditions, ranges

  @Test func `a target is exactly one of the two`() throws {
    #expect(try reader(#"{"dataSource":"s"}"#).target() == .dataSource("s"))
    #expect(try reader(#"{"snapshot":"s","dataSource":null}"#).target() == .snapshot("s"))
    #expect(refusal { try reader("{}").target() }?.member == "dataSource")
    let both = refusal { try reader(#"{"dataSource":"s","snapshot":"t"}"#).target() }
    #expect(both?.member == "snapshot")
    #expect(refusal { try reader(#"{"snapshot":7}"#).target() }?.member == "snapshot")
    let nested = refusal {
      try SnapshotChangesParams(reader(#"{"from":{"dataSource":"s"},"to":{}}"#))
    }
    #expect(nested?.member == "to.dataSource")
  }

  @Test func `conditions have defaults`() throws {
    let absent = try ApplyConditions(reader("{}"))
    #expect(absent.animatingDifferences)
    #expect(absent.ifRevision == nil)
    let given = try ApplyConditions(reader(#"{"animatingDifferences":false,"ifRevision":3.0}"#))
    #expect(!given.animatingDifferences)
    #expect(given.ifRevision == 3)
    #expect(refusal { try ApplyConditions(reader(#"{"ifRevision":0.5}"#)) }?.member == "ifRevision")
  }

  @Test func `an apply takes a document or a name`() throws {
    guard
      case .named("d") = try ApplyParams(reader(#"{"dataSource":"s","snapshot":"d"}"#)).source,
      case .document(let document) = try ApplyParams(
        reader(#"{"dataSource":"s","snapshot":{"sections":[]}}"#)
      ).source
    else {
      Issue.record("neither a name nor a document")
      return
    }
    #expect(document.path == "snapshot")
    for value in ["7", "[7]", "true", "null"] {
      let error = refusal {
        try ApplyParams(reader(#"{"dataSource":"s","snapshot":\#(value)}"#))
      }
      #expect(error?.member == "snapshot")
    }
  }

  @Test func `a range has a start and a count`() throws {
    #expect(try reader("{}").range() == nil)
    let range = try #require(try reader(#"{"range":[2.0,1e99]}"#).range())
    #expect(range.start == 2)
    #expect(range.count == .max)
    for value in [
      "[1]", "[1,2,3]", "[-1,2]", "[1,-2]", #"["1",2]"#, "[1.5,2]", "{}", "7", "[null,1]",
    ] {
      let error = refusal { try reader(#"{"range":\#(value)}"#).range() }
      #expect(error?.kind == .invalidParams, "\(value)")
      #expect(error?.member == "range", "\(value)")
    }
  }

  @Test func `integers are bounded, counts are cut`() throws {
    let params = try reader(#"{"p":[[0,-0],[9007199254740991,-9007199254740991],[1e3,2.50e1]]}"#)
    let paths = try params.array("p").elements.map { try params.indexPath($0, at: "p") }
    #expect(paths.map(\.section) == [0, 1 << 53 - 1, 1000])
    #expect(paths.map(\.item) == [0, 1 - 1 << 53, 25])
    for value in [
      "0.5", "1e-1", #""1""#, "null", "[]", "true", "9007199254740992", "-9007199254740992",
      "1e400", "-1e400",
    ] {
      let reader = try reader(#"{"indexes":[\#(value)],"p":[0,\#(value)],"dataSource":"s"}"#)
      #expect(refusal { try SectionIdentifierParams(reader) }?.member == "indexes[0]")
      #expect(refusal { try reader.indexPath(reader.array("p"), at: "p") }?.member == "p")
    }
  }

  // MARK: Options

  @Test func `options change only what they name`() throws {
    var options = DataSourceOptions()
    try options.update(
      reader(#"{"changeFormat":"none","includeContent":false,"defaultRowAnimation":"fade"}"#),
      whenCreated: true
    )
    try options.update(reader(#"{"contentChanges":"reload"}"#), whenCreated: false)
    #expect(options.announcing.changeFormat == .none)
    #expect(!options.announcing.includeContent)
    #expect(options.contentChanges == .reload)
    #expect(options.announcing.defaultRowAnimation == "fade")
    try options.update(reader(#"{"includeContent":null}"#), whenCreated: false)
    #expect(options.announcing.includeContent)
  }

  @Test func `refused options are unchanged`() throws {
    var options = DataSourceOptions()
    let before = options
    for text in [
      #"{"includeContent":false,"nonsense":1}"#, #"{"includeContent":false,"changeFormat":"x"}"#,
      #"{"includeContent":false,"history":-1}"#,
    ] {
      #expect(throws: DiffableError.self) {
        try options.update(reader(text), whenCreated: true)
      }
      #expect(options == before)
    }
    #expect(throws: DiffableError.self) {
      try options.update(reader(#"{"history":5}"#), whenCreated: false)
    }
    try options.update(reader(#"{"history":5}"#), whenCreated: true)
    #expect(options.history == 5)
  }

  // MARK: initialize

  @Test func `a process is named by a positive number`() throws {
    #expect(try InitializeParams(reader("{}")).processID == nil)
    #expect(try InitializeParams(reader(#"{"processId":null}"#)).processID == nil)
    #expect(try InitializeParams(reader(#"{"processId":2147483647}"#)).processID == .max)
    for value in ["0", "-7", "2147483648", "1.5", #""7""#, "1e99"] {
      let error = refusal { try InitializeParams(reader(#"{"processId":\#(value)}"#)) }
      #expect(error?.member == "processId")
    }
  }
}
