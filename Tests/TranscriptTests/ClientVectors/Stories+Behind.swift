import Foundation

/// The library falls behind, or the daemon ends, and the list comes right again.
extension Stories {
  static func gap() throws -> VectorStory {
    let story = VectorStory("what was missed is asked for; what comes meanwhile is passed over")
    try story.open(document)
    _ = try story.apply(#"{"op":"appendItems","items":["e"]}"#)
    try story.passOver(story.apply(#"{"op":"moveItem","item":"e","beforeItem":"a"}"#))
    story.expectChanges(since: 1)
    try story.passOver(story.apply(#"{"op":"deleteItems","items":["b"]}"#))
    try story.answer(changes: story.changes(since: 1))
    try story.edit(#"{"op":"reverseItems","section":"A"}"#)
    // What is told of another list is not its business.
    story.line(
      #"{"message":{"method":"dataSource/didApply","params":{"dataSource":"other","#
        + #""fromRevision":0,"revision":7,"animatingDifferences":true,"#
        + #""origin":"dataSource/edit","reloadData":true,"numberOfSections":0,"numberOfItems":0}}}"#
    )
    try story.tellNothing()
    return story
  }

  static func gapTooOld() throws -> VectorStory {
    let story = VectorStory("when the history does not reach back, the list is read as a whole")
    try story.open(document, options: #"{"history":2}"#)
    for number in 0..<4 {
      _ = try story.apply(#"{"op":"insertItems","items":[\#(number)],"beforeItem":"b"}"#)
    }
    try story.passOver(
      story.apply(
        #"""
        {"op":"deleteItems","items":["a"]},
        {"op":"moveSection","section":"B","beforeSection":"A"}
        """#
      )
    )
    story.expectChanges(since: 1)
    try story.refuse(story.changes(since: 1))
    story.expect("snapshot/contents")
    try story.answer(contents: story.contents())
    try story.anchor(#""a""#)
    try story.edit(#"{"op":"deleteItems","items":[2]}"#)
    return story
  }

  static func reloadData() throws -> VectorStory {
    let story = VectorStory("reloadData: all is read and drawn anew; rows that stay are the same")
    try story.open(document)
    let next = #"""
      {"sections":[{"id":"B","items":["c",{"id":"d","content":1},"x"]},{"id":"C","items":["a"]}]}
      """#
    try story.passOver(story.reload(next))
    story.expect("snapshot/contents")
    try story.answer(contents: story.contents())
    try story.anchor(#""b""#)
    // It comes while the changes of a gap are waited for: they are not enough then.
    _ = try story.apply(#"{"op":"appendItems","items":["y"]}"#)
    try story.passOver(story.apply(#"{"op":"appendItems","items":["z"]}"#))
    story.expectChanges(since: 2)
    let answer = try story.result(of: story.changes(since: 2))
    try story.passOver(story.reload(next))
    story.line(#"{"result":\#(answer)}"#)
    story.expect("snapshot/contents")
    try story.answer(contents: story.contents())
    try story.edit(#"{"op":"reverseItems"}"#)
    return story
  }

  static func overtaken() throws -> VectorStory {
    let story = VectorStory("an answer that a didApply has overtaken is not the newest state")
    try story.open(document)
    _ = try story.apply(#"{"op":"appendItems","items":["e"]}"#)
    try story.passOver(story.apply(#"{"op":"moveItem","item":"e","beforeItem":"a"}"#))
    story.expectChanges(since: 1)
    let changes = try story.changes(since: 1)
    try story.passOver(story.apply(#"{"op":"deleteItems","items":["a"]}"#))
    try story.answer(changes: changes)
    story.expectChanges(since: 3)
    try story.answer(changes: story.changes(since: 3))
    // The same with an answer to snapshot/contents.
    try story.passOver(story.reload(document))
    story.expect("snapshot/contents")
    let contents = try story.contents()
    try story.passOver(story.apply(#"{"op":"reverseItems"}"#))
    try story.answer(contents: contents)
    story.expectChanges(since: 5)
    try story.answer(changes: story.changes(since: 5))
    try story.edit(#"{"op":"appendItems","items":["f"]}"#)
    return story
  }

  static func doesNotFit() throws -> VectorStory {
    let story = VectorStory("changes that do not fit leave the list as it was until it is read")
    try story.open(document)
    let lies = [
      (#""numberOfItems":4"#, #""numberOfItems":5"#),
      (#""from":[0,0]"#, #""from":[0,9]"#),
      (#""to":[0,0]"#, #""to":[7,0]"#),
      (#""items":["c"]"#, #""items":["b"]"#),
      (#""count":1"#, #""count":3"#),
      (#""inserts":[]"#, #""inserts":[{"at":[0,0],"items":["b"]}]"#),
    ]
    for (truth, lie) in lies {
      let told = try story.apply(
        #"{"op":"swapItems","items":["a","d"]},{"op":"reloadItems","items":["c"]}"#
      )
      let changed = told.map { message in
        // The lists of items stand behind those of sections.
        message.range(of: truth, options: .backwards)
          .map { message.replacingCharacters(in: $0, with: lie) } ?? message
      }
      guard changed != told else { throw VectorError("\(truth) is not in \(told)") }
      try story.passOver(changed)
      try story.list()
      story.expect("snapshot/contents")
      try story.answer(contents: story.contents())
    }
    return story
  }

  static func closed() throws -> VectorStory {
    let story = VectorStory("a closed data source leaves an empty list; one made anew begins at 0")
    try story.open(document)
    try story.close()
    try story.anchor(#""b""#)
    try story.makeAnew(#"{"sections":[{"id":"B","items":["d","x"]}]}"#)
    try story.edit(#"{"op":"appendItems","items":["y"]}"#)
    // It is closed while an answer is waited for, which is then of another list.
    _ = try story.apply(#"{"op":"appendItems","items":["z"]}"#)
    try story.passOver(story.apply(#"{"op":"reverseItems"}"#))
    story.expectChanges(since: 2)
    try story.close()
    try story.refuse(story.changes(since: 2))
    try story.makeAnew(document)
    return story
  }

  static func restart() throws -> VectorStory {
    let options = #"{"history":5}"#
    let story = VectorStory("after the daemon's end the list is made again, and nothing is told")
    try story.open(document, options: options)
    try story.edit(
      #"""
      {"op":"setItems","items":[{"id":"b","content":null}]},
      {"op":"moveItem","item":"d","beforeItem":"a"}
      """#
    )
    try story.restart(options: options)
    try story.edit(#"{"op":"reverseItems","section":"A"}"#)
    // It ends while an answer is waited for, which never comes then.
    _ = try story.apply(#"{"op":"appendItems","items":["e"]}"#)
    for message in try story.apply(#"{"op":"deleteItems","items":["a"]}"#) {
      story.deliver(message)
    }
    story.expectChanges(since: 2)
    try story.restart(options: options)
    try story.edit(#"{"op":"deleteItems","items":["c"]}"#)
    return story
  }
}
