import Foundation
import Testing

/// How much memory a message takes at most while it is read, whatever its shape.
@Suite struct MessageMemoryTests {
  /// Messages that are nothing but brackets, or values as short as any.
  private static let shapes: [String: @Sendable (Int) -> String] = [
    "numbers": { "[1" + String(repeating: ",1", count: $0 / 2) + "]" },
    "texts": { #"[""# + #"""# + String(repeating: #","""#, count: $0 / 3) + "]" },
    "arrays": { "[[]" + String(repeating: ",[]", count: $0 / 3) + "]" },
    "deep arrays": { length in
      let deep = String(repeating: "[", count: 240) + String(repeating: "]", count: 240)
      return "[" + deep + String(repeating: "," + deep, count: length / 481) + "]"
    },
    "notifications": { length in
      let notification = #"{"jsonrpc":"2.0","method":"initialized"}"#
      return "[" + notification
        + String(repeating: "," + notification, count: length / (notification.utf8.count + 1)) + "]"
    },
  ]

  private static let length = 4 << 20

  @Test(arguments: shapes.keys.sorted(), [false, true])
  func `a message takes twelve times its length at most`(name: String, isBatch: Bool) throws {
    let shape = try #require(Self.shapes[name])
    // What is a batch is refused as a whole, and a request has all of it in its params.
    let process = try ExecutableProcess(["--max-batch-messages", "1000"])
    let text = shape(Self.length)
    let list = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":{"x":X}}"#
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    _ = try #require(process.readLine())
    let before = process.peakBytes
    process.write((isBatch ? text : list.replacing("X", with: text)) + "\n")
    let answer = try #require(process.readLine())
    let taken = process.peakBytes - before
    #expect(answer.contains(#""error""#))
    #expect(taken <= 12 * text.utf8.count, "\(taken) bytes of \(text.utf8.count)")
    process.closeInput()
    #expect(process.exitCode() == 0)
  }

  @Test func `so does one that is nested without bound, also when it is redacted`() throws {
    let file = TemporaryFile()
    let process = try ExecutableProcess(["--record", file.path, "--redact"])
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    _ = try #require(process.readLine())
    let before = process.peakBytes
    process.write(String(repeating: "[", count: Self.length) + "\n")
    #expect(try #require(process.readLine()).contains("parseError"))
    let taken = process.peakBytes - before
    #expect(taken <= 12 * Self.length, "\(taken) bytes of \(Self.length)")
    process.closeInput()
    #expect(process.exitCode() == 0)
  }

  @Test(arguments: [
    #""dataSource/apply","params":{"dataSource":"d","snapshot":{"sections":[{"id":0,"items":X}]}}"#,
    #""dataSource/applySection","params":{"dataSource":"d","section":0,"snapshot":{"items":X}}"#,
    #""dataSource/editSection","params":{"dataSource":"d","section":0,"edits":["#
      + #"{"op":"insertSnapshot","before":"a","snapshot":{"items":X}}]}"#,
    #""dataSource/edit","params":{"dataSource":"d","edits":["#
      + #"{"op":"appendItems","items":X,"toSection":0}]}"#,
    #""dataSource/edit","params":{"dataSource":"d","edits":["#
      + #"{"op":"appendSections","sections":X}]}"#,
    #""dataSource/apply","params":{"dataSource":"d","snapshot":{"sections":X}}"#,
  ])
  func `what is looked for takes thirty times the length at most`(request: String) throws {
    try check(request, length: 1 << 20, [])
  }

  @Test func `so it does of more sections than are usual`() throws {
    let request = #""dataSource/apply","params":{"dataSource":"d","snapshot":{"sections":X}}"#
    // Lists that grow have just become twice as long.
    try check(request, length: 4_200_000, ["--max-sections-per-data-source", "3000000"])
  }

  @Test func `a content that is patched takes twenty times its length beside itself`() throws {
    let shape = try #require(Self.shapes["deep arrays"])
    let content = #"{"z":0,"c":\#(shape(Self.length))}"#
    let process = try ExecutableProcess([])
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    _ = try #require(process.readLine())
    let before = process.peakBytes
    process.write(
      #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"d","#
        + #""options":{"changeFormat":"none"},"#
        + #""snapshot":{"sections":[{"id":0,"items":[{"id":1,"content":\#(content)}]}]}}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"dataSource/edit","params":{"dataSource":"d","#
        + #""edits":[{"op":"patchItems","items":[{"id":1,"patch":{"z":1}}]}]}}"# + "\n"
    )
    var answer = try #require(process.readLine())
    while !answer.contains(#""id":2"#) { answer = try #require(process.readLine()) }
    #expect(answer.contains(#""result""#))
    let taken = process.peakBytes - before
    #expect(taken <= 21 * content.utf8.count, "\(taken) bytes of \(content.utf8.count)")
    process.closeInput()
    #expect(process.exitCode() == 0)
  }

  /// Checks what a request takes that has a list which repeats something, in place of an X.
  private func check(_ request: String, length: Int, _ arguments: [String]) throws {
    let process = try ExecutableProcess(arguments)
    process.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"d","#
        + #""snapshot":{"sections":[{"id":0,"items":["a"]}]}}}"# + "\n"
    )
    while try !#require(process.readLine()).contains(#""id":1"#) {}
    let before = process.peakBytes
    let text = "[1" + String(repeating: ",1", count: length / 2) + "]"
    process.write(
      #"{"jsonrpc":"2.0","id":2,"method":"# + request.replacing("X", with: text) + "}\n"
    )
    let answer = try #require(process.readLine())
    let taken = process.peakBytes - before
    #expect(answer.contains("duplicateIdentifier"))
    #expect(taken <= 30 * length, "\(taken) bytes of \(length)")
    process.closeInput()
    #expect(process.exitCode() == 0)
  }

  /// How much memory it takes to read what came a little at a time.
  private func takenByLongAnswer(_ arguments: [String]) throws -> Int {
    let process = try ExecutableProcess(arguments)
    func ask(_ id: Int, _ method: String, _ params: String) throws {
      let start = #"{"jsonrpc":"2.0","id":\#(id),"#
      process.write(start + #""method":"\#(method)","params":{\#(params)}}"# + "\n")
      while try !#require(process.readLine()).hasPrefix(start) {}
    }
    try ask(0, "initialize", "")
    let empty = #""snapshot":{"sections":[0]},"options":{"changeFormat":"none"}"#
    try ask(1, "dataSource/create", #""dataSource":"d",\#(empty)"#)
    // Brackets take the most memory when they are read.
    let brackets = "[" + String(repeating: "[],", count: 10_000) + "0]"
    for item in 0..<20 {
      let edit = #"{"op":"appendItems","items":[{"id":\#(item),"content":\#(brackets)}]}"#
      try ask(2, "dataSource/edit", #""dataSource":"d","edits":[\#(edit)]"#)
    }
    let before = process.peakBytes
    let all = (0..<20).map(String.init).joined(separator: ",")
    try ask(3, "dataSource/items", #""dataSource":"d","items":[\#(all)]"#)
    let taken = process.peakBytes - before
    process.closeInput()
    #expect(process.exitCode() == 0)
    return taken
  }

  @Test func `a log does not read long answers`() throws {
    let log = TemporaryFile()
    let plain = try takenByLongAnswer([])
    let logged = try takenByLongAnswer(["--log", log.path])
    #expect(logged <= plain + (1 << 20), "\(logged) bytes, \(plain) without")
  }

  /// How much memory it takes that nobody reads what 60,000 edits have to tell.
  private func takenByUnreadEdits(_ members: String) throws -> Int {
    let process = try ExecutableProcess([
      "--max-read-ahead-bytes", "65536", "--merge-after-bytes", "262144",
    ])
    let edit =
      #"{"jsonrpc":"2.0","method":"dataSource/edit","params":{"dataSource":"d","edits":[]\#(members)}}"#
    let edits = "[" + repeatElement(edit, count: 1000).joined(separator: ",") + "]\n"
    process.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"d"}}"#
        + String(repeating: "\n" + #"{"jsonrpc":"2.0","id":2,"method":"rpc.discover"}"#, count: 10)
        + "\n"
    )
    for _ in 0..<60 { process.write(edits) }
    process.write(#"{"jsonrpc":"2.0","id":3,"method":"snapshot/list"}"# + "\n")
    let taken = process.peakBytes
    while try !#require(process.readLine()).hasPrefix(#"{"jsonrpc":"2.0","id":3"#) {}
    process.closeInput()
    #expect(process.exitCode() == 0)
    return taken
  }

  @Test func `a tag that waits takes what it is counted as`() throws {
    let plain = try takenByUnreadEdits("")
    let tagged = try takenByUnreadEdits(#","tag":1"#)
    #expect(tagged <= plain + (1 << 20), "\(tagged) bytes, \(plain) without")
  }

  @Test func `what was refused leaves nothing in any data source`() throws {
    let process = try ExecutableProcess(["--max-total-bytes", "20000000"])
    process.write(#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n")
    _ = try #require(process.readLine())
    let items = (0..<50_000).map(String.init).joined(separator: ",")
    var peaks: [Int] = []
    for number in 0..<20 {
      let name = #""dataSource":"\#(number)""#
      process.write(
        #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{\#(name)}}"# + "\n"
          + #"{"jsonrpc":"2.0","id":2,"method":"dataSource/edit","params":{\#(name),"edits":["#
          + #"{"op":"appendItems","items":[\#(items)],"toSection":"none"}]}}"# + "\n"
      )
      while try !#require(process.readLine()).contains("unknownSection") {}
      peaks.append(process.peakBytes)
    }
    // Eight bytes of each identifier would be 400 KB each time.
    #expect(peaks[19] - peaks[3] < 2 << 20, "\(peaks)")
    process.closeInput()
    #expect(process.exitCode() == 0)
  }
}
