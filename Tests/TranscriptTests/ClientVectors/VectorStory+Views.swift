import JSON
import Replicas
import Transcripts

/// Views, told as the daemon tells of them, over a list that is edited in the place of their base.
extension VectorStory {
  /// What a view shows beside its rows.
  struct View {
    var definition: String
    var base: Int
    var total: Int

    var window: String { #""window":{"offset":0,"total":\#(total)}"# }

    var members: String { #""baseRevision":\#(base),\#(window)"# }
  }

  /// The library makes the view.
  func openView(_ definition: String, showing document: String, total: Int) throws {
    view = View(definition: definition, base: 7, total: total)
    line(#"{"openView":{"name":"list","view":\#(definition)}}"#)
    try create(
      #"{"dataSource":"list","view":\#(definition)}"#,
      viewed(call("create", #""snapshot":\#(document)"#))
    )
  }

  /// Messages as the daemon writes them of a view: the last members of what they tell are its own.
  func viewed(_ messages: [String], origin: String? = nil) -> [String] {
    messages.map { message in
      let message = origin.map { message.replacing("dataSource/edit", with: $0) } ?? message
      return message.dropLast(2) + (view.map { "," + $0.members } ?? "") + "}}"
    }
  }

  /// The base has changed.
  func show(base: Int, total: Int) {
    view?.base = base
    view?.total = total
  }

  /// The result of dataSource/list, with what a daemon has there of the view and of its base.
  func dataSources() throws -> String {
    let result = try result(of: ask("dataSource/list", "{}").answer)
    let base = #"{"dataSource":"songs","revision":\#(view?.base ?? 0),"#
    let counts = #""numberOfSections":1,"numberOfItems":\#(view?.total ?? 0)},"#
    let definition = #","view":\#(view?.definition ?? "null"),\#(view?.members ?? "")"#
    return result.replacing("[{", with: "[" + base + counts + "{").dropLast(3) + definition + "}]}"
  }

  /// The daemon ends, another one begins, and the library makes the view again.
  func restartView() throws {
    end()
    show(base: 1, total: view?.total ?? 0)
    let definition = view?.definition ?? ""
    expect("dataSource/create", #"{"dataSource":"list","view":\#(definition)}"#)
    let told = try call("create", #""snapshot":{"sections":\#(oracle.sections.document)}"#)
    viewed(told).forEach(deliver)
    line(#"{"result":{"revision":1}}"#)
    expect("snapshot/contents")
    expect("dataSource/list", "{}")
    let contents = try contents()
    oracle = try ListReplica(contents: JSONDocument(parsing: contents).root)
    line(#"{"result":\#(contents)}"#)
    line(#"{"result":\#(try dataSources())}"#)
    try tellNothing()
  }
}
