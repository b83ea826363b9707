import JSON
import Replicas
import Transcripts

/// Data sources that are closed, and daemons that end.
extension VectorStory {
  /// Another front end closes the data source.
  func close() throws {
    for message in try ask("dataSource/close", #"{"dataSource":"list"}"#).told { deliver(message) }
    forget()
    try reset(to: ListReplica())
  }

  /// Another front end makes the data source again.
  func makeAnew(_ document: String) throws {
    for message in try call("create", #""snapshot":\#(document)"#) { try hear(message) }
  }

  /// The daemon ends, and another one begins.
  func end() {
    line(#"{"lost":true}"#)
    line(#"{"list":{"revision":null,\#(shown)}}"#)
    line(#"{"restarted":true}"#)
    startServer()
  }

  /// The daemon ends, another one begins, and the library makes the list again.
  ///
  /// What is lost with the old daemon shows if `isChanged`.
  func restart(options: String? = nil, isChanged: Bool = false) throws {
    let before = oracle
    end()
    let given = options.map { #","options":\#($0)"# } ?? ""
    let document = #"{"sections":\#(before.sections.document)}"#
    try remake("create", #"{"dataSource":"list"\#(given),"snapshot":\#(document)}"#)
    let trees = before.sections.filter { $0.items.contains { $0.outline != .plain } }
    for section in trees {
      let id = String(decoding: section.identifier, as: UTF8.self)
      let snapshot = #"{"items":[\#(section.tree)]}"#
      try remake(
        "applySection",
        #"{"dataSource":"list","section":\#(id),"snapshot":\#(snapshot)}"#
      )
    }
    let contents = try contents()
    oracle = try ListReplica(contents: JSONDocument(parsing: contents).root)
    if !trees.isEmpty {
      expect("snapshot/contents")
      line(#"{"result":\#(contents)}"#)
    }
    guard (oracle.sections != before.sections) == isChanged else {
      throw VectorError("the list is \(isChanged ? "the same" : "another one")")
    }
    guard isChanged else { return try tellNothing() }
    let change = ExpectedChange(reset: before.sections, oracle.sections)
    try tell(change, from: nil, by: [], origin: nil)
  }

  /// The library sends a request whose didApply it does not follow.
  private func remake(_ method: String, _ params: String) throws {
    expect("dataSource/\(method)", params)
    let (answer, told) = try ask("dataSource/\(method)", params)
    told.forEach(deliver)
    line(#"{"result":\#(try result(of: answer))}"#)
  }
}

extension ListReplica.Section {
  /// The rows as the items of an outline document, without their contents.
  fileprivate var tree: String {
    var rest = items[...]
    return Self.tree(&rest, level: 0)
  }

  private static func tree(_ rest: inout Slice<ListReplica.Items>, level: Int) -> String {
    var trees: [String] = []
    while let row = rest.first, row.outline.level == level {
      rest.removeFirst()
      let id = String(decoding: row.identifier, as: UTF8.self)
      let children = tree(&rest, level: level + 1)
      let members =
        (row.outline.isExpanded ? #","expanded":true"# : "")
        + (children.isEmpty ? "" : #","children":[\#(children)]"#)
      trees.append(members.isEmpty ? id : #"{"id":\#(id)\#(members)}"#)
    }
    return trees.joined(separator: ",")
  }
}

extension [ListReplica.Section] {
  /// The identifiers of all items in display order.
  var rows: [[UInt8]] { flatMap { $0.items.map(\.identifier) } }

  /// The sections as snapshot/contents writes them.
  var document: String {
    func element(_ identifier: [UInt8], _ content: [UInt8]?, _ more: String = "") -> String {
      let content = content.map { #","content":\#(String(decoding: $0, as: UTF8.self))"# } ?? ""
      let id = String(decoding: identifier, as: UTF8.self)
      return content.isEmpty && more.isEmpty ? id : #"{"id":\#(id)\#(content)\#(more)}"#
    }
    let sections = map { section in
      let items = section.items.map { element($0.identifier, $0.content) }.joined(separator: ",")
      return element(section.identifier, section.content, #","items":[\#(items)]"#)
    }
    return "[\(sections.joined(separator: ","))]"
  }
}
