import TestSupport
import Testing

/// Whatever is long looks around while it is on its way, so often that little is done between two
/// looks, and ends without a result at whichever of them it was cancelled.
///
/// Looks are counted, not timed, so a slow machine finds what a fast one does.
@Suite struct LooksTests {
  /// A request, and how often it looks around at least.
  struct Case: CustomTestStringConvertible {
    let name: String
    let method: String
    let params: String
    /// It is as often as it does, so that no loop over all of its elements becomes silent; where it
    /// takes less work than before, it is less.
    let looks: Int

    init(_ name: String, _ method: String, _ params: String, _ looks: Int) {
      (self.name, self.method, self.params, self.looks) = (name, method, params, looks)
    }

    var testDescription: String { name }
  }

  static let count = 9_000
  static let all = "[\((0..<count).map(String.init).joined(separator: ","))]"
  static let backwards =
    "[\((0..<count).reversed().map(String.init).joined(separator: ","))]"
  private static let half =
    "[\(stride(from: 0, to: count, by: 2).map(String.init).joined(separator: ","))]"

  /// An object of many members, in this order or the other.
  private static func object(_ numbers: some Sequence<Int>) -> String {
    "{\(numbers.map { #""\#($0)":\#($0)"# }.joined(separator: ","))}"
  }

  /// Another content for each item.
  static let contents =
    (0..<count).map { #"{"id":\#($0),"content":{"n":-1}}"# }.joined(separator: ",")

  static func edit(
    _ name: String,
    _ list: String,
    _ edit: String,
    _ looks: Int
  ) -> Case {
    Case(name, "dataSource/edit", #""dataSource":"\#(list)","edits":[\#(edit)]"#, looks)
  }

  /// The opening or closing of all items that stand at the top.
  private static func disclosure(of list: String, _ operation: String) -> String {
    #""dataSource":"\#(list)","section":0,"edits":[{"op":"\#(operation)","items":\#(all)}]"#
  }

  /// What is said of many sections, all of them others than there are.
  private static func cells(_ count: Int) -> String {
    let sections = (0..<count).map { #"{"section":"s\#($0)","cell":"wide"}"# }
    let list = sections.joined(separator: ",")
    return #""options":{"cells":{"default":"new","sections":[\#(list)]}}"#
  }

  private static let cases = [
    edit("shuffle", "rows", #"{"op":"shuffleItems","seed":1}"#, 29),
    edit("reverse", "rows", #"{"op":"reverseItems"}"#, 29),
    edit("sort", "rows", #"{"op":"sortItems","by":[{"pointer":"/n"}]}"#, 70),
    edit("delete rows", "rows", #"{"op":"deleteItems","items":\#(half)}"#, 23),
    edit("delete sections", "sections", #"{"op":"deleteSections","sections":\#(half)}"#, 33),
    edit("clear sections", "sections", #"{"op":"clearSections","sections":\#(half)}"#, 22),
    edit(
      "append what is there",
      "rows",
      #"{"op":"appendItems","items":\#(backwards),"toSection":0}"#,
      32
    ),
    edit(
      "equal content",
      "rows",
      #"{"op":"setItems","items":[{"id":"large","content":\#(object((0..<count).reversed()))}]}"#,
      9
    ),
    Case(
      "a document",
      "dataSource/apply",
      #""dataSource":"rows","snapshot":{"sections":[{"id":0,"items":\#(backwards)}]}"#,
      26
    ),
    Case(
      "a tree",
      "dataSource/applySection",
      #""dataSource":"rows","section":0,"snapshot":{"items":[{"id":"top","children":\#(backwards)}]}"#,
      26
    ),
    Case("options", "dataSource/configure", #""dataSource":"rows",\#(cells(count))"#, 6),
    Case("options of a new list", "dataSource/create", #""dataSource":"new",\#(cells(count))"#, 6),
    edit("contents", "rows", #"{"op":"setItems","items":[\#(contents)]}"#, 22),
    edit("didApply in steps", "steps", #"{"op":"shuffleItems","seed":1}"#, 86),
    edit("other cells", "cells", #"{"op":"moveItems","items":\#(all),"toSection":1}"#, 46),
    Case(
      "named snapshot",
      "snapshot/edit",
      #""snapshot":"draft","edits":[{"op":"shuffleItems","seed":1}]"#,
      13
    ),
    Case(
      "contents of a named snapshot",
      "snapshot/edit",
      #""snapshot":"draft","edits":[{"op":"setItems","items":[\#(contents)]}]"#,
      12
    ),
    Case("close", "dataSource/close", #""dataSource":"rows"\#(blanks)"#, 2),
    Case("new snapshot", "snapshot/create", #""snapshot":"new"\#(blanks)"#, 2),
    Case("release", "snapshot/release", #""snapshot":"draft"\#(blanks)"#, 2),
    Case("revert", "dataSource/revert", #""dataSource":"shuffled","toRevision":1"#, 23),
    Case("batch", "dataSource/changes", #""dataSource":"shuffled","since":1"#, 14),
    Case(
      "sequential",
      "dataSource/changes",
      #""dataSource":"shuffled","since":1,"changeFormat":"sequential""#,
      72
    ),
    Case(
      "staged",
      "dataSource/changes",
      #""dataSource":"shuffled","since":1,"changeFormat":"staged""#,
      16
    ),
    Case(
      "two lists",
      "snapshot/changes",
      #""from":{"dataSource":"rows"},"to":{"dataSource":"shuffled"}"#,
      21
    ),
    Case("expand", "dataSource/editSection", disclosure(of: "tree", "expand"), 47),
    Case("collapse", "dataSource/editSection", disclosure(of: "open", "collapse"), 45),
    Case("all contents", "snapshot/contents", #""dataSource":"rows""#, 3),
    Case("counts", "snapshot/counts", #""dataSource":"sections","perSection":true"#, 2),
    Case("items", "dataSource/items", #""dataSource":"rows","items":\#(all)"#, 6),
    Case("rows", "dataSource/rows", #""dataSource":"rows","from":[0,0],"count":9000"#, 5),
    Case(
      "titles",
      "dataSource/sectionForSectionIndexTitle",
      #""dataSource":"sections","title":"none""#,
      3
    ),
    Case("section snapshot", "dataSource/sectionSnapshot", #""dataSource":"rows","section":0"#, 3),
    Case(
      "view",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"rows","sortBy":[{"pointer":"/n"}]}"#,
      17
    ),
    Case(
      "groups",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"rows","groupBy":{"pointer":"/n"}}"#,
      77
    ),
    edit("long content", "rows", #"{"op":"setItems","items":[{"id":0,"content":"\#(text)"}]}"#, 4),
    edit(
      "equal text",
      "values",
      #"{"op":"setItems","items":[{"id":"text","content":"\#(text)"}]}"#,
      8
    ),
    edit("patch", "values", #"{"op":"patchItems","items":[{"id":"object","patch":{"x":0}}]}"#, 81),
    edit("sort by long values", "values", #"{"op":"sortItems","by":[{"pointer":""}]}"#, 15),
    Case("all titles", "dataSource/sectionIndexTitles", #""dataSource":"sections""#, 5),
    Case(
      "rows of a title",
      "dataSource/indexPathForIndexTitle",
      #""dataSource":"titled","title":"t","at":0"#,
      5
    ),
    Case("a height", "dataSource/heightForRow", #""dataSource":"values","indexPath":[0,2]"#, 2),
    view("is at a place", #""where":{"pointer":"/0","exists":true}"#, 9),
    view("has a number", #""where":{"has":-1}"#, 32),
    view("equals an array", #""where":{"equals":[-1]}"#, 11),
    view("equals an object", #""where":{"equals":{"-1":0}}"#, 11),
    view("is in texts", #""where":{"in":["a"]}"#, 11),
    view("contains a text", #""where":{"contains":"b"}"#, 15),
    view("natural order", #""sortBy":[{"compare":"natural"}]"#, 13),
    Case("highlights", "dataSource/rows", #""dataSource":"found","from":[0,0],"count":1"#, 8),
    view("letters", #""groupBy":{"take":"letter"}"#, 7),
    view("search", #""search":{"text":"b","in":[{}]}"#, 9),
    view("is in arrays", #""where":{"in":[[-1]]}"#, 13),
    Case(
      "best rows first",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"rows","#
        + #""search":{"text":"1","in":[{"pointer":"/n"}],"match":"fuzzy","rank":true}}"#,
      9
    ),
  ]

  /// What concerns many sections.
  private static let sectionCases = [
    Case(
      "other sections",
      "dataSource/apply",
      #""dataSource":"sections","snapshot":{"sections":[\#(otherSections)]}"#,
      75
    ),
    Case(
      "moved sections under a view",
      "dataSource/apply",
      #""dataSource":"followed","snapshot":{"sections":[\#(LongRun.sectionsBackwards)]}"#,
      73
    ),
    Case(
      "other sections under a view of what is hidden",
      "dataSource/apply",
      #""dataSource":"unfolded","snapshot":{"sections":[\#(otherSections)]}"#,
      169
    ),
    Case("changes of sections", "dataSource/changes", #""dataSource":"turned","since":1"#, 51),
    changes(of: "turned", "sequential", 95),
    changes(of: "turned", "staged", 63),
    changes(of: "marked", "staged", 33),
    Case("revert to sections", "dataSource/revert", #""dataSource":"turned","toRevision":1"#, 81),
    edit("reload sections", "sections", #"{"op":"reloadSections","sections":\#(all)}"#, 13),
    edit("reconfigure", "rows", #"{"op":"reconfigureItems","items":\#(all)}"#, 15),
    edit("section contents", "sections", #"{"op":"setSections","sections":[\#(contents)]}"#, 20),
    edit("reverse each section", "sections", #"{"op":"reverseItems"}"#, 4),
    edit(
      "move from all sections",
      "sections",
      #"{"op":"moveItems","items":\#(all),"toSection":0}"#,
      37
    ),
    edit("many edits", "rows", many(#"{"op":"reloadItems","items":[0]}"#), 8),
    edit("many patches", "rows", #"{"op":"patchItems","items":[\#(patches)]}"#, 41),
    edit("few of many", "long", #"{"op":"deleteItems","items":[\#(LongRun.few)]}"#, 12),
    Case("a row at an offset", "dataSource/rowAtOffset", #""dataSource":"heights","y":1"#, 3),
  ]

  /// What concerns trees: 9,000 items, each with one below it, whose identifier is the text of its
  /// number.
  private static let treeCases = [
    editTree("append", "tree", #"{"op":"append","items":\#(newItems)}"#, 39),
    editTree("delete", "tree", #"{"op":"delete","items":\#(all)}"#, 78),
    editTree("new children", "tree", #"{"op":"replaceChildren","of":0,"with":\#(newTree)}"#, 24),
    editTree(
      "insert a snapshot",
      "open",
      #"{"op":"insertSnapshot","snapshot":\#(newTree),"after":0}"#,
      57
    ),
    editTree("many edits of a tree", "tree", many(#"{"op":"expand","items":[0]}"#), 7),
    edit("delete rows of a tree", "open", #"{"op":"deleteItems","items":\#(half)}"#, 50),
    edit("reverse a tree", "open", #"{"op":"reverseItems"}"#, 110),
    edit(
      "append what is hidden",
      "tree",
      #"{"op":"appendItems","items":\#(children),"toSection":0}"#,
      93
    ),
    edit(
      "move what is below",
      "open",
      #"{"op":"moveItems","items":\#(children),"toSection":0,"at":"start"}"#,
      99
    ),
    edit(
      "replace rows of a tree",
      "tree",
      #"{"op":"replaceItems","section":0,"items":\#(children)}"#,
      104
    ),
    editTree("delete a wide tree", "wide", #"{"op":"delete","items":["top"]}"#, 28),
    Case(
      "pull into a tree",
      "dataSource/editSection",
      #""dataSource":"wide","section":1,"edits":[{"op":"append","items":\#(backwards)}]"#,
      65
    ),
    Case("revert to a tree", "dataSource/revert", #""dataSource":"folded","toRevision":2"#, 49),
    Case(
      "outline",
      "dataSource/outline",
      #""dataSource":"tree","section":0,"items":\#(children)"#,
      24
    ),
  ]

  static func changes(of list: String, _ format: String, _ looks: Int) -> Case {
    let params = #""dataSource":"\#(list)","since":1,"changeFormat":"\#(format)""#
    return Case("\(format) changes of \(list)", "dataSource/changes", params, looks)
  }

  static func editTree(
    _ name: String,
    _ list: String,
    _ edit: String,
    _ looks: Int
  ) -> Case {
    let params = #""dataSource":"\#(list)","section":0,"edits":[\#(edit)]"#
    return Case(name, "dataSource/editSection", params, looks)
  }

  /// The same edit for each item.
  private static func many(_ edit: String) -> String {
    Array(repeating: edit, count: count).joined(separator: ",")
  }

  /// What hangs below the items of a tree.
  private static let children = "[\((0..<count).map { #""\#($0)""# }.joined(separator: ","))]"
  static let newItems = "[\((0..<count).map { #""new \#($0)""# }.joined(separator: ","))]"
  private static let newTree = #"{"items":\#(newItems)}"#
  private static let patches =
    (0..<count).map { #"{"id":\#($0),"patch":{"n":-1}}"# }.joined(separator: ",")
  private static let otherSections = LongRun.otherSections

  /// What is no work, but has to be read.
  private static let blanks = String(repeating: " ", count: 640_000)
  /// 640 KB: ten thousand times 64 bytes.
  private static let text = String(repeating: #"\u0061"#, count: 640_000 / 6)

  /// A view of few rows with long values.
  private static func view(_ name: String, _ definition: String, _ looks: Int) -> Case {
    let params = #""dataSource":"view","view":{"of":"values",\#(definition)}"#
    return Case(name, "dataSource/create", params, looks)
  }

  private static let everything = [
    cases, sectionCases, treeCases, viewCases, byteCases, listCases, modelCases,
    changeCases,
  ].joined()

  /// What is looked at: without optimisation each takes seconds, so a debug build takes every seventh.
  private static var some: [Case] {
    let step = Share.oneIn(7)
    return everything.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  @Test(arguments: some)
  func `what is long looks around, and ends wherever it does`(long: Case) {
    let whole = LongRun(long, cancellingAt: 0)
    #expect(whole.answer == "result")
    #expect(whole.looks >= long.looks)
    for look in Set([1, whole.looks]) {
      let cancelled = LongRun(long, cancellingAt: look)
      #expect(cancelled.answer == "-32800", "at look \(look) of \(whole.looks)")
      #expect(cancelled.state == cancelled.formerState)
    }
  }

  @Test func `what compares contents ends soon wherever it was cancelled`() throws {
    let items = (0..<Self.count).map { #"{"id":\#($0),"content":{"t":"y\#($0)","n":\#($0)}}"# }
    let long = Case(
      "other contents",
      "dataSource/edit",
      #""dataSource":"words","edits":[{"op":"appendItems","items":[\#(items.joined(separator: ","))]}]"#,
      0
    )
    let whole = LongRun(long, cancellingAt: 0)
    #expect(whole.answer == "result")
    for look in stride(from: whole.looks / 2, through: whole.looks, by: 2) {
      let cancelled = LongRun(long, cancellingAt: look)
      #expect(cancelled.answer == "-32800", "at look \(look) of \(whole.looks)")
      #expect(cancelled.looks <= look + 2, "at look \(look) of \(whole.looks)")
    }
  }
}
