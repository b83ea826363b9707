import Foundation
import TestSupport
import Testing

/// The conversations on one screen of a terminal, as a person sees them.
@Suite struct PlayScreenTests {

  /// A board on which a row is moved to the other section, another one comes in, and a tree opens.
  private static let board = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dataSource/create","params":{"dataSource":"board","snapshot":"#
      + #"{"sections":[{"id":"todo","items":["milk","Ann","日本"]},{"id":"done","items":["up"]}]}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"board","edits":["#
      + #"{"op":"moveItems","items":["milk"],"toSection":"done"},{"op":"deleteItems","items":["Ann"]}]}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"dataSource/applySection","params":{"dataSource":"board","#
      + #""section":"todo","snapshot":{"items":[{"id":"house","children":["soap","wash"]}]}}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"dataSource/expandItem","params":{"dataSource":"board","#
      + #""item":"house"}}"#,
  ]

  /// What is drawn, one screen after the other, with what is typed at the first screen of each step
  /// and of the summary.
  private func play(
    _ messages: [String] = board,
    size: (columns: UInt16, rows: UInt16) = (40, 24),
    flags: String = "--speed 1000",
    environment: String = "TERM=xterm NO_COLOR=1",
    file: TemporaryFile = TemporaryFile(),
    keys: ((Screen) -> String)? = nil
  ) throws -> (screens: [Screen], rest: String, exitCode: Int32, text: String) {
    try file.write(messages.joined(separator: "\n"))
    let daemon = try #require(Repository.daemon)
    let input = keys == nil ? "</dev/null" : #"<"$0""#
    let command = #"exec \#(input) >"$0"; \#(environment) exec "$1" play \#(flags) "$2""#
    let terminal = try PseudoTerminal(size, command, [daemon.path, file.path])
    var output: [UInt8] = []
    var state = ""
    while let chunk = terminal.read() {
      output += chunk
      guard let keys, let screen = try Screen.all(in: output).last, screen.state != state else {
        continue
      }
      state = screen.state
      terminal.type(keys(screen))
    }
    let text = String(decoding: output, as: UTF8.self)
    let rest = text.components(separatedBy: "\u{1B}[?1049l").dropFirst().joined()
    return (try Screen.all(in: output), rest, terminal.exitCode(), text)
  }

  @Test(arguments: [true, false])
  func `a terminal that nobody reads does not keep it from ending`(mayBeOpenedAgain: Bool) throws {
    let file = TemporaryFile()
    // Many times what a terminal has room for.
    let steps = Array(repeating: Self.board[2], count: 400)
    try file.write((Self.board.prefix(2) + steps).joined(separator: "\n"))
    let daemon = try #require(Repository.daemon)
    let terminal = try PseudoTerminal(
      (400, 100),
      #"exec </dev/null >"$0"; "# + (mayBeOpenedAgain ? "" : PseudoTerminal.forbidding)
        + #"TERM=xterm exec "$@""#,
      [daemon.path, "play", "--speed", "1000", file.path]
    )
    terminal.end(after: 1)
    #expect(terminal.exitCode() == 0)
  }

  @Test func `rows slide to where they go`() throws {
    let (screens, rest, exitCode, _) = try play()
    #expect(exitCode == 0)
    #expect(rest == "5 messages, answers not compared\r\n")
    let milk = screens.filter { $0.title.hasPrefix("3/5") }.compactMap { $0.line(of: "milk") }
    let first = try #require(milk.first)
    #expect(milk.last == first + 3)
    #expect(milk == milk.sorted() && Set(milk).count == 4, "\(milk)")
    let deleted = screens.filter { $0.text.contains("-    Ann") }
    #expect(!deleted.isEmpty && deleted.count < 13)
    let last = try #require(screens.last)
    for line in ["     ▾ house", "+        soap", "+        wash", "     milk"] {
      #expect(last.lines.contains(line), "\(line) in\n\(last.text)")
    }
    #expect(screens.contains { $0.line(of: "wash") == $0.line(of: "soap").map { $0 + 1 } })
    // The last one comes out first from behind what is opened.
    #expect(screens.contains { $0.line(of: "wash") != nil && $0.line(of: "soap") == nil })
  }

  @Test func `lists stand side by side`() throws {
    var messages = Self.board
    messages.insert(Self.board[1].replacing("board", with: "other"), at: 1)
    let (screens, _, _, _) = try play(messages, size: (80, 24))
    let last = try #require(screens.last)
    let heading = try #require(last.lines.first { $0.hasPrefix("other  revision 0 → 1") })
    #expect(heading.dropFirst(41).hasPrefix("board  revision"))
    // A wide character takes two columns, so what is beside it stands where it should.
    let row = try #require(last.lines.first { $0.contains("日本") })
    #expect(row.dropFirst(41 - 2) == "+        wash")
    #expect(screens.allSatisfy { $0.fits(80, 24) })
  }

  @Test(arguments: [(1, 1), (10, 3), (20, 5), (30, 9), (41, 12), (200, 3), (3, 60)])
  func `a small window shows what it can`(columns: UInt16, rows: UInt16) throws {
    for flags in ["--speed 1000", "--speed=1000 --verbose"] {
      let (screens, _, exitCode, _) = try play(size: (columns, rows), flags: flags)
      #expect(exitCode == 0)
      #expect(!screens.isEmpty)
      #expect(screens.allSatisfy { $0.fits(Int(columns), Int(rows)) })
    }
  }

  @Test(arguments: [(20_000, 24), (40, 20_000)])
  func `of a very large window the beginning is drawn`(columns: UInt16, rows: UInt16) throws {
    let items = (0..<1200).map { "\"row \($0) " + String(repeating: "x", count: 2000) + "\"" }
    let many = Self.board[1].replacing(#""milk","Ann","日本""#, with: items.joined(separator: ","))
    let (screens, _, exitCode, _) = try play([Self.board[0], many], size: (columns, rows))
    #expect(exitCode == 0)
    let last = try #require(screens.last)
    #expect(last.lines.count == min(rows, 1000))
    #expect(last.lines.map(\.count).max() == min(Int(columns), 1000))
  }

  @Test func `a file's name does not steer the terminal`() throws {
    let file = TemporaryFile(suffix: "\u{1B}]0;name\u{07}\u{9B}2J\u{202E}")
    // A screen throws at an escape that it does not know.
    let (screens, _, exitCode, _) = try play(size: (200, 24), file: file)
    #expect(exitCode == 0)
    let title = try #require(screens.last).title
    #expect(title.hasSuffix(#"\u{1b}]0;name\u{7}\u{9b}2J\u{202e}"#), "\(title)")
  }

  @Test func `what changed is brought into sight`() throws {
    let items = (0..<200).map { "\"row \($0)\"" }.joined(separator: ",")
    let many = Self.board[1].replacing(#""milk","Ann","日本""#, with: items)
    let edit = Self.board[2].replacing("milk", with: "row 150").replacing("Ann", with: "row 7")
    let last = try #require(try play([Self.board[0], many, edit], size: (90, 24)).screens.last)
    #expect(last.text.contains(", rows 7 to 21 of 202"), "\(last.text)")
    let far = Self.board[2].replacing("milk", with: "row 150").replacing("Ann", with: "row 190")
    let shown = try #require(try play([Self.board[0], many, far]).screens.last)
    #expect(shown.lines.contains(">    row 150"), "\(shown.text)")
  }

  @Test func `each step waits for a key, and a key ends it`() throws {
    let (screens, rest, exitCode, _) = try play(flags: "--step --speed 1000") { screen in
      screen.title.hasPrefix("3/5") ? "q" : "\r"
    }
    #expect(exitCode == 0)
    #expect(rest.hasSuffix("3 messages, 2 left out, answers not compared\r\n"))
    #expect(screens.last?.title.hasPrefix("3/5") == true)
    #expect(screens.last?.lines.last == "space goes on · enter: next step · q: q…")
  }

  @Test func `a key ends it at the last step too`() throws {
    let (screens, rest, exitCode, _) = try play(flags: "--speed 1") { screen in
      screen.title.hasPrefix("5/5") ? "q" : "\r"
    }
    #expect(exitCode == 0)
    #expect(rest == "5 messages, answers not compared\r\n")
    #expect(screens.last?.lines.last == "space pauses · enter: next step · q: qu…")
  }

  @Test func `messages are shown where that is asked for`() throws {
    let quiet = try play().screens
    #expect(!quiet.contains { $0.text.contains("jsonrpc") })
    let verbose = try play(flags: "--verbose --speed 1000").screens
    #expect(verbose.contains { $0.text.contains("--> {\"jsonrpc\":\"2.0\",\"id\":3") })
    #expect(verbose.contains { $0.text.contains("<-- {\"jsonrpc\":\"2.0\",\"id\":3") })
  }

  @Test func `colours are there unless they are not wanted`() throws {
    let coloured = try play(environment: "NO_COLOR= TERM=xterm").screens
    #expect(coloured.contains { $0.isColoured })
    #expect(!(try play().screens.contains { $0.isColoured }))
  }

  @Test func `a dumb terminal gets text`() throws {
    let (screens, _, exitCode, _) = try play(environment: "NO_COLOR=1 TERM=dumb")
    #expect(screens.isEmpty && exitCode == 0)
    let text = try play(environment: "NO_COLOR= TERM=dumb").text
    #expect(text.contains("milk") && !text.contains("\u{1B}"))
  }
}

// MARK: - Screens

/// What a terminal shows after it was drawn once.
private struct Screen {
  struct UnknownSequence: Error { let text: String }

  let lines: [String]
  let isColoured: Bool

  var text: String { lines.joined(separator: "\n") }
  var title: String { lines.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? "" }

  /// The step that is shown, or that all are over.
  var state: String { lines.last?.contains(" messages") == true ? "over" : title }

  /// The line on which a row is that ends with some text.
  func line(of row: String) -> Int? { lines.firstIndex { $0.hasSuffix(" " + row) } }

  func fits(_ columns: Int, _ rows: Int) -> Bool {
    lines.count <= rows && lines.allSatisfy { $0.count <= columns }
  }

  /// Every screen that was drawn whole.
  static func all(in output: [UInt8]) throws -> [Screen] {
    let drawn = String(decoding: output, as: UTF8.self).components(separatedBy: "\u{1B}[H")
    return try drawn.dropFirst().compactMap { text in
      text.range(of: "\u{1B}[J").map { String(text[..<$0.lowerBound]) }
    }
    .map(Screen.init)
  }

  private init(_ text: String) throws {
    let plain = text.replacing("\u{1B}[K", with: "").replacing(/\u{1B}\[\d+m/, with: "")
    guard !plain.contains("\u{1B}") else { throw UnknownSequence(text: plain) }
    isColoured = text.contains(/\u{1B}\[\d+m/)
    // The terminal puts one more carriage return before each newline.
    lines = plain.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String(String.UnicodeScalarView($0.filter { $0 != "\r" })).replacing(/\ +$/, with: "")
    }
  }
}
