import DiffableServer
import Testing

@Suite struct LimitTests {

  func session(_ set: (inout Limits) -> Void) -> TestClient {
    var limits = Limits()
    set(&limits)
    return TestClient(limits)
  }

  func expect(
    _ error: Value,
    exceeds limit: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error["code"]?.integer == 1013, sourceLocation: sourceLocation)
    #expect(error.kind == "limitExceeded", sourceLocation: sourceLocation)
    #expect(error["data"]?["limit"]?.text == limit, sourceLocation: sourceLocation)
    let message = error["message"]?.text ?? ""
    #expect(message.contains(" more than \(limit) = "), sourceLocation: sourceLocation)
    let flag = Limits.entries.first { $0.name == limit }?.flag ?? "no entry"
    #expect(message.hasSuffix("daemon with \(flag)."), sourceLocation: sourceLocation)
  }

  @Test func `every limit has an entry, under its own name`() {
    let names = Mirror(reflecting: Limits()).children.map(\.label)
    #expect(Limits.entries.map(\.name) == names)
    for (number, entry) in Limits.entries.enumerated() {
      var limits = Limits()
      limits[keyPath: entry.keyPath] = number
      let changed = zip(Mirror(reflecting: limits).children, Mirror(reflecting: Limits()).children)
        .filter { $0.value as? Int != $1.value as? Int }.map(\.0.label)
      #expect(changed == [entry.name])
    }
  }

  @Test func `the description of the protocol is no longer than a message`() throws {
    expect(
      try session { $0.maxMessageBytes = 100_000 }.error("rpc.discover"),
      exceeds: "maxMessageBytes"
    )
  }

  @Test func `a tag has as many bytes as an identifier, without quotes`() throws {
    let session = session { $0.maxIdentifierBytes = 3 }
    _ = try session.result("dataSource/create", #"{"dataSource":"d"}"#)
    for tag in [#""abcd""#, #""\u0061""#, "-123"] {
      let params = #"{"dataSource":"d","edits":[],"tag":\#(tag)}"#
      let error = try session.error("dataSource/edit", params)
      expect(error, exceeds: "maxIdentifierBytes")
      #expect(error["data"]?["member"]?.text == "tag")
    }
    for tag in [#""abc""#, "123"] {
      let params = #"{"dataSource":"d","edits":[],"tag":\#(tag)}"#
      _ = try session.result("dataSource/edit", params)
    }
    let create = #"{"dataSource":"e","snapshot":{"sections":[]},"tag":"abcd"}"#
    expect(try session.error("dataSource/create", create), exceeds: "maxIdentifierBytes")
    #expect(
      try session.error("dataSource/close", #"{"dataSource":"e"}"#).kind == "unknownDataSource"
    )
  }

  @Test func `patches make no content longer than a message`() throws {
    let session = session { $0.maxMessageBytes = 600 }
    let document = #"{"sections":[{"id":"A","items":["a"]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"d","snapshot":\#(document)}"#)
    func patch(_ name: String) -> String {
      let value = String(repeating: "x", count: 200)
      return #"{"dataSource":"d","edits":[{"op":"patchItems","items":[{"id":"a","patch":{"#
        + #""\#(name)":"\#(value)"}}]}]}"#
    }
    for name in ["a", "b"] { _ = try session.result("dataSource/edit", patch(name)) }
    let before = try session.result("snapshot/contents", #"{"dataSource":"d"}"#)
    expect(try session.error("dataSource/edit", patch("c")), exceeds: "maxMessageBytes")
    #expect(try session.result("snapshot/contents", #"{"dataSource":"d"}"#) == before)
  }

  @Test func `data sources and snapshots are counted`() throws {
    let session = session {
      $0.maxDataSources = 2
      $0.maxSnapshots = 1
    }
    for name in ["a", "b"] {
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)"}"#)
    }
    expect(
      try session.error("dataSource/create", #"{"dataSource":"c"}"#),
      exceeds: "maxDataSources"
    )
    _ = try session.result("dataSource/close", #"{"dataSource":"a"}"#)
    _ = try session.result("dataSource/create", #"{"dataSource":"c"}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"a"}"#)
    expect(try session.error("snapshot/create", #"{"snapshot":"b"}"#), exceeds: "maxSnapshots")
    _ = try session.result("snapshot/release", #"{"snapshot":"a"}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"b"}"#)
  }

  @Test func `items and sections are counted in documents and after edits`() throws {
    let session = session {
      $0.maxItemsPerDataSource = 3
      $0.maxSectionsPerDataSource = 2
    }
    let full = #"{"sections":[{"id":"A","items":[1,2]},{"id":"B","items":[3]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(full)}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    let before = try session.dump()
    let items = "maxItemsPerDataSource"
    let sections = "maxSectionsPerDataSource"
    for (document, limit) in [
      (#"{"sections":[{"id":"A","items":[1,2,3,4]}]}"#, items),
      (#"{"sections":[{"id":"A","items":[1,2]},{"id":"B","items":[3,4]}]}"#, items),
      (#"{"sections":["A","B","C"]}"#, sections),
    ] {
      let apply = #"{"dataSource":"s","snapshot":\#(document)}"#
      expect(try session.error("dataSource/apply", apply), exceeds: limit)
      let create = #"{"dataSource":"t","snapshot":\#(document)}"#
      expect(try session.error("dataSource/create", create), exceeds: limit)
    }
    for (edit, limit) in [
      (#"{"op":"appendItems","items":[4]}"#, items),
      (#"{"op":"insertItems","items":[4],"beforeItem":1}"#, items),
      (#"{"op":"appendSections","sections":["C"]}"#, sections),
    ] {
      let onDataSource = #"{"dataSource":"s","edits":[\#(edit)]}"#
      expect(try session.error("dataSource/edit", onDataSource), exceeds: limit)
      let onSnapshot = #"{"snapshot":"d","edits":[\#(edit)]}"#
      expect(try session.error("snapshot/edit", onSnapshot), exceeds: limit)
    }
    #expect(try session.dump() == before)
    let swap = #"[{"op":"deleteItems","items":[1]},{"op":"appendItems","items":[4]}]"#
    _ = try session.result("dataSource/edit", #"{"dataSource":"s","edits":\#(swap)}"#)
  }

  @Test func `identifiers have a longest length`() throws {
    let session = session { $0.maxIdentifierBytes = 8 }
    let fitting = [#""12345678""#, #""\u0061\u0061\u0061""#, "12345678", #"[1,"ab"]"#, #""éééé""#]
    let tooLong = [
      #""123456789""#, "123456789", #"[1,"abc"]"#, #""ééééé""#, #""\u00e9\u00e9\u00e9\u00e9e""#,
    ]
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    for item in fitting {
      let document = #"{"sections":[{"id":\#(item),"items":[\#(item)]}]}"#
      _ = try session.result("dataSource/apply", #"{"dataSource":"s","snapshot":\#(document)}"#)
    }
    for item in tooLong {
      for document in [#"{"sections":[\#(item)]}"#, #"{"sections":[{"id":1,"items":[\#(item)]}]}"#]
      {
        let apply = #"{"dataSource":"s","snapshot":\#(document)}"#
        expect(try session.error("dataSource/apply", apply), exceeds: "maxIdentifierBytes")
      }
      let question = #"{"dataSource":"s","items":[\#(item)]}"#
      expect(try session.error("dataSource/indexPath", question), exceeds: "maxIdentifierBytes")
    }
  }

  @Test func `names have a longest length`() throws {
    let session = session { $0.maxNameBytes = 4 }
    _ = try session.result("dataSource/create", #"{"dataSource":"éé"}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"1234"}"#)
    expect(
      try session.error("dataSource/create", #"{"dataSource":"ééé"}"#),
      exceeds: "maxNameBytes"
    )
    expect(try session.error("snapshot/create", #"{"snapshot":"12345"}"#), exceeds: "maxNameBytes")
  }

  @Test func `nesting has a greatest depth`() throws {
    let session = session { $0.maxNestingDepth = 6 }
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    let message = { (content: String) in
      session.request(
        "dataSource/apply",
        #"{"dataSource":"s","snapshot":{"sections":[{"id":1,"content":\#(content)}]}}"#
      )
    }
    #expect(session.send(message("[]")).count == 2)
    let refused = try Value(session.send(message("[[]]"))[0])
    #expect(refused["error"]?["code"]?.integer == -32700)
    #expect(refused["id"] == .null)
  }

  @Test func `deep content is compared and written without a recursion`() throws {
    let depth = 200_000
    let session = session { $0.maxNestingDepth = 1 << 20 }
    let nested = { (core: String) in
      String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth)
    }
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    for (content, reconfigured) in [(nested("1"), 0), (nested("1.0"), 0), (nested("2"), 1)] {
      let document = #"{"sections":[{"id":1,"items":[{"id":1,"content":\#(content)}]}]}"#
      let params = #"{"dataSource":"s","snapshot":\#(document)}"#
      let counts = try Value(session.result("dataSource/apply", params))["counts"]
      #expect(counts?["items"]?["reconfigured"]?.integer == reconfigured)
    }
    let read = try session.result("dataSource/items", #"{"dataSource":"s","items":[1]}"#)
    #expect(read.utf8.count > 2 * depth)
  }

  @Test(arguments: [false, true])
  func `a history counts the identifiers that it alone keeps`(areHidden: Bool) throws {
    let session = session { $0.historyBytes = 100_000 }
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"s","snapshot":{"sections":["A"]}}"#
    )
    for round in 1...10 {
      let items = (0..<15).map { #""\#(round) \#($0) \#(String(repeating: "x", count: 4000))""# }
      let list = "[\(items.joined(separator: ","))]"
      if areHidden {
        let tree = #"{"items":[{"id":"top","children":\#(list)}]}"#
        let params = #"{"dataSource":"s","section":"A","snapshot":\#(tree)}"#
        _ = try session.result("dataSource/applySection", params)
      } else {
        let document = #"{"sections":[{"id":"A","items":\#(list)}]}"#
        _ = try session.result("dataSource/apply", #"{"dataSource":"s","snapshot":\#(document)}"#)
      }
    }
    _ = try session.result("dataSource/changes", #"{"dataSource":"s","since":10}"#)
    let error = try session.error("dataSource/changes", #"{"dataSource":"s","since":9}"#)
    #expect(error.kind == "revisionUnavailable")
  }

  @Test func `a batch whose answers are too long is refused from there on`() throws {
    let session = session { $0.maxQueuedBytes = 300 }
    let list = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/list"}"# }
    let batch = "[\((0..<50).map(list).joined(separator: ","))]"
    let answers = try Value(session.send(batch)[0]).elements
    #expect(answers.map { $0["id"]?.integer } == Array(0..<50))
    #expect(answers[0]["result"] != nil)
    let refused = answers.drop { $0["result"] != nil }
    #expect(refused.count > 40)
    for answer in refused {
      #expect(answer["error"]?["data"]?["limit"]?.text == "maxQueuedBytes")
    }
  }

  @Test func `a batch goes on until its array is longer than the limit`() throws {
    let list = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/list"}"# }
    let length = session { _ in }.send("[\(list(1)),\(list(2))]")[0].utf8.count
    for (limit, isFull) in [(length, false), (length - 1, true)] {
      let session = session { $0.maxQueuedBytes = limit }
      let answers = try Value(session.send("[\(list(1)),\(list(2)),\(list(3))]")[0]).elements
      #expect(answers.map { $0["error"] != nil } == [false, false, isFull])
    }
  }

  @Test func `a refusal in a full batch is short, and no message goes without`() throws {
    let session = session { $0.maxQueuedBytes = 0 }
    let id = String(repeating: "x", count: 50)
    let request = #"{"jsonrpc":"2.0","id":"\#(id)","method":"dataSource/list"}"#
    let first = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list"}"#
    let long = #"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 9000))","method":"x"}"#
    let answer = session.send("[\(first),\(request),1,\(long)]")[0]
    let answers = try Value(answer).elements
    #expect(answers.map { $0["id"] } == [.number("1"), .string(id), .null, .null])
    for answer in answers {
      #expect(answer["error"]?["data"]?["limit"]?.text == "maxQueuedBytes")
    }
    // The value of the limit stands in it twice, with 13 digits at most where this one has one.
    let ids = #"[1,"\#(id)",null,null]"#
    #expect(answer.utf8.count <= 4 * (256 - 24) + ids.utf8.count)
  }

  @Test func `which requests of a batch are refused does not depend on the reader`() throws {
    let items = (0..<200).map { String($0) }.joined(separator: ",")
    let requests = (0..<40).map { id in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/edit","params":{"dataSource":"d","#
        + #""edits":[{"op":"shuffleItems","section":"A","seed":\#(id)}]}}"#
    }
    let batch = "[\(requests.joined(separator: ","))]"
    var refused: [Int] = []
    // All is merged, half of the views are, nothing is, and all is taken as soon as it is there.
    for (mergeAfterBytes, takesAtOnce) in [
      (0, false), (20_000, false), (1 << 20, false), (0, true),
    ] {
      let session = session {
        $0.maxQueuedBytes = 100_000
        $0.mergeAfterBytes = mergeAfterBytes
      }
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"d","options":{"changeFormat":"sequential"},"#
          + #""snapshot":{"sections":[{"id":"A","items":[\#(items)]}]}}"#
      )
      for view in 0..<10 {
        _ = try session.result(
          "dataSource/create",
          #"{"dataSource":"\#(view)","view":{"of":"d"}}"#
        )
      }
      var taken: [String] = []
      session.server.mayContinue = { [unowned server = session.server] in
        while takesAtOnce, let message = server.nextMessage() {
          taken.append(String(decoding: message, as: UTF8.self))
        }
        return true
      }
      let rest = session.send(batch)
      #expect(taken.isEmpty != takesAtOnce)
      let messages = taken + rest
      let answers = try Value(try #require(messages.last)).elements
      #expect(answers.count == 40)
      refused.append(answers.count { $0["error"]?["data"]?["limit"]?.text == "maxQueuedBytes" })
    }
    #expect(refused.allSatisfy { $0 == refused[0] && $0 > 20 && $0 < 40 }, "\(refused)")
  }

  @Test func `what a batch announces counts beside its answers`() throws {
    let items = (0..<400).map { String($0) }.joined(separator: ",")
    let shuffle = { (seed: Int) in
      #"{"jsonrpc":"2.0","id":\#(seed),"method":"dataSource/edit","params":{"dataSource":"d","#
        + #""edits":[{"op":"shuffleItems","section":"A","seed":\#(seed)}]}}"#
    }
    // Each makes the didApply before it be written, however slow the reader is.
    let configure = { (id: Int) in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/configure","params":"#
        + #"{"dataSource":"d","options":{"includeContent":\#(id % 4 == 1)}}}"#
    }
    for mergeAfterBytes in [0, 1 << 20] {
      let session = session {
        $0.maxQueuedBytes = 50_000
        $0.mergeAfterBytes = mergeAfterBytes
      }
      _ = try session.result(
        "dataSource/create",
        #"{"dataSource":"d","snapshot":{"sections":[{"id":"A","items":[\#(items)]}]}}"#
      )
      let requests = (0..<100).map { $0 % 2 == 0 ? shuffle($0) : configure($0) }
      let messages = session.send("[\(requests.joined(separator: ","))]")
      let answers = try Value(try #require(messages.last)).elements
      #expect(answers.count == 100)
      let refused = answers.drop { $0["result"] != nil }
      #expect(refused.count > 40)
      #expect(refused.allSatisfy { $0["error"]?["data"]?["limit"]?.text == "maxQueuedBytes" })
      let announced = messages.dropLast().reduce(0) { $0 + $1.utf8.count }
      #expect(announced < 50_000 + 10_000)
    }
  }

  @Test func `a batch has so many messages, or nothing of it is carried out`() throws {
    let session = session { $0.maxBatchMessages = 3 }
    let create = { (id: Int) in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/create","params":{"dataSource":"\#(id)"}}"#
    }
    let four = session.send("[\((10..<14).map(create).joined(separator: ","))]")
    #expect(four.count == 1)
    let refusal = try Value(four[0])
    #expect(refusal["id"] == .null)
    expect(try #require(refusal["error"]), exceeds: "maxBatchMessages")
    #expect(try session.result("dataSource/list") == #"{"dataSources":[]}"#)
    let three = session.send("[\((20..<23).map(create).joined(separator: ","))]")
    #expect(try Value(three[0]).elements.allSatisfy { $0["result"] != nil })
    for element in ["1", "[]", #"{"jsonrpc":"2.0","method":"x"}"#] {
      let refusal = try Value(
        session.send("[\([element, element, element, element].joined(separator: ","))]")[0]
      )
      expect(try #require(refusal["error"]), exceeds: "maxBatchMessages")
    }
  }

  @Test func `an id is as long as an identifier at most`() throws {
    let session = session { $0.maxIdentifierBytes = 3 }
    for id in [#""abc""#, "123"] {
      let answer = session.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/list"}"#)[0]
      #expect(answer.contains(#""id":\#(id),"result""#))
    }
    for id in [#""abcd""#, #""\u0061""#, "1234", "12.0"] {
      let create =
        #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/create","params":{"dataSource":"d"}}"#
      for answer in [
        session.send(create)[0], String(session.send("[\(create)]")[0].dropFirst().dropLast()),
      ] {
        let answer = try Value(answer)
        #expect(answer["id"] == .null)
        #expect(answer["error"]?["code"]?.integer == -32600)
        #expect(
          answer["error"]?["message"]?.text?.contains("more than maxIdentifierBytes = 3 allows")
            == true
        )
      }
    }
    #expect(try session.result("dataSource/list") == #"{"dataSources":[]}"#)
  }

  @Test func `every limit has a flag of its name and a default in its range`() {
    for entry in Limits.entries {
      #expect(entry.range.contains(entry.defaultValue), "\(entry.name)")
      let words = entry.flag.dropFirst(2).split(separator: "-")
      let name = words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
      #expect(name == entry.name)
    }
    #expect(Set(Limits.entries.map(\.name)).count == Limits.entries.count)
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
