import Replicas
import Transcripts

/// What a view draws beside the rows, and where it holds on to.
extension Stories {
  static func headers() throws -> VectorStory {
    let story = VectorStory("with headers the sections are entries too", headers: true)
    try story.open(document)
    try story.edit(#"{"op":"insertSections","sections":["C"],"beforeSection":"A"}"#)
    try story.edit(
      #"""
      {"op":"moveSection","section":"B","beforeSection":"C"},
      {"op":"moveItem","item":"a","afterItem":"d"}
      """#
    )
    try story.edit(#"{"op":"moveItems","items":["b"],"toSection":"C"}"#)
    try story.edit(#"{"op":"setSections","sections":[{"id":"C","content":{"title":"Third"}}]}"#)
    try story.edit(
      #"""
      {"op":"deleteSections","sections":["A"]},
      {"op":"appendSections","sections":[{"id":"D","items":["c"]}]}
      """#
    )
    try story.close()
    return story
  }

  static func outlines() throws -> VectorStory {
    let story = VectorStory("levels and triangles follow the rows, also where no row changes")
    try story.open(document)
    try story.tree(#"{"op":"append","items":["b1","b2"],"to":"b"}"#)
    try story.tree(#"{"op":"expand","items":["b"]}"#)
    try story.edit(
      #"""
      {"op":"moveItem","item":"a","beforeItem":"b2"},
      {"op":"insertItems","items":["n"],"afterItem":"b1"}
      """#
    )
    try story.edit(
      #"{"op":"deleteItems","items":["b"]},{"op":"deleteSections","sections":["B"]}"#
    )
    let reverted = try story.ask("dataSource/revert", #"{"dataSource":"list","toRevision":3}"#)
    for message in reverted.told { try story.hear(message) }
    try story.tree(
      #"""
      {"op":"replaceChildren","of":"b2","with":{"items":[{"id":"x","expanded":true,
        "children":["y","z"]}]}},
      {"op":"expand","items":["b2"]}
      """#
    )
    try story.tree(#"{"op":"collapse","items":["b"]}"#)
    try story.tree(#"{"op":"expand","items":["b"]}"#)
    // A gap: the outlines of what was missed are in the answer.
    _ = try story.call("editSection", #""section":"A","edits":[{"op":"expand","items":["b2"]}]"#)
    try story.passOver(story.apply(#"{"op":"deleteItems","items":["x"]}"#))
    story.expectChanges(since: 9)
    try story.answer(changes: story.changes(since: 9))
    // And in the list as a whole.
    let rows = #"{"sections":\#(story.oracle.sections.document)}"#
    try story.passOver(story.reload(rows))
    story.expect("snapshot/contents")
    try story.answer(contents: story.contents())
    return story
  }

  static func anchors() throws -> VectorStory {
    let story = VectorStory("what hung on a row that goes hangs on the nearest one that stayed")
    let rows = (1...9).map(String.init)
    try story.open(
      #"{"sections":[{"id":"A","items":[\#(rows[..<5].joined(separator: ","))]},"#
        + #"{"id":"B","items":[\#(rows[5...].joined(separator: ","))]}]}"#
    )
    try story.edit(#"{"op":"deleteItems","items":[3,4]}"#)
    for row in ["2", "3", "4", "5"] { try story.anchor(row) }
    try story.edit(
      #"{"op":"deleteItems","items":[5,6]},{"op":"moveItem","item":7,"beforeItem":1}"#
    )
    for row in ["5", "6", "7"] { try story.anchor(row) }
    try story.edit(#"{"op":"deleteSections","sections":["B"]}"#)
    for row in ["8", "9", "2"] { try story.anchor(row) }
    try story.edit(#"{"op":"replaceItems","section":"A","items":[10]}"#)
    for row in ["7", "10", "99"] { try story.anchor(row) }
    return story
  }

  static func tags() throws -> VectorStory {
    let story = VectorStory("the token of a request comes back with its change")
    try story.open(document)
    try story.hear(
      tagged(story.apply(#"{"op":"deleteItems","items":["a"]}"#), #""tag":"mine""#)[0]
    )
    try story.hear(
      tagged(story.apply(#"{"op":"reverseItems"}"#), #""tags":["mine",2]"#)[0]
    )
    // Those that were passed over are told with the answer.
    _ = try story.apply(#"{"op":"appendItems","items":["e"]}"#)
    try story.passOver(tagged(story.apply(#"{"op":"appendItems","items":["f"]}"#), #""tag":3"#))
    story.expectChanges(since: 3)
    try story.passOver(
      tagged(story.apply(#"{"op":"appendItems","items":["g"]}"#), #""tags":["",4]"#)
    )
    try story.answer(changes: story.changes(since: 3))
    return story
  }

  /// Messages as a daemon writes them that was given tags.
  private static func tagged(_ messages: [String], _ member: String) -> [String] {
    messages.map { message in
      message.replacing(
        #""origin":"dataSource/edit""#,
        with: #""origin":"dataSource/edit",\#(member)"#
      )
    }
  }

  static func views() throws -> VectorStory {
    let story = VectorStory("a view shows its window and the revision of its base")
    let limit = #""window":{"limit":4}"#
    try story.openView(#"{"of":"songs",\#(limit)}"#, showing: document, total: 12)
    var told = try story.apply(#"{"op":"reverseItems","section":"A"}"#)
    story.show(base: 8, total: 13)
    for message in story.viewed(told) { try story.hear(message) }
    // Its window alone.
    told = try story.apply("")
    story.show(base: 9, total: 14)
    for message in story.viewed(told) { try story.hear(message) }
    // A stage of its definition changes; the definition in force is the daemon's to say.
    let search = #""search":{"text":"b","in":[{"pointer":""}]}"#
    story.line(#"{"updateView":{\#(search)}}"#)
    story.expect("dataSource/updateView", #"{"dataSource":"list","view":{\#(search)}}"#)
    story.expect("dataSource/list", "{}")
    told = try story.apply(#"{"op":"deleteItems","items":["c","d"]}"#)
    story.show(base: 9, total: 2)
    for message in story.viewed(told, origin: "dataSource/updateView") { try story.hear(message) }
    story.line(#"{"result":{"revision":4}}"#)
    story.view?.definition = #"{"of":"songs",\#(search),\#(limit)}"#
    story.line(#"{"result":\#(try story.dataSources())}"#)
    // A gap: the window is in the answer.
    _ = try story.apply(#"{"op":"appendItems","items":["e"]}"#)
    story.show(base: 11, total: 5)
    try story.passOver(story.viewed(story.apply(#"{"op":"appendItems","items":["f"]}"#)))
    story.expectChanges(since: 4)
    try story.answer(changes: story.viewed([story.changes(since: 4)])[0])
    // The list as a whole has none; it is asked for beside.
    story.show(base: 12, total: 40)
    try story.passOver(story.viewed(story.reload(document)))
    story.expect("snapshot/contents")
    story.expect("dataSource/list", "{}")
    try story.answer(contents: story.contents(), and: story.dataSources())
    try story.restartView()
    return story
  }

  static func restartWithOutlines() throws -> VectorStory {
    let story = VectorStory("trees are made again as they were shown; what was hidden is lost")
    try story.open(document)
    try story.tree(
      #"""
      {"op":"replaceChildren","of":"b","with":{"items":[
        {"id":"x","content":7,"expanded":true,"children":["y"]},"z"]}},
      {"op":"expand","items":["b"]}
      """#
    )
    try story.restart()
    try story.tree(#"{"op":"append","items":["hidden"],"to":"z"}"#)
    try story.restart(isChanged: true)
    try story.tree(#"{"op":"collapse","items":["b"]}"#)
    return story
  }
}
