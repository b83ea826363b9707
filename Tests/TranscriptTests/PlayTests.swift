import Foundation
import TestSupport
import Testing

/// The drawn conversations, as a person sees them.
@Suite struct PlayTests {
  private func play(_ transcript: String) throws -> (output: String, exitCode: Int32) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).transcript")
    try Data(transcript.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try ChildProcess(try #require(Repository.daemon), ["play", file.path])
    return (String(decoding: run.output, as: UTF8.self), run.exitCode)
  }

  private let start = """
    --> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
    <-- {"jsonrpc":"2.0","id":0,"result":"…"}
    --> {"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"list"}}
    <-- {"jsonrpc":"2.0","id":1,"result":{"revision":0}}
    --> {"jsonrpc":"2.0","id":2,"method":"dataSource/apply","params":{"dataSource":"list",\
    "snapshot":{"sections":[{"id":"A","items":["a",{"id":"b","content":1}]},"B"]}}}
    <-- "…"
    <-- "…"

    """

  @Test(.disabled(if: TranscriptFile.isUpdating), arguments: TranscriptFile.all)
  func `every golden conversation plays as expected`(file: TranscriptFile) throws {
    let run = try ChildProcess(try #require(Repository.daemon), ["play", file.url.path])
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(run.exitCode == 0)
    #expect(output.contains("every answer as expected"))
    #expect(!output.contains("\u{1B}"), "no colours where there is no terminal")
  }

  @Test func `contents are followed however deep they are`() throws {
    let content = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
    let (output, exitCode) = try play(
      start + """
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"list",\
        "edits":[{"op":"setItems","items":[{"id":"a","content":\(content)}]}]}}
        <-- "…"
        <-- "…"
        --> {"jsonrpc":"2.0","id":4,"method":"dataSource/edit","params":{"dataSource":"list",\
        "edits":[{"op":"moveItem","item":"a","afterItem":"b"}]}}
        <-- "…"
        <-- "…"
        """
    )
    #expect(exitCode == 0)
    #expect(output.contains(">    a  [[["))
  }

  @Test func `rows are marked by what became of them`() throws {
    let (output, exitCode) = try play(
      start + """
        # Everything at once.
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/apply","params":{"dataSource":"list",\
        "snapshot":{"sections":[{"id":"B","items":["c",{"id":"b","content":2}]}]}}}
        <-- "…"
        <-- "…"
        """
    )
    #expect(exitCode == 0)
    #expect(output.contains("Everything at once."))
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for line in ["-  A", "-    a", "B", "+    c", ">~   b  2"] {
      #expect(lines.contains(line), "\(line) in\n\(output)")
    }
  }

  @Test(arguments: ["sequential", "staged"])
  func `rows are marked alike in every format`(format: String) throws {
    let edits = [
      #"{"op":"appendSections","sections":[{"id":"C","items":["c","d",{"id":"e","content":1}]}]}"#,
      #"{"op":"shuffleItems","seed":3},{"op":"moveSection","section":"C","beforeSection":"A"}"#,
      #"{"op":"moveItems","items":["a","c"],"toSection":"B"},{"op":"deleteSections","sections":["C"]}"#,
      #"{"op":"insertSections","sections":["N"],"beforeSection":"A"},{"op":"moveItems","items":["b"],"#
        + #""toSection":"N"},{"op":"deleteItems","items":["a"]},{"op":"reloadItems","items":["b"]}"#,
      #"{"op":"setItems","items":[{"id":"c","content":2}]},{"op":"setSections","sections":["#
        + #"{"id":"N","content":"n"}]},{"op":"appendItems","items":["x","y"],"toSection":"A"}"#,
    ]
    let messages = edits.map { edits in
      #"--> {"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"list","edits":["#
        + edits + "]}}\n"
    }
    let conversation = start.replacing(/(?m)^<-- .*\n/, with: "") + messages.joined()
    let (plain, option) = (
      #""dataSource":"list"}"#, #""dataSource":"list","options":{"changeFormat":"\#(format)"}}"#
    )
    let other = conversation.replacing(plain, with: option)
    #expect(other != conversation)
    let (batch, rows) = (try play(conversation).output, try play(other).output)
    #expect(batch.contains("section moved") && batch.contains("deleted, "))
    #expect(rows.replacing(option, with: plain) == batch)
  }

  @Test func `rows of trees stand deeper, behind triangles`() throws {
    let (output, exitCode) = try play(
      start + """
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/applySection","params":{"dataSource":"list",\
        "section":"A","snapshot":{"items":["a",{"id":"b","expanded":true,"children":["c",\
        {"id":"d","children":["e"]}]}]}}}
        <-- "…"
        <-- "…"
        --> {"jsonrpc":"2.0","id":4,"method":"dataSource/edit","params":{"dataSource":"list",\
        "edits":[{"op":"deleteItems","items":["c"]}]}}
        <-- "…"
        <-- "…"
        """
    )
    #expect(exitCode == 0)
    let lines = output.split(separator: "\n")
    for line in [
      "           a", "         ▾ b    1", "    +        c", "    +      ▸ d", "    -        c",
    ] {
      #expect(lines.contains { $0 == line }, "\(line) in\n\(output)")
    }
  }

  @Test func `an answer that differs is shown and fails the run`() throws {
    let (output, exitCode) = try play(
      start + """
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/list","params":{}}
        <-- {"jsonrpc":"2.0","id":3,"result":{"dataSources":[]}}
        """
    )
    #expect(exitCode == 1)
    #expect(output.contains("✗ line 8 is answered differently"))
    #expect(output.contains("✗ 4 messages, 1 difference"))
  }

  @Test(arguments: ["", "--> "])
  func `messages without answers are played and not compared`(arrow: String) throws {
    let messages = start.split(separator: "\n").filter { $0.hasPrefix("--> ") }
    let file = messages.map { arrow + $0.dropFirst(4) + "\n" }.joined()
    let (output, exitCode) = try play(file)
    #expect(exitCode == 0)
    #expect(output.contains("    +  A\n    +    a\n"))
    #expect(!output.contains("answered differently"))
    #expect(output.hasSuffix("\n3 messages, answers not compared\n"))
  }

  @Test func `what would steer the terminal is written out`() throws {
    let (output, _) = try play(
      start + """
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/apply","params":{"dataSource":"list",\
        "snapshot":{"sections":[{"id":"A","items":["\\u001b[31m"]}]}}}
        """
    )
    #expect(output.contains(#"\u{1b}[31m"#))
    #expect(!output.contains("\u{1B}"))
  }

  @Test func `a list that cannot be read as a whole is drawn again once it can`() throws {
    func edit(_ edit: String) -> String {
      #"--> {"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"list","#
        + #""edits":[\#(edit)]}}"# + "\n"
    }
    let edits = (0..<4).map { portion in
      let items = (0..<60).map { "\"\(portion) \($0)\"" }.joined(separator: ",")
      return edit(#"{"op":"appendItems","items":[\#(items)]}"#)
    }
    let (output, exitCode) = try play(
      "# recording: diffabled 0\n# arguments: --max-message-bytes 1000\n"
        + start.replacing(/(?m)^<-- .*\n/, with: "")
        + edits.joined() + edit(#"{"op":"reverseItems"}"#)
        + edit(#"{"op":"deleteItems","items":["a"]}"#) + edit(#"{"op":"clearSections"}"#)
        + edit(#"{"op":"appendItems","items":["last"]}"#)
    )
    #expect(exitCode == 0, "\(output)")
    #expect(output.contains("← dataSource/didApply"), "\(output)")
    #expect(!output.contains("do not fit"))
    #expect(output.contains("+    last"), "\(output)")
  }

  /// What is read as a whole is the list after everything that came with the announcement.
  @Test(
    arguments: [
      #"{"jsonrpc":"2.0","id":5,"method":"dataSource/close","params":{"dataSource":"list"}},"#
        + #"{"jsonrpc":"2.0","id":6,"method":"dataSource/create","params":{"dataSource":"list"}},"#,
      "",
    ]
  )
  func `a list that is read anew is the one after all that came`(reopening: String) throws {
    let apply =
      #"{"jsonrpc":"2.0","id":3,"method":"dataSource/apply","params":{"dataSource":"list","#
      + #""mode":"reloadData","snapshot":{"sections":["B"]}}},"#
    func edit(_ id: Int, _ section: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"dataSource/edit","params":{"dataSource":"list","#
        + #""edits":[{"op":"appendSections","sections":["\#(section)"]}]}}"#
    }
    let batch = "[\(apply)\(edit(4, "C")),\(reopening)\(edit(7, "D"))]"
    let (output, exitCode) = try play(start.replacing(/<--.*\n/, with: "") + "--> \(batch)")
    #expect(exitCode == 0, "\(output)")
    #expect(!output.contains("do not fit"), "\(output)")
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let last = lines.last { $0.hasPrefix("list  revision") }
    #expect(last?.hasPrefix("list  revision \(reopening.isEmpty ? "3 → 4" : "0 → 1")") == true)
    #expect(lines.contains { $0.hasSuffix("D") }, "\(output)")
  }

  @Test func `contents of a section that is reloaded in a stage are read`() throws {
    let (output, exitCode) = try play(
      start.replacing(/<--.*\n/, with: "") + """
        --> {"jsonrpc":"2.0","id":3,"method":"dataSource/configure","params":{"dataSource":"list",\
        "options":{"changeFormat":"staged"}}}
        --> {"jsonrpc":"2.0","id":4,"method":"dataSource/edit","params":{"dataSource":"list",\
        "edits":[{"op":"reloadSections","sections":["A"]},\
        {"op":"setItems","items":[{"id":"b","content":2}]}]}}
        """
    )
    #expect(exitCode == 0)
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.contains("b  2"), "\(output)")
  }

  @Test func `a file that is no transcript is refused with its line`() throws {
    let (output, exitCode) = try play("hello")
    #expect(exitCode == 65 && output == "")
    let missing = try ChildProcess(try #require(Repository.daemon), ["play", "/nowhere/at/all"])
    #expect(missing.exitCode == 66)
    #expect(missing.errorOutput.hasPrefix("diffabled play: cannot read /nowhere/at/all: "))
  }
}
