import DiffableServer
import JSON
import JSONRPC
import Testing

/// Whatever is long looks around while it is on its way, so often that little is done between two
/// looks, and ends without a result at whichever of them it was cancelled.
///
/// Looks are counted, not timed, so a slow machine finds what a fast one does.
@Suite struct LooksTests {
  /// A request, and how many elements it goes through at least.
  struct Case: CustomTestStringConvertible {
    let name: String
    let method: String
    let params: String
    /// What it goes through, counted in thousands of elements.
    ///
    /// It is as many as it tells of, so that no loop over all of them becomes silent; where it takes
    /// less work than before, it is less.
    let thousands: Int

    init(_ name: String, _ method: String, _ params: String, _ thousands: Int) {
      (self.name, self.method, self.params, self.thousands) = (name, method, params, thousands)
    }

    var testDescription: String { name }
  }

  private static let count = 9_000
  private static let all = "[\((0..<count).map(String.init).joined(separator: ","))]"
  private static let backwards =
    "[\((0..<count).reversed().map(String.init).joined(separator: ","))]"
  private static let half =
    "[\(stride(from: 0, to: count, by: 2).map(String.init).joined(separator: ","))]"

  /// An object of many members, in this order or the other.
  private static func object(_ numbers: some Sequence<Int>) -> String {
    "{\(numbers.map { #""\#($0)":\#($0)"# }.joined(separator: ","))}"
  }

  /// Another content for each item.
  private static let contents =
    (0..<count).map { #"{"id":\#($0),"content":{"n":-1}}"# }.joined(separator: ",")

  private static func edit(
    _ name: String,
    _ list: String,
    _ edit: String,
    _ thousands: Int
  ) -> Case {
    Case(name, "dataSource/edit", #""dataSource":"\#(list)","edits":[\#(edit)]"#, thousands)
  }

  /// The opening or closing of all items that stand at the top.
  private static func disclosure(of list: String, _ operation: String) -> String {
    #""dataSource":"\#(list)","section":0,"edits":[{"op":"\#(operation)","items":\#(all)}]"#
  }

  /// What is said of many sections, all of them others than there are.
  private static func cells(_ count: Int) -> String {
    let sections = (0..<count).map { #"{"section":"s\#($0)","cell":"wide"}"# }
    return #""options":{"cells":{"sections":[\#(sections.joined(separator: ","))]}}"#
  }

  private static let cases = [
    edit("shuffle", "rows", #"{"op":"shuffleItems","seed":1}"#, 114),
    edit("reverse", "rows", #"{"op":"reverseItems"}"#, 114),
    edit("sort", "rows", #"{"op":"sortItems","by":[{"pointer":"/n"}]}"#, 282),
    edit("delete rows", "rows", #"{"op":"deleteItems","items":\#(half)}"#, 86),
    edit("delete sections", "sections", #"{"op":"deleteSections","sections":\#(half)}"#, 114),
    edit("clear sections", "sections", #"{"op":"clearSections","sections":\#(half)}"#, 69),
    edit(
      "append what is there",
      "rows",
      #"{"op":"appendItems","items":\#(backwards),"toSection":0}"#,
      118
    ),
    edit(
      "equal content",
      "rows",
      #"{"op":"setItems","items":[{"id":"large","content":\#(object((0..<count).reversed()))}]}"#,
      28
    ),
    Case(
      "a document",
      "dataSource/apply",
      #""dataSource":"rows","snapshot":{"sections":[{"id":0,"items":\#(backwards)}]}"#,
      98
    ),
    Case(
      "a tree",
      "dataSource/applySection",
      #""dataSource":"rows","section":0,"snapshot":{"items":[{"id":"top","children":\#(backwards)}]}"#,
      95
    ),
    Case("options", "dataSource/configure", #""dataSource":"rows",\#(cells(count))"#, 20),
    Case("options of a new list", "dataSource/create", #""dataSource":"new",\#(cells(count))"#, 20),
    edit("contents", "rows", #"{"op":"setItems","items":[\#(contents)]}"#, 63),
    edit("didApply in steps", "steps", #"{"op":"shuffleItems","seed":1}"#, 249),
    edit("other cells", "cells", #"{"op":"moveItems","items":\#(all),"toSection":1}"#, 143),
    Case(
      "named snapshot",
      "snapshot/edit",
      #""snapshot":"draft","edits":[{"op":"shuffleItems","seed":1}]"#,
      49
    ),
    Case(
      "contents of a named snapshot",
      "snapshot/edit",
      #""snapshot":"draft","edits":[{"op":"setItems","items":[\#(contents)]}]"#,
      36
    ),
    Case("revert", "dataSource/revert", #""dataSource":"shuffled","toRevision":1"#, 86),
    Case("batch", "dataSource/changes", #""dataSource":"shuffled","since":1"#, 49),
    Case(
      "sequential",
      "dataSource/changes",
      #""dataSource":"shuffled","since":1,"changeFormat":"sequential""#,
      188
    ),
    Case(
      "staged",
      "dataSource/changes",
      #""dataSource":"shuffled","since":1,"changeFormat":"staged""#,
      57
    ),
    Case(
      "two lists",
      "snapshot/changes",
      #""from":{"dataSource":"rows"},"to":{"dataSource":"shuffled"}"#,
      77
    ),
    Case("expand", "dataSource/editSection", disclosure(of: "tree", "expand"), 155),
    Case("collapse", "dataSource/editSection", disclosure(of: "open", "collapse"), 143),
    Case("contents", "snapshot/contents", #""dataSource":"rows""#, 12),
    Case("counts", "snapshot/counts", #""dataSource":"sections","perSection":true"#, 4),
    Case("items", "dataSource/items", #""dataSource":"rows","items":\#(all)"#, 24),
    Case("rows", "dataSource/rows", #""dataSource":"rows","from":[0,0],"count":9000"#, 20),
    Case(
      "titles",
      "dataSource/sectionForSectionIndexTitle",
      #""dataSource":"sections","title":"none""#,
      12
    ),
    Case("section snapshot", "dataSource/sectionSnapshot", #""dataSource":"rows","section":0"#, 12),
    Case(
      "view",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"rows","sortBy":[{"pointer":"/n"}]}"#,
      40
    ),
    Case(
      "groups",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"rows","groupBy":{"pointer":"/n"}}"#,
      253
    ),
    edit("long content", "rows", #"{"op":"setItems","items":[{"id":0,"content":"\#(text)"}]}"#, 12),
    edit(
      "equal text",
      "values",
      #"{"op":"setItems","items":[{"id":"text","content":"\#(text)"}]}"#,
      28
    ),
    edit("patch", "values", #"{"op":"patchItems","items":[{"id":"object","patch":{"x":0}}]}"#, 286),
    edit("sort by long values", "values", #"{"op":"sortItems","by":[{"pointer":""}]}"#, 49),
    view("has a number", #""where":{"has":-1}"#, 135),
    view("equals an array", #""where":{"equals":[-1]}"#, 49),
    view("equals an object", #""where":{"equals":{"-1":0}}"#, 49),
    view("is in texts", #""where":{"in":["a"]}"#, 49),
    view("contains a text", #""where":{"contains":"b"}"#, 65),
    view("natural order", #""sortBy":[{"compare":"natural"}]"#, 57),
    Case("highlights", "dataSource/rows", #""dataSource":"found","from":[0,0],"count":1"#, 36),
    view("letters", #""groupBy":{"take":"letter"}"#, 32),
    view("search", #""search":{"text":"b","in":[{}]}"#, 40),
  ]

  /// 640 KB: ten thousand times 64 bytes.
  private static let text = String(repeating: #"\u0061"#, count: 640_000 / 6)

  /// A view of few rows with long values.
  private static func view(_ name: String, _ definition: String, _ thousands: Int) -> Case {
    let params = #""dataSource":"view","view":{"of":"values",\#(definition)}"#
    return Case(name, "dataSource/create", params, thousands)
  }

  @Test(arguments: cases)
  func `what is long looks around, and ends wherever it does`(long: Case) {
    let whole = Run(long, cancellingAt: 0)
    #expect(whole.answer == "result")
    // A look comes after 4,096 elements or fewer.
    #expect(whole.looks * 4096 >= long.thousands * 1000 - 4096, "\(whole.looks) looks")
    for look in Set([1, whole.looks]) {
      let cancelled = Run(long, cancellingAt: look)
      #expect(cancelled.answer == "-32800", "at look \(look) of \(whole.looks)")
      #expect(cancelled.revisions == cancelled.formerRevisions)
    }
  }
}

/// A session with long lists, and one request that is cancelled at one of its looks.
private final class Run {
  private let server = Session(limits: Limits())
  private(set) var looks = 0
  /// "result", or the code of the error.
  private(set) var answer = ""
  /// What the session says of its lists before the request and after it.
  private(set) var formerRevisions = ""
  private(set) var revisions = ""

  init(_ long: LooksTests.Case, cancellingAt look: Int) {
    _ = send(0, ("initialize", ""))
    for (name, messages) in Self.start where long.params.contains(#""\#(name)""#) {
      for message in messages { _ = send(0, message) }
    }
    formerRevisions = send(0, Self.list)
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
    revisions = send(0, Self.list)
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

  private static let list = ("dataSource/list", "")
  /// What makes each list.
  private static let start = [
    ("rows", [create("rows")]),
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
          #""dataSource":"values","options":{"changeFormat":"none"},"snapshot":{"sections":["#
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
    ("tree", tree("tree", isExpanded: false)),
    ("open", tree("open", isExpanded: true)),
    (
      "sections",
      [
        (
          "dataSource/create",
          #""dataSource":"sections","snapshot":{"sections":[\#(sections)]},"#
            + #""options":{"changeFormat":"none","indexTitles":"/n"}"#
        )
      ]
    ),
  ]

  private static func create(
    _ name: String,
    _ options: String = #""changeFormat":"none""#
  ) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","options":{\#(options)},"#
        + #""snapshot":{"sections":[{"id":0,"items":[\#(rows),{"id":"large","content":\#(large)}]}]}"#
    )
  }

  /// What makes a list of items with one below each.
  private static func tree(_ name: String, isExpanded: Bool) -> [(String, String)] {
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
  private static let sections = (0..<9_000)
    .map { #"{"id":\#($0),"content":{"n":"\#($0)"},"items":[\#($0)]}"# }.joined(separator: ",")
  /// Values of about 640 KB, of which all that is escaped has to be decoded.
  private static let values = [
    #"{"id":"text","content":"\#(String(repeating: #"\u0061\u0061\u0061a"#, count: 34_000))"}"#,
    #"{"id":"array","content":[\#((0..<90_000).map(String.init).joined(separator: ","))]}"#,
    #"{"id":"object","content":{\#((0..<40_000).map { #""\#($0)":\#($0)"# }.joined(separator: ","))}}"#,
    #"{"id":"number","content":\#(String(repeating: "1", count: 640_000))}"#,
  ]
  private static let large =
    "{\((0..<9_000).map { #""\#($0)":\#($0)"# }.joined(separator: ","))}"
}
