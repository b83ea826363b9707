import Testing
import Transcripts

/// What a replay is said to have in common with its recording.
@Suite struct ReplayComparisonTests {
  private func comparison(
    _ lines: String,
    ended: String? = "exit, exit code 0",
    answers: [String],
    daemon: String = "diffabled 0.1.0"
  ) throws -> ReplayComparison {
    let note = ended.map { "# ended: \($0)\n" } ?? ""
    let text = "# recording: diffabled 0.1.0\n\(lines)\n\(note)"
    let recording = try #require(try Recording(parsing: Array(text.utf8)))
    var comparison = ReplayComparison(recording, daemon: daemon, maxBatchMessages: 3)
    comparison.compare(answers.map { .init(bytes: Array($0.utf8), exchange: 0) })
    return comparison
  }

  @Test func `answers need not stand behind what they answer`() throws {
    let lines = "--> 1\n--> 2\n<-- {\"id\":1}\n<-- {\"id\":2}"
    #expect(try comparison(lines, answers: [#"{"id":1}"#, #"{"id":2}"#]).isEqual)
    let other = try comparison(lines, answers: [#"{"id":2}"#, #"{"id":1}"#])
    #expect(!other.isEqual)
    #expect(other.report.contains("line 2: 1"))
    #expect(other.report.last == "✗ 2 messages, 2 differences")
  }

  @Test func `missing and surplus answers are told`() throws {
    let missing = try comparison("--> 1\n<-- {\"id\":1}", answers: [])
    #expect(missing.report.contains("  this answer did not come:"))
    let surplus = try comparison("--> 1\n<-- nothing", answers: ["{}"])
    #expect(surplus.report.contains("  this answer was not expected:"))
    #expect(!missing.isEqual && !surplus.isEqual)
  }

  @Test(arguments: [nil, "signal 15, exit code 143", "output closed, exit code 1"])
  func `what comes after the end of a session that was cut off is no difference`(
    ended: String?
  ) throws {
    var cut = try comparison("--> 1\n--> 2", ended: ended, answers: ["{}"])
    cut.compare(exitCode: 0)
    #expect(cut.isEqual)
    #expect(cut.report.contains("answers after the end of the recording: 1"))
  }

  /// Of a broken header a daemon that is killed may have written nothing when it has answered.
  @Test(arguments: [nil, "signal 15, exit code 143"])
  func `the answer to a broken header may have come before the end of a daemon that was killed`(
    ended: String?
  ) throws {
    let broken = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"…"}}"#
    let cut = try comparison("--> 1\n<-- {}\n==> C\n<-- \(broken)", ended: ended, answers: ["{}"])
    #expect(cut.isEqual == (ended == nil))
    let way = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":{"kind":1}}}"#
    let lines = "--> 1\n<-- {}\n==> C\n<-- \(broken)"
    let inAnotherWay = try comparison(lines, ended: ended, answers: ["{}", way])
    #expect(inAnotherWay.isEqual == (ended == nil))
    let further = try comparison(
      "\(lines)\n--> 2\n<-- {}",
      ended: ended,
      answers: ["{}", way, "{}"]
    )
    #expect(!further.isEqual)
    let other = try comparison("--> 1\n<-- {}\n--> 2\n<-- {}", ended: ended, answers: ["{}"])
    #expect(!other.isEqual)
  }

  /// While requests wait, an answer with the id `null` may stand behind a later request with it.
  @Test func `answers with the id null are compared alike wherever they stand`() throws {
    let lines = #"""
      # redacted: placeholders
      --> {"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"v","view":{"flatten":true}}}
      <-- {"id":1,"result":null}
      --> {"jsonrpc":"2.0","id":null,"method":"dataSource/rows","params":{"dataSource":"b"}}
      --> {"jsonrpc":"2.0","id":null,"method":"dataSource/rows","params":{"dataSource":"v"}}
      <-- {"id":null,"error":{"code":1001}}
      <-- {"id":null,"result":"…"}
      # ended: exit, exit code 0
      """#
    let answers = [
      #"{"id":1,"result":null}"#, #"{"id":null,"error":{"code":1001}}"#,
      #"{"id":null,"result":{"rows":[]}}"#,
    ]
    let compared = try comparison(of: lines, answers: answers)
    #expect(compared.isEqual, "\(compared.report)")
  }

  @Test func `what answers a request is compared though a refused batch holds its id`() throws {
    let ask = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/rows","params":{"dataSource":"#
    let batch = repeatElement(ask + #""v"}}"#, count: 4).joined(separator: ",")
    let lines = #"""
      # redacted: placeholders
      --> {"jsonrpc":"2.0","id":0,"method":"dataSource/create","params":{"dataSource":"v","view":{"flatten":true}}}
      <-- {"id":0,"result":null}
      --> [\#(batch)]
      <-- {"id":null,"error":{"code":-32602}}
      --> \#(ask)"b"}}
      <-- {"id":1,"result":{"rows":[]}}
      # ended: exit, exit code 0
      """#
    for rows in ["[]", "[1]"] {
      let answers = [
        #"{"id":0,"result":null}"#, #"{"id":null,"error":{"code":-32602}}"#,
        #"{"id":1,"result":{"rows":\#(rows)}}"#,
      ]
      let compared = try comparison(of: lines, answers: answers)
      #expect(compared.isEqual == (rows == "[]"), "\(compared.report)")
    }
  }

  /// One in which each answer comes during its exchange.
  private func comparison(of lines: String, answers: [String]) throws -> ReplayComparison {
    let recording = try #require(
      try Recording(parsing: Array("# recording: diffabled 0.1.0\n\(lines)\n".utf8))
    )
    var comparison = ReplayComparison(recording, daemon: "diffabled 0.1.0", maxBatchMessages: 3)
    comparison.compare(answers.enumerated().map { .init(bytes: Array($1.utf8), exchange: $0) })
    return comparison
  }

  @Test func `another exit code is a difference`() throws {
    var comparison = try comparison("--> 1", answers: [])
    comparison.compare(exitCode: 0)
    #expect(comparison.isEqual)
    comparison.compare(exitCode: 1)
    #expect(!comparison.isEqual)
  }

  @Test func `the version of the daemon may be another one`() throws {
    let lines = #"""
      --> 1
      <-- {"id":1,"result":{"serverInfo":{"name":"diffabled","version":"0.1.0"}}}
      """#
    let answer = #"{"id":1,"result":{"serverInfo":{"name":"diffabled","version":"0.2.0"}}}"#
    #expect(try !comparison(lines, answers: [answer]).isEqual)
    let other = try comparison(lines, answers: [answer], daemon: "diffabled 0.2.0")
    #expect(other.isEqual)
    #expect(other.report.contains("recorded by diffabled 0.1.0, replayed by diffabled 0.2.0"))
  }

  /// A `didApply` that inserts sections behind those that are there.
  private static func applied(_ from: Int, _ to: Int, _ name: String = "list") -> String {
    let origin = to - from > 1 ? "merged" : "dataSource/edit"
    let inserts = (from..<to).map { #"{"at":\#($0),"section":\#($0)}"# }.joined(separator: ",")
    return #"{"jsonrpc":"2.0","method":"dataSource/didApply","params":{"dataSource":"\#(name)","#
      + #""fromRevision":\#(from),"revision":\#(to),"origin":"\#(origin)","changes":{"sections":"#
      + #"{"deletes":[],"inserts":[\#(inserts)],"moves":[],"reloads":[],"reconfigures":[]},"#
      + #""items":{"deletes":[],"inserts":[],"moves":[],"reloads":[],"reconfigures":[]}},"#
      + #""numberOfSections":\#(to),"numberOfItems":0}}"#
  }

  /// Steps that lead to the same list, however many are told at once.
  @Test(
    arguments: [[0, 1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 3]],
    [[0, 1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 3]]
  )
  func `steps may be merged in the recording and in the replay`(
    replayed: [Int],
    recorded: [Int]
  ) throws {
    let told = { (steps: [Int]) in zip(steps, steps.dropFirst()).map { Self.applied($0, $1) } }
    let lines = "--> 1\n" + told(recorded).map { "<-- \($0)" }.joined(separator: "\n")
    #expect(try comparison(lines, answers: told(replayed)).isEqual)
    let further = try comparison(lines, answers: told(replayed.dropLast() + [4]))
    #expect(further.report.contains(#"  "list" has more revisions than recorded"#))
    let shorter = try comparison(lines, answers: told(replayed.dropLast()))
    #expect(!shorter.isEqual)
  }

  /// What a client has of a list is more than its rows.
  @Test(arguments: [
    #""outlines":[{"at":[2,0],"count":1,"level":0,"expanded":true,"numberOfChildren":9}]"#,
    #""content":{"head":9}"#,
    #""baseRevision":9"#,
    #""window":{"offset":0,"total":9}"#,
  ])
  func `what belongs to the rows of merged steps is compared`(member: String) throws {
    let row = #""items":{"deletes":[],"inserts":[{"at":[2,0],"items":["a"]}],"#
    func last(_ from: Int, _ member: String) -> String {
      let step = Self.applied(from, 3)
        .replacing(#""items":{"deletes":[],"inserts":[],"#, with: row)
        .replacing(#"Items":0"#, with: #"Items":1"#)
      return member.hasPrefix(#""outlines"#)
        ? step.replacing("]}},", with: "]},\(member)},")
        : step.replacing(#","changes""#, with: #",\#(member),"changes""#)
    }
    let lines = "--> 1\n<-- \(last(0, member))"
    let told = [Self.applied(0, 1), Self.applied(1, 2)]
    #expect(try comparison(lines, answers: told + [last(2, member)]).isEqual)
    let other = member.replacing("9", with: "8")
    let report = try comparison(lines, answers: told + [last(2, other)]).report
    #expect(report.last == "✗ 1 message, 1 difference", "\(report)")
  }

  /// An option by which contents are not announced counts for its own data source, and not for the
  /// content of the list itself.
  @Test(
    arguments: [#""includeContent":false"#, #""contentChanges":"ignore""#],
    ["--> ", "==> X: y%0D%0AContent-Length: 9%0D%0A%0D%0A"]
  )
  func `contents of merged steps are compared as far as they are announced`(
    option: String,
    beginning: String
  ) throws {
    let options = #"{"dataSource":"quiet","options":{\#(option)}}"#
    func told(_ name: String, _ content: String, _ own: String) -> [String] {
      let last = Self.applied(1, 2, name)
        .replacing(#""section":1}"#, with: #""section":1,"content":\#(content)}"#)
        .replacing(#","changes""#, with: #","content":\#(own),"changes""#)
      return [Self.applied(0, 1, name), last]
    }
    func isEqual(_ name: String, _ content: String, _ own: String) throws -> Bool {
      let merged = Self.applied(0, 2, name)
        .replacing(#""section":1}"#, with: #""section":1,"content":1}"#)
        .replacing(#","changes""#, with: #","content":1,"changes""#)
      let configure = #"{"method":"dataSource/configure","params":\#(options)}"#
      let lines = "\(beginning)\(configure)\n<-- \(merged)"
      return try comparison(lines, answers: told(name, content, own)).isEqual
    }
    for name in ["list", "quiet"] {
      #expect(try isEqual(name, "1", "1"))
      #expect(try !isEqual(name, "1", "2"))
      #expect(try isEqual(name, "2", "1") == (name == "quiet"))
    }
  }

  @Test func `what is owed of a list comes before it is closed`() throws {
    let close =
      #"{"jsonrpc":"2.0","method":"dataSource/didClose","params":{"dataSource":"list"}}"#
    let told = [Self.applied(0, 2, "other"), Self.applied(0, 1), close, Self.applied(0, 2), close]
    let lines = "--> 1\n" + told.map { "<-- \($0)" }.joined(separator: "\n")
    #expect(try comparison(lines, answers: told).isEqual)
    for missing in [1, 3] {
      var answers = told
      answers.remove(at: missing)
      #expect(try !comparison(lines, answers: answers).isEqual)
    }
  }

  /// A request that was cancelled on its way told of its progress, and in the replay it does not begin;
  /// of another one a slow reader was told nothing, or the end came before it was.
  @Test(arguments: [false, true])
  func `notices are compared where they stand and not by their sum`(isCutOff: Bool) throws {
    func notice(_ token: Int, _ kind: String) -> String {
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":\#(token),"value":{"kind":"\#(kind)"}}}"#
    }
    let cancelled = #"{"id":1,"error":{"code":-32800}}"#
    let done = [Self.applied(0, 1), #"{"id":2,"result":{}}"#]
    let answers = [cancelled, notice(2, "begin"), notice(2, "end")] + done
    func compared(_ told: [String]) throws -> ReplayComparison {
      let lines = "--> 1\n--> 2\n" + told.map { "<-- \($0)" }.joined(separator: "\n")
      let ended = isCutOff ? "signal 15, exit code 143" : "exit, exit code 0"
      return try comparison(lines, ended: ended, answers: answers)
    }
    let rest = isCutOff ? [] : done
    let report = try compared([notice(1, "begin"), notice(1, "end"), cancelled] + rest).report
    #expect(report.last == "✓ 2 messages, every answer as recorded", "\(report)")

    // Where as many stand as in the replay they are compared.
    let rightNotices = [notice(2, "begin")] + (isCutOff ? [] : [notice(2, "end")])
    #expect(try compared([cancelled] + rightNotices + rest).isEqual)
    let wrongNotices = [notice(3, "begin")] + (isCutOff ? [] : [notice(2, "end")])
    #expect(try !compared([cancelled] + wrongNotices + rest).isEqual)
  }

  /// Once a step leaves the list for the client to read, the steps themselves are compared.
  @Test func `steps are compared where the list is not known`() throws {
    let reloaded = Self.applied(0, 1).replacing(/"changes":.*?}},/, with: "")
    let told = [Self.applied(0, 2, "other"), reloaded, Self.applied(1, 2), Self.applied(2, 3)]
    let lines = "--> 1\n" + told.map { "<-- \($0)" }.joined(separator: "\n")
    func expect(_ answers: [String], _ expected: String) throws {
      let report = try comparison(lines, answers: answers).report
      #expect(report.contains { $0.contains(expected) }, "\(report)")
    }

    try expect(told, "✓ 1 message, every answer as recorded")
    try expect([told[0], told[1], Self.applied(1, 3)], "✓ 1 message, every answer as recorded")
    try expect(Array(told.dropLast()), "the replay is at revision 2")
    try expect([told[0], told[1], told[3]], "start at revision 2, the list is at 1")
    try expect([told[0], told[1], told[2], told[2]], "start at revision 1, the list is at 2")
    let moved = told[3].replacing(#""at":2"#, with: #""at":0"#)
    try expect(
      [told[0], told[1], told[2], moved],
      "/params/changes/sections/inserts/0/at is 0, expected 2"
    )
    let longer = Self.applied(1, 3).replacing(#"Items":0}}"#, with: #"Items":9}}"#)
    try expect([told[0], told[1], longer], "numberOfItems is 9, expected 0")
  }

  /// What a view announced before it read any text is left out with what came later.
  @Test func `a view may read texts from the middle of merged announcements on`() throws {
    let lines = #"""
      # redacted: yes
      --> 1
      <-- \#(Self.applied(0, 2))
      --> {"id":2,"method":"dataSource/updateView","params":{"dataSource":"v","view":{"flatten":true}}}
      <-- {"jsonrpc":"2.0","method":"dataSource/didApply","params":"…"}
      <-- {"jsonrpc":"2.0","method":"dataSource/didClose","params":"…"}
      """#
    let close = #"{"jsonrpc":"2.0","method":"dataSource/didClose","params":{"dataSource":"v"}}"#
    let told = [Self.applied(0, 1), Self.applied(0, 1, "v"), close, Self.applied(1, 2)]
    #expect(try comparison(lines, answers: told).isEqual)
    #expect(try !comparison(lines, answers: told + [Self.applied(0, 1, "w")]).isEqual)
  }
}
