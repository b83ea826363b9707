import DiffableServer
import JSON
import JSONRPC

/// A session with long lists, and one request that is cancelled at one of its looks.
final class LongRun {
  private let server = Session(limits: Limits())
  private(set) var looks = 0
  /// "result", or the code of the error.
  private(set) var answer = ""
  /// What the session says of what it has before the request and after it.
  private(set) var formerState = ""
  private(set) var state = ""

  init(_ long: LooksTests.Case, cancellingAt look: Int) {
    _ = send(0, ("initialize", ""))
    let start = Self.start + Self.startOfBytes + Self.modelStart + Self.changeStart
    // What is long is searched once, and not for each name.
    let parts = long.params.utf8.split(separator: UInt8(ascii: "\""))
    let quoted = Set(parts.map { String(Substring($0)) })
    for (name, messages) in start where quoted.contains(name) {
      for message in messages { _ = send(0, message) }
    }
    formerState = askAll()
    server.mayContinue = { [unowned self] in
      looks += 1
      if looks == look, let id = (try? JSONDocument(parsing: "9")).flatMap({ RequestID($0.root) }) {
        server.cancel(id)
      }
      return true
    }
    let root = (try? JSONDocument(parsing: send(9, (long.method, long.params))))?.root
    answer = root?["error"]?["code"]?.integer.map(String.init) ?? "result"
    server.mayContinue = { true }
    state = askAll()
  }

  /// The last message that comes.
  private func send(_ id: Int, _ request: (method: String, params: String)) -> String {
    let message =
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(request.method)","params":{\#(request.params)}}"#
    server.receive(.message(Array(message.utf8)[...]))
    var last = ""
    while let answer = server.nextMessage() { last = String(decoding: answer, as: UTF8.self) }
    return last
  }

  private func askAll() -> String {
    Self.questions.map { send(0, $0) }.joined(separator: "\n")
  }

  /// Questions about lists, snapshots and options; what is asked about need not be there.
  private static let questions = [
    ("dataSource/list", ""),
    ("snapshot/list", ""),
    ("snapshot/contents", #""snapshot":"draft""#),
    ("dataSource/rows", #""dataSource":"rows","from":[0,0],"count":1"#),
  ]
  /// What makes each list.
  private static let start = [
    ("rows", [create("rows")]),
    ("words", [words]),
    ("steps", [create("steps", #""changeFormat":"sequential""#)]),
    (
      "cells",
      [
        create(
          "cells",
          #""changeFormat":"none","cells":{"sections":[{"section":1,"cell":"wide"}]}"#
        ),
        (
          "dataSource/edit",
          #""dataSource":"cells","edits":[{"op":"appendSections","sections":[1]}]"#
        ),
      ]
    ),
    (
      "draft",
      [
        create("origin"),
        ("snapshot/create", #""snapshot":"draft","from":{"dataSource":"origin"}"#),
      ]
    ),
    (
      "shuffled",
      [
        create("shuffled"),
        (
          "dataSource/edit",
          #""dataSource":"shuffled","edits":[{"op":"shuffleItems","seed":1}]"#
        ),
      ]
    ),
    (
      "values",
      [
        (
          "dataSource/create",
          #""dataSource":"values","options":{"changeFormat":"none","heights":{"item":"/0"}},"#
            + #""snapshot":{"sections":["#
            + #"{"id":0,"items":[\#(values.joined(separator: ","))]}]}"#
        )
      ]
    ),
    (
      "found",
      [
        (
          "dataSource/create",
          #""dataSource":"texts","snapshot":{"sections":[{"id":0,"items":[\#(values[0])]}]}"#
        ),
        (
          "dataSource/create",
          #""dataSource":"found","view":{"of":"texts","search":{"text":"a","in":[{}]}}"#
        ),
      ]
    ),
    (
      "turned",
      [
        createSections("turned"),
        (
          "dataSource/apply",
          #""dataSource":"turned","snapshot":{"sections":[\#(otherSections)]}"#
        ),
      ]
    ),
    (
      "marked",
      [
        createSections("marked"),
        (
          "dataSource/edit",
          #""dataSource":"marked","edits":[{"op":"reloadSections","sections":[\#(odd)]},"#
            + #"{"op":"deleteItems","items":[\#(even)]},"#
            + #"{"op":"reconfigureItems","items":[\#(odd)]},"#
            + #"{"op":"moveItems","items":[\#(odd)],"toSection":0}]"#
        ),
      ]
    ),
    ("long", [createLong("long")]),
    ("heights", [create("heights", #""changeFormat":"none","heights":{"item":"/n"}"#)]),
    (
      "folded",
      tree("folded", isExpanded: true) + [
        (
          "dataSource/editSection",
          #""dataSource":"folded","section":0,"edits":[{"op":"delete","items":[\#(odd)]}]"#
        )
      ]
    ),
    ("wide", wide("wide")),
    ("tree", tree("tree", isExpanded: false)),
    ("open", tree("open", isExpanded: true)),
    ("sections", [createSections("sections")]),
    ("titled", [createSections("titled", titled)]),
    ("repeats", [create("repeats", #""changeFormat":"none","duplicates":"first""#)]),
    ("seen", [create("seen"), createView(of: "seen", options: #","contentChanges":"ignore""#)]),
    (
      "view of searched",
      [
        ("dataSource/create", #""dataSource":"searched","snapshot":{"sections":[\#(empty)]}"#),
        createView(of: "searched", #","emptySections":true,"search":{"text":"a","in":[{}]}"#),
      ]
    ),
    ("names", [createTexts("names", (0..<200).map { long("\($0)", 3_900) })]),
    ("signs", [createSigns("signs")]),
    ("alike", [createTexts("alike", (0..<30).map { long("a", 40_000) + "\($0)" })]),
    ("same", [createTexts("same", (0..<30).map { _ in long("a", 400_000) })]),
    (
      "parted",
      [
        createTexts("parted", (0..<200).map { long("\($0)", 3_900) }),
        createView(of: "parted", #","groupBy":{"pointer":"","compare":"natural"}"#),
      ]
    ),
    (
      "unasked",
      [create("unasked")]
        + (0..<40).map { number in
          (
            "dataSource/create",
            #""dataSource":"unasked \#(number)","options":{"changeFormat":"none"},"#
              + #""view":{"of":"unasked","where":{"from":"identifier","equals":"large"}}"#
          )
        }
    ),
    ("followed", [createSections("followed"), createView(of: "followed")]),
    ("unfolded", [createSections("unfolded"), createView(of: "unfolded", #","hidden":true"#)]),
  ]

  static func create(
    _ name: String,
    _ options: String = #""changeFormat":"none""#
  ) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","options":{\#(options)},"#
        + #""snapshot":{"sections":[{"id":0,"items":[\#(rows),{"id":"large","content":\#(large)}]}]}"#
    )
  }

  private static func createLong(_ name: String) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","options":{"changeFormat":"none"},"#
        + #""snapshot":{"sections":[{"id":0,"items":[\#(many)]}]}"#
    )
  }

  static func createSections(
    _ name: String,
    _ sections: String = sections
  ) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","snapshot":{"sections":[\#(sections)]},"#
        + #""options":{"changeFormat":"none","indexTitles":"/n"}"#
    )
  }

  static func createView(
    of name: String,
    _ definition: String = "",
    options: String = ""
  ) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"view of \#(name)","view":{"of":"\#(name)"\#(definition)},"#
        + #""options":{"changeFormat":"none"\#(options)}"#
    )
  }

  /// Makes a list of texts.
  private static func createTexts(_ name: String, _ texts: [String]) -> (String, String) {
    let items = texts.enumerated().map { #"{"id":\#($0),"content":"\#($1)"}"# }
    return (
      "dataSource/create",
      #""dataSource":"\#(name)","snapshot":{"sections":["#
        + #"{"id":0,"items":[\#(items.joined(separator: ","))]}]}"#
    )
  }

  /// Makes a list of long identifiers.
  private static func createSigns(_ name: String) -> (String, String) {
    let items = (0..<300).map { "\"\(long("a", 3_900))\($0)\"" }.joined(separator: ",")
    return (
      "dataSource/create",
      #""dataSource":"\#(name)","snapshot":{"sections":[{"id":0,"items":[\#(items)]}]}"#
    )
  }

  private static func long(_ text: String, _ length: Int) -> String {
    String(repeating: text, count: length / text.utf8.count)
  }

  /// What makes a list of one item with all others below it, and of another section.
  private static func wide(_ name: String) -> [(String, String)] {
    let rows = (0..<9_000).map(String.init).joined(separator: ",")
    let tree = #"{"items":[{"id":"top","expanded":true,"children":[\#(rows)]}]}"#
    return [
      ("dataSource/create", #""dataSource":"\#(name)","snapshot":{"sections":[0,1]}"#),
      (
        "dataSource/applySection",
        #""dataSource":"\#(name)","section":0,"snapshot":\#(tree)"#
      ),
    ]
  }

  /// What makes a list of items with one below each.
  static func tree(_ name: String, isExpanded: Bool) -> [(String, String)] {
    let items = (0..<9_000)
      .map { #"{"id":\#($0),"expanded":\#(isExpanded),"children":["\#($0)"]}"# }
    let document = #"{"items":[\#(items.joined(separator: ","))]}"#
    return [
      create(name),
      (
        "dataSource/applySection",
        #""dataSource":"\#(name)","section":0,"snapshot":\#(document)"#
      ),
    ]
  }

  private static let rows = (0..<9_000)
    .map { #"{"id":\#($0),"content":{"n":\#($0 * 7919 % 9_000)}}"# }.joined(separator: ",")
  /// New rows, each with another long text.
  static let newTexts = (0..<60)
    .map { #"{"id":"new \#($0)","content":"\#(long("n\($0)", 3_900))"}"# }.joined(separator: ",")
  static let sections = (0..<9_000)
    .map { #"{"id":\#($0),"content":{"n":"\#($0)"},"items":[\#($0)]}"# }.joined(separator: ",")
  /// Half of the sections and as many new ones, in the other order, with items of others.
  static let otherSections = (4_500..<13_500).reversed()
    .map { #"{"id":\#($0),"items":[\#($0 + 1)]}"# }.joined(separator: ",")
  /// The sections in the other order, each with the item that it has.
  static let sectionsBackwards = (0..<9_000).reversed()
    .map { #"{"id":\#($0),"items":[\#($0)]}"# }.joined(separator: ",")
  /// Sections that have one title and no row.
  private static let titled = (0..<9_000)
    .map { #"{"id":\#($0),"content":{"n":"t"}}"# }.joined(separator: ",")
  private static let empty = (0..<9_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
  static let many = (0..<75_000).map(String.init).joined(separator: ",")
  static let few = (0..<4_500).map { "\($0 * 16 + 1)" }.joined(separator: ",")
  private static let even = (0..<4_500).map { "\(2 * $0)" }.joined(separator: ",")
  private static let odd = (0..<4_500).map { "\(2 * $0 + 1)" }.joined(separator: ",")
  /// Values of about 640 KB, of which all that is escaped has to be decoded.
  private static let values = [
    #"{"id":"text","content":"\#(String(repeating: #"\u0061\u0061\u0061a"#, count: 34_000))"}"#,
    #"{"id":"array","content":[\#((0..<90_000).map(String.init).joined(separator: ","))]}"#,
    #"{"id":"object","content":{\#((0..<40_000).map { #""\#($0)":\#($0)"# }.joined(separator: ","))}}"#,
    #"{"id":"number","content":\#(String(repeating: "1", count: 640_000))}"#,
  ]
  private static let large =
    "{\((0..<9_000).map { #""\#($0)":\#($0)"# }.joined(separator: ","))}"

  /// Items whose contents are short, and long enough to count when two of them are compared.
  private static let words: (String, String) = {
    let items = (0..<LooksTests.count).map {
      #"{"id":\#($0),"content":{"n":\#($0),"t":"one word and three more words"}}"#
    }
    let list = items.joined(separator: ",")
    return (
      "dataSource/create",
      #""dataSource":"words","snapshot":{"sections":[{"id":0,"items":[\#(list)]}]}"#
    )
  }()
}
