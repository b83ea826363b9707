import DiffableServer
import TestSupport
import Testing

/// Identifiers are given back when nobody can name them any more, and never before.
@Suite struct RecyclingTests {

  @Test(arguments: 0..<8)
  func `a session whose identifiers come and go never mixes them up`(run: Int) throws {
    let threshold = [4, 16, 40, 64][run % 4]
    var trial = RecyclingTrial(seed: UInt64(3000 + run), releaseThreshold: threshold)
    do {
      for _ in 0..<700 { try trial.step() }
      try trial.settle()
    } catch {
      let requests = trial.lastRequests.joined(separator: "\n")
      Issue.record("seed \(trial.seed): \(error)\n\(requests)")
      return
    }
    for pool in trial.server.poolUses {
      #expect(pool.identifiers <= 2 * pool.live + threshold + 100, "seed \(trial.seed)")
    }
  }

  @Test(arguments: [1, 40])
  func `a stream through a short window leaves the memory of identifiers flat`(together: Int)
    throws
  {
    var limits = Limits()
    limits.historyRevisions = 4
    let session = TestClient(limits)
    _ = try session.result(
      "dataSource/create",
      #"{"dataSource":"s","snapshot":{"sections":["log"]}}"#
    )
    var early: PoolUse?
    var edits: [String] = []
    for batch in 0..<400 {
      let new = (batch * 500..<(batch + 1) * 500).map { id in
        id % 50 == 49 ? #"{"id":\#(id),"content":"\#(id)"}"# : "\(id)"
      }
      let gone = ((batch - 2) * 500..<(batch - 1) * 500).map(String.init)
      edits.append(
        #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","edits":["#
          + #"{"op":"appendItems","items":[\#(new.joined(separator: ","))]},"#
          + #"{"op":"deleteItems","items":[\#(gone.joined(separator: ","))]}]}}"#
      )
      guard edits.count == together else { continue }
      session.post(together == 1 ? edits[0] : "[\(edits.joined(separator: ","))]")
      _ = session.drain()
      edits = []
      if early == nil, batch >= 40 { early = session.server.poolUses.first }
    }
    let before = try #require(early)
    let after = try #require(session.server.poolUses.first)
    // A page more or less is there, as it happens.
    #expect(after.handleBound <= before.handleBound + 4_096)
    #expect(after.handleBound < 16_000)
    #expect(after.identifiers <= after.handleBound)
    #expect(after.arenaBytes <= before.handleBound * 16)
    let rows = try session.result(
      "dataSource/items",
      #"{"dataSource":"s","items":[199049,199999,5]}"#
    )
    #expect(
      rows.contains(#"[{"id":199049,"content":"199049"},{"id":199999,"content":"199999"},null]"#)
    )
  }

  @Test func `a list that shrinks gives its identifiers back`() throws {
    var limits = Limits()
    limits.historyRevisions = 4
    let session = TestClient(limits)
    let items = (0..<20_000).map(String.init).joined(separator: ",")
    let document = #"{"sections":[{"id":"A","items":[\#(items)]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    _ = try session.result(
      "dataSource/apply",
      #"{"dataSource":"s","snapshot":{"sections":[{"id":"A","items":[7]}]}}"#
    )
    for _ in 0..<5 {
      _ = try session.result("dataSource/edit", #"{"dataSource":"s","edits":[]}"#)
    }
    let use = try #require(session.server.poolUses.first)
    #expect(use.identifiers == 2)
    #expect(use.arenaBytes < 100)
  }

  @Test func `what was refused leaves no identifiers`() throws {
    let session = TestClient()
    let document = #"{"sections":[{"id":"A","items":[1,2,3]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    for round in 1...20 {
      let new = (round * 1_000..<round * 1_000 + 300).map(String.init).joined(separator: ",")
      let edits =
        #"{"op":"appendItems","items":[\#(new)]},{"op":"reloadItems","items":["none"]}"#
      let error = try session.error(
        "dataSource/edit",
        #"{"dataSource":"s","edits":[\#(edits)]}"#
      )
      #expect(error.kind == "unknownItem")
    }
    let use = try #require(session.server.poolUses.first)
    #expect(use.identifiers == 4)
    #expect(use.handleBound < 1_000)
  }

  @Test func `a stream through a draft that is never applied gives its identifiers back`() throws {
    let session = TestClient()
    _ = try session.result("snapshot/create", #"{"snapshot":"d"}"#)
    let section = #"{"op":"appendSections","sections":["A"]}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"d","edits":[\#(section)]}"#)
    for batch in 0..<60 {
      let new = (batch * 500..<(batch + 1) * 500).map(String.init).joined(separator: ",")
      let gone = ((batch - 1) * 500..<batch * 500).map(String.init).joined(separator: ",")
      let edits = [
        #"{"op":"appendItems","items":[\#(new)]}"#, #"{"op":"deleteItems","items":[\#(gone)]}"#,
      ]
      _ = try session.result(
        "snapshot/edit",
        #"{"snapshot":"d","edits":[\#(edits.joined(separator: ","))]}"#
      )
    }
    let use = try #require(session.server.poolUses.first)
    #expect(use.identifiers <= 5_000)
    #expect(use.handleBound <= 5_000)
  }

  @Test func `what comes and goes while a didApply is owed gives its identifiers back`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    limits.historyRevisions = 4
    let session = TestClient(limits)
    let contents = #"{"sections":[{"id":"A","items":[0]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(contents)}"#)
    for batch in 0..<30 {
      let new = (batch * 500 + 1...batch * 500 + 500).map(String.init).joined(separator: ",")
      for edit in [
        #"{"op":"appendItems","items":[\#(new)]}"#, #"{"op":"deleteItems","items":[\#(new)]}"#,
      ] {
        session.post(
          #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"s","edits":[\#(edit)]}}"#
        )
      }
    }
    let use = try #require(session.server.poolUses.first)
    #expect(use.identifiers <= 10_000)
    #expect(use.handleBound <= 10_000)
    let merged = try #require(session.drain().last)
    #expect(merged.contains(#""fromRevision":2,"revision":61,"#), "\(merged)")
  }

  @Test(
    arguments: [
      // Items of the base that it does not show, and sections.
      #"{"of":"b","where":{"pointer":"/n","equals":1}}"#,
      // Groups that it shows no more.
      #"{"of":"b","groupBy":{"from":"identifier"}}"#,
      // Contents of a base that it does not follow.
      #"{"of":"b","live":false,"where":{"pointer":"/n","equals":1}}"#,
    ]
  )
  func `a view is compared with another list when what it does not show was given back`(
    view: String
  ) throws {
    let session = TestClient(releaseThreshold: 1)
    func create(_ name: String, _ rest: String) throws {
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)",\#(rest)}"#)
    }
    func apply(_ rows: String) throws {
      let sections = #"{"id":"S","content":1,"items":[\#(rows)]}"#
      _ = try session.result(
        "dataSource/apply",
        #"{"dataSource":"b","snapshot":{"sections":[\#(sections)]}}"#
      )
    }
    let shown = #"{"id":1,"content":{"n":1}}"#
    try create("a", #""snapshot":{"sections":[{"id":"A","items":[1,2]}]}"#)
    try create("b", #""options":{"history":0}"#)
    let hidden = (2..<200).map { #"{"id":\#($0),"content":{"n":0}}"# }
    try apply(([shown] + hidden).joined(separator: ","))
    try create("v", #""options":{"history":0},"view":\#(view)"#)
    for _ in 0..<4 { try apply(shown) }
    #expect(session.server.poolUses.allSatisfy { $0.identifiers < 20 })

    let result = try session.result(
      "snapshot/changes",
      #"{"from":{"dataSource":"v"},"to":{"dataSource":"a"}}"#
    )
    #expect(result.contains(#""inserts":[{"at":0,"section":"A"}]"#), "\(result)")
    #expect(result.contains(#""items":[2]"#), "\(result)")
    #expect(!result.contains("content"), "\(result)")
  }

  @Test func `a closed data source's owed didApply keeps its identifiers`() throws {
    var limits = Limits()
    limits.mergeAfterBytes = 0
    let server = Session(limits: limits, releaseThreshold: 1)
    func post(_ method: String, _ params: String) {
      let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
      server.receive(.message(Array(text.utf8)[...]))
    }
    post("initialize", "{}")
    post("dataSource/create", #"{"dataSource":"s"}"#)
    post("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    post(
      "dataSource/apply",
      #"{"dataSource":"s","snapshot":{"sections":[{"id":"A","items":[1]}]}}"#
    )
    post("dataSource/close", #"{"dataSource":"s"}"#)
    post("snapshot/edit", #"{"snapshot":"d","edits":[{"op":"appendSections","sections":["B"]}]}"#)
    post(
      "snapshot/edit",
      #"{"snapshot":"d","edits":[{"op":"appendItems","items":[2,3],"toSection":"B"}]}"#
    )
    var messages: [String] = []
    while let message = server.nextMessage() {
      messages.append(String(decoding: message, as: UTF8.self))
    }
    let didApply = try #require(messages.first { $0.contains(#""method":"dataSource/didApply""#) })
    #expect(didApply.contains(#""inserts":[{"at":0,"section":"A"}]"#))
    #expect(didApply.contains(#""inserts":[{"at":[0,0],"items":[1]}]"#))
  }
}
