import JSON
import Replicas
import Transcripts

/// The lines of a file: what reaches the library, what it asks, tells and shows.
extension VectorStory {

  // MARK: What the library does by itself

  /// The library makes the list.
  func open(_ document: String, options: String? = nil) throws {
    let given = options.map { #","options":\#($0)"# } ?? ""
    let headers = isWithHeaders ? #","headers":true"# : ""
    line(#"{"open":{"name":"list","document":\#(document)\#(given)\#(headers)}}"#)
    let params = #"{"dataSource":"list"\#(given),"snapshot":\#(document)}"#
    try create(params, ask("dataSource/create", params).told)
  }

  /// The request that makes a list, what is told of it, and the answer.
  func create(_ params: String, _ told: [String]) throws {
    expect("dataSource/create", params)
    for message in told {
      deliver(message)
      guard let params = try JSONDocument(parsing: message).root["params"] else { continue }
      _ = try oracle.follow(didApply: params)
    }
    line(#"{"result":{"revision":\#(oracle.revision)}}"#)
    try list()
  }

  /// The request that the library has sent.
  func expect(_ method: String, _ params: String = #"{"dataSource":"list"}"#) {
    line(#"{"expect":{"method":"\#(method)","params":\#(params)}}"#)
  }

  func expectChanges(since revision: Int) {
    expect("dataSource/changes", #"{"dataSource":"list","since":\#(revision)}"#)
  }

  // MARK: What reaches it

  /// A notification.
  func deliver(_ message: String) {
    guard let root = try? JSONDocument(parsing: message).root, let params = root["params"],
      let method = root["method"]?.string
    else { return }
    let text = String(decoding: params.bytes, as: UTF8.self)
    line(#"{"message":{"method":"\#(method)","params":\#(text)}}"#)
  }

  /// DidApplys that come while it waits, or that it cannot follow.
  func passOver(_ messages: [String]) throws {
    for message in messages {
      deliver(message)
      passedOver.append(try JSONDocument(parsing: message))
    }
  }

  /// A didApply that it follows.
  func hear(_ message: String) throws {
    deliver(message)
    let root = try JSONDocument(parsing: message).root
    guard let params = root["params"], let batch = params["changes"] else {
      throw VectorError("no changes: \(message)")
    }
    let before = oracle
    _ = try oracle.follow(didApply: params)
    let change = try ExpectedChange(before.sections, oracle.sections, batch)
    try tell(change, from: before.revision, by: [params], origin: params["origin"]?.string)
  }

  /// The list is edited, and the library hears of it.
  func edit(_ edits: String, more: String = "") throws {
    for message in try apply(edits, more: more) { try hear(message) }
  }

  /// The tree of the section A is edited, which some outline shows, and the library hears of it.
  func tree(_ edits: String) throws {
    let told = try call("editSection", #""section":"A","edits":[\#(edits)]"#)
    guard let message = told.last, message.contains("outlines") else {
      throw VectorError("no outlines: \(told)")
    }
    try hear(message)
  }

  /// The answer to dataSource/changes.
  func answer(changes answer: String) throws {
    let result = try result(of: answer)
    line(#"{"result":\#(result)}"#)
    let root = try JSONDocument(parsing: result).root
    guard let batch = root["changes"] else { throw VectorError("no changes: \(result)") }
    let before = oracle
    try oracle.follow(changes: root)
    let change = try ExpectedChange(before.sections, oracle.sections, batch)
    try tell(change, from: before.revision, by: takePassedOver(), origin: nil)
  }

  /// The answer to snapshot/contents, and of a view behind it that to dataSource/list.
  func answer(contents result: String, and dataSources: String? = nil) throws {
    line(#"{"result":\#(result)}"#)
    if let dataSources { line(#"{"result":\#(dataSources)}"#) }
    try reset(to: ListReplica(contents: JSONDocument(parsing: result).root))
  }

  /// An answer that is an error.
  func refuse(_ answer: String) throws {
    guard let error = try JSONDocument(parsing: answer).root["error"] else {
      throw VectorError("this is no error: \(answer)")
    }
    line(#"{"error":\#(String(decoding: error.bytes, as: UTF8.self))}"#)
  }

  // MARK: What it tells and shows

  /// The list becomes another one as a whole.
  func reset(to replica: ListReplica) throws {
    let before = oracle
    oracle = replica
    let change = ExpectedChange(reset: before.sections, oracle.sections)
    try tell(change, from: before.revision, by: takePassedOver(), origin: nil)
  }

  /// The didApplys that were passed over and that the list has reached now.
  private func takePassedOver() -> [JSONView] {
    let params = passedOver.compactMap { $0.root["params"] }
    passedOver.removeAll { $0.root["params"]?["revision"]?.integer ?? 0 <= oracle.revision }
    return params.filter { $0["revision"]?.integer ?? 0 <= oracle.revision }
  }

  /// What the library tells of a change, and the list that it shows then.
  func tell(
    _ change: ExpectedChange,
    from revision: Int?,
    by applies: [JSONView],
    origin: String?
  ) throws {
    let isAnimated =
      !change.isReset && !applies.isEmpty
      && applies.allSatisfy { $0["animatingDifferences"]?.bool == true }
    let tags = applies.flatMap { elements($0["tags"]) + ($0["tag"].map { [$0] } ?? []) }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    let facts =
      #""fromRevision":\#(revision.map(String.init) ?? "null"),"revision":\#(oracle.revision),"#
      + #""animated":\#(isAnimated),"origin":\#(origin.map { "\"\($0)\"" } ?? "null"),"#
      + #""tags":[\#(tags.joined(separator: ","))]"# + (view.map { "," + $0.window } ?? "")
    line(try change.line(facts, headers: isWithHeaders))
    lastChange = change
    try list()
  }

  /// Nothing was told, and the list is as it was.
  func tellNothing() throws {
    line(#"{"change":null}"#)
    try list()
  }

  /// Where what hung on a row goes in the last change.
  func anchor(_ row: String) throws {
    let after = lastChange?.anchor(after: Array(row.utf8))
    let text = after.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    line(#"{"anchor":{"row":\#(row),"after":\#(text)}}"#)
  }

  /// The list that the library shows, held against the server's if they are at one revision.
  func list() throws {
    line(#"{"list":{"revision":\#(oracle.revision),\#(shown)}}"#)
    guard let contents = try? contents() else { return }
    let served = try ListReplica(contents: JSONDocument(parsing: contents).root)
    guard served.revision != oracle.revision || served == oracle else {
      throw VectorError("the oracle does not show what is served at \(oracle.revision)")
    }
  }

  /// What the list shows, as members of JSON.
  var shown: String {
    let outlines = OutlinedRows(oracle.sections).runs(since: OutlinedRows())
    return #""sections":\#(oracle.sections.document)"#
      + (outlines.map { #","outlines":\#($0)"# } ?? "") + (view.map { "," + $0.members } ?? "")
  }
}

extension ListReplica {
  /// Follows the answer to dataSource/changes, which has no counts, as if it had been announced.
  fileprivate mutating func follow(changes answer: JSONView) throws {
    let text = String(decoding: answer.bytes, as: UTF8.self).dropLast()
    var (sections, items) = (sections.count, self.sections.rows.count)
    let batch = answer["changes"]
    sections += elements(batch?["sections"]?["inserts"]).count
    sections -= elements(batch?["sections"]?["deletes"]).count
    for run in elements(batch?["items"]?["inserts"]) { items += elements(run["items"]).count }
    items -= try ExpectedChange.numberOfDeletedItems(self.sections, batch)
    _ = try follow(
      didApply: JSONDocument(
        parsing: text + #","numberOfSections":\#(sections),"numberOfItems":\#(items)}"#
      ).root
    )
  }
}
