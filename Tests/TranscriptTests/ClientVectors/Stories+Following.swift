import DiffableServer

/// What is announced is followed.
extension Stories {
  static func items() throws -> VectorStory {
    let story = VectorStory("items come, go, move and are drawn again")
    try story.open(document)
    try story.edit(#"{"op":"appendItems","items":["e","f"],"toSection":"A"}"#)
    try story.edit(#"{"op":"insertItems","items":["g"],"beforeItem":"a"}"#)
    try story.edit(#"{"op":"deleteItems","items":["b","e"]}"#)
    try story.edit(#"{"op":"moveItem","item":"f","beforeItem":"g"}"#)
    try story.edit(#"{"op":"moveItems","items":["a","g"],"toSection":"B","at":"start"}"#)
    try story.edit(#"{"op":"swapItems","items":["f","d"]}"#)
    try story.edit(#"{"op":"reloadItems","items":["c"]}"#)
    try story.edit(
      #"""
      {"op":"reconfigureItems","items":["d","a"]},
      {"op":"reloadItems","items":["g"]},
      {"op":"moveItem","item":"a","afterItem":"f"}
      """#
    )
    try story.edit(
      #"{"op":"replaceItems","section":"B","items":["h","f","i"]}"#,
      more: #","animatingDifferences":false"#
    )
    try story.edit(#"{"op":"reverseItems"}"#)
    try story.edit("")
    try story.edit(#"{"op":"deleteAllItems"}"#)
    return story
  }

  static func sections() throws -> VectorStory {
    let story = VectorStory("sections take their rows along when they move, and when they go")
    try story.open(document)
    try story.edit(#"{"op":"appendSections","sections":[{"id":"C","items":["e","f","g"]},"D"]}"#)
    try story.edit(#"{"op":"moveSection","section":"A","afterSection":"C"}"#)
    try story.edit(
      #"""
      {"op":"moveItem","item":"b","beforeItem":"d"},
      {"op":"deleteSections","sections":["A"]}
      """#
    )
    try story.edit(
      #"""
      {"op":"moveSection","section":"C","beforeSection":"B"},
      {"op":"moveItems","items":["f"],"toSection":"D"},
      {"op":"deleteItems","items":["e"]},
      {"op":"appendItems","items":["h"],"toSection":"C"}
      """#
    )
    try story.edit(
      #"""
      {"op":"insertSections","sections":["E"],"beforeSection":"C"},
      {"op":"moveItem","item":"g","afterItem":"d"},
      {"op":"moveItems","items":["h"],"toSection":"E"}
      """#
    )
    try story.edit(
      #"""
      {"op":"setSections","sections":[{"id":"B","content":{"title":"Second"}}]},
      {"op":"reloadSections","sections":["D"]}
      """#
    )
    try story.edit(#"{"op":"clearSections","sections":["B"]}"#)
    try story.edit(#"{"op":"deleteSections","sections":["E","C","D"]}"#)
    return story
  }

  static func identifiers() throws -> VectorStory {
    let story = VectorStory("identifiers that look alike are not the same")
    try story.open(
      #"""
      {"sections":[
        {"id":1,"items":[1,"1",["1"],[1],["c",1],["c",true],["c",null],["c","null"]]},
        {"id":"1","items":["",9007199254740991,9007199254740990,-1,"\u2028","😀",["a","b"],
          "[\"a\",\"b\"]"]}]}
      """#
    )
    try story.edit(#"{"op":"moveItem","item":"1","afterItem":["c",null]}"#)
    try story.edit(#"{"op":"moveItem","item":["c",true],"beforeItem":1}"#)
    try story.edit(#"{"op":"deleteItems","items":[["c",1],"[\"a\",\"b\"]"]}"#)
    try story.edit(
      #"{"op":"moveItems","items":[9007199254740990,"😀"],"toSection":1,"at":"start"}"#
    )
    try story.edit(
      #"""
      {"op":"setItems","items":[{"id":["c","null"],"content":1},{"id":"\u2028","content":"\u2029"}]}
      """#
    )
    try story.edit(#"{"op":"insertItems","items":[["c",1],"true",[true]],"beforeItem":""}"#)
    try story.edit(
      #"""
      {"op":"moveSection","section":"1","beforeSection":1},
      {"op":"deleteItems","items":[1]}
      """#
    )
    return story
  }

  static func contents() throws -> VectorStory {
    let story = VectorStory("no content is not the content null, and neither is {}")
    try story.open(
      #"""
      {"sections":[
        {"id":"A","content":null,"items":["none",{"id":"null","content":null},
          {"id":"object","content":{}},{"id":"array","content":[]},{"id":"false","content":false},
          {"id":"zero","content":0}]},
        {"id":"B","content":{"title":null}}]}
      """#
    )
    try story.edit(
      #"""
      {"op":"setItems","items":[{"id":"none","content":null},{"id":"null","content":{}},
        {"id":"object","content":[]},{"id":"array","content":false},{"id":"false","content":0},
        {"id":"zero","content":""}]}
      """#
    )
    try story.edit(
      #"""
      {"op":"setItems","items":[{"id":"zero","content":-0.5e-3},
        {"id":"array","content":{"b":[{}],"a":{"c":null}}}]}
      """#
    )
    try story.edit(
      #"{"op":"setSections","sections":[{"id":"A","content":{}},{"id":"B","content":null}]}"#
    )
    try story.edit(
      #"""
      {"op":"moveItem","item":"none","afterItem":"zero"},
      {"op":"setItems","items":[{"id":"none","content":true}]}
      """#
    )
    // What had no content has none again.
    let reverted = try story.ask("dataSource/revert", #"{"dataSource":"list","toRevision":1}"#)
    for message in reverted.told { try story.hear(message) }
    try story.edit(#"{"op":"deleteItems","items":["null"]}"#)
    try story.edit(#"{"op":"appendItems","items":["null"],"toSection":"B"}"#)
    return story
  }

  static func merged() throws -> VectorStory {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let story = VectorStory("a slow reader is told of several applies at once", limits: limits)
    try story.open(document)
    for seed in 1...4 {
      story.post(
        "dataSource/edit",
        #"""
        {"dataSource":"list","edits":[{"op":"shuffleItems","seed":\#(seed)},
          {"op":"insertItems","items":["x\#(seed)"],"afterItem":"d"},
          {"op":"setItems","items":[{"id":"c","content":\#(seed)}]}]}
        """#
      )
      story.post(
        "dataSource/edit",
        #"""
        {"dataSource":"list","edits":[{"op":"deleteItems","items":["x\#(seed - 1)"]},
          {"op":"moveItem","item":"a","afterItem":"d"}],"animatingDifferences":\#(seed > 2)}
        """#
      )
      guard seed.isMultiple(of: 2) else { continue }
      let told = try story.drain().filter { $0.contains("didApply") }
      guard told.contains(where: { $0.contains(#""origin":"merged""#) }) else {
        throw VectorError("nothing was merged: \(told)")
      }
      for message in told { try story.hear(message) }
    }
    return story
  }
}
