extension LooksTests {
  /// What the model goes through beside the edits: other states, trees, sections and heights.
  static let modelCases = otherStates + trees + sections

  /// What is compared with another state, or made from it.
  private static let otherStates = [
    Case("a list of other sections", "dataSource/apply", applying("bare", to: "rows"), 41),
    Case("two lists with sections", "snapshot/changes", changes(from: "sections", to: "rows"), 31),
    Case("a list with trees", "snapshot/changes", changes(from: "rows", to: "tree"), 22),
    Case("a snapshot from before", "dataSource/apply", applying("stale", to: "aged"), 23),
    Case(
      "changes since a snapshot",
      "snapshot/changes",
      #""from":{"snapshot":"stale"},"to":{"dataSource":"aged"}"#,
      14
    ),
    Case(
      "a snapshot from before other sections",
      "dataSource/apply",
      applying("stale sections", to: "aged"),
      31
    ),
    Case(
      "changes since a snapshot with other sections",
      "snapshot/changes",
      #""from":{"snapshot":"stale sections"},"to":{"dataSource":"aged"}"#,
      19
    ),
    Case(
      "a snapshot of a view",
      "snapshot/create",
      #""snapshot":"new","from":{"dataSource":"view of rows"}"#,
      3
    ),
  ]

  private static let trees = [
    editTree("the first below a row", "rows", #"{"op":"append","items":["new"],"to":0}"#, 7),
    editTree(
      "other children of one item",
      "wide",
      #"{"op":"replaceChildren","of":"top","with":{"items":\#(backwards)}}"#,
      39
    ),
    editTree("no tree", "open", #"{"op":"deleteAll"}"#, 68),
    editTree("open a closed tree", "shut", #"{"op":"expand","items":["top"]}"#, 20),
    edit(
      "move some rows of a tree",
      "wide",
      #"{"op":"moveItems","items":\#(each(17)),"toSection":0,"at":"start"}"#,
      7
    ),
    edit(
      "move some rows that hide others",
      "tree",
      #"{"op":"moveItems","items":\#(each(9)),"toSection":0,"at":"start"}"#,
      12
    ),
    edit("insert behind parents", "open", behindParents, 11),
    Case(
      "outline of what is elsewhere",
      "dataSource/outline",
      #""dataSource":"deep","section":1,"items":\#(all)"#,
      21
    ),
    edit(
      "append what is hidden deep",
      "deep",
      #"{"op":"appendItems","items":\#(all),"toSection":1}"#,
      52
    ),
    Case(
      "other sections beside a tree",
      "dataSource/apply",
      #""dataSource":"grove","snapshot":{"sections":[\#(LongRun.otherSections)]}"#,
      97
    ),
  ]

  private static let sections = [
    edit("move a row in each section", "fours", moves, 21),
    Case("the height of sections", "dataSource/contentHeight", #""dataSource":"high""#, 3),
  ]

  /// The params of an apply of a named snapshot.
  private static func applying(_ snapshot: String, to list: String) -> String {
    #""dataSource":"\#(list)","snapshot":"\#(snapshot)""#
  }

  /// The params of a comparison of two lists.
  private static func changes(from list: String, to other: String) -> String {
    #""from":{"dataSource":"\#(list)"},"to":{"dataSource":"\#(other)"}"#
  }

  /// One of so many items.
  static func each(_ step: Int) -> String {
    "[\(stride(from: 0, to: count, by: step).map(String.init).joined(separator: ","))]"
  }

  /// A move of one item in each section.
  private static let moves = (0..<count / 2)
    .map { #"{"op":"moveItem","item":"\#($0) a","afterItem":"\#($0) b"}"# }
    .joined(separator: ",")

  /// New items, each behind one that others hang below.
  private static let behindParents = stride(from: 0, to: count, by: 12)
    .map { #"{"op":"insertItems","items":["new \#($0)"],"afterItem":\#($0)}"# }
    .joined(separator: ",")
}

extension LongRun {
  /// What makes the lists and snapshots of the cases of the model.
  static let modelStart = [
    ("bare", [createBare("plain"), snapshot("bare", of: "plain")]),
    ("stale", [create("aged"), snapshot("stale", of: "aged")] + edits(of: "aged", rowEdits)),
    (
      "stale sections",
      [createSections("aged"), snapshot("stale sections", of: "aged")]
        + edits(of: "aged", sectionEdits)
    ),
    ("view of rows", [create("rows"), createView(of: "rows")]),
    ("shut", [create("shut", #""changeFormat":"none""#), shutTree]),
    ("fours", [fours]),
    ("deep", deep("deep")),
    ("grove", [createSections("grove"), grove]),
    (
      "high",
      [
        (
          "dataSource/create",
          #""dataSource":"high","snapshot":{"sections":[\#(sectionsBackwards)]},"#
            + #""options":{"changeFormat":"none","heights":{"sections":[{"section":0,"height":3}]}}"#
        )
      ]
    ),
  ]

  private static let rowEdits = [
    #"{"op":"shuffleItems","seed":1}"#,
    #"{"op":"setItems","items":[\#(LooksTests.contents)]}"#,
    #"{"op":"deleteAllItems"}"#,
  ]
  private static let sectionEdits = [
    #"{"op":"setSections","sections":[\#(LooksTests.contents)]}"#,
    #"{"op":"deleteSections","sections":\#(LooksTests.all)}"#,
  ]

  static func snapshot(_ name: String, of list: String) -> (String, String) {
    ("snapshot/create", #""snapshot":"\#(name)","from":{"dataSource":"\#(list)"}"#)
  }

  /// Each edit as an apply of its own.
  private static func edits(of list: String, _ edits: [String]) -> [(String, String)] {
    edits.map { ("dataSource/edit", #""dataSource":"\#(list)","edits":[\#($0)]"#) }
  }

  /// What makes a list of sections without items.
  private static func createBare(_ name: String) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","snapshot":{"sections":\#(LooksTests.all)},"#
        + #""options":{"changeFormat":"none"}"#
    )
  }

  private static let fours = (
    "dataSource/create",
    #""dataSource":"fours","snapshot":{"sections":[\#(sectionsOfFour)]},"#
      + #""options":{"changeFormat":"none"}"#
  )
  private static let sectionsOfFour = (0..<4_500)
    .map { #"{"id":\#($0),"items":["\#($0) a","\#($0) b","\#($0) c","\#($0) d"]}"# }
    .joined(separator: ",")

  private static let shutTree = (
    "dataSource/applySection",
    #""dataSource":"shut","section":0,"#
      + #""snapshot":{"items":[{"id":"top","children":\#(LooksTests.all)}]}"#
  )

  private static let grove = (
    "dataSource/applySection",
    #""dataSource":"grove","section":"new","#
      + #""snapshot":{"items":[{"id":"top","children":["below"]}]}"#
  )

  /// What makes a list of items that hang below many others, each below another, and of
  /// another section.
  static func deep(_ name: String, isExpanded: Bool = false) -> [(String, String)] {
    var tree = LooksTests.all
    for level in 0..<20 {
      tree = #"[{"id":"at \#(level)","expanded":\#(isExpanded),"children":\#(tree)}]"#
    }
    return [
      ("dataSource/create", #""dataSource":"\#(name)","snapshot":{"sections":[0,1]}"#),
      (
        "dataSource/applySection",
        #""dataSource":"\#(name)","section":0,"snapshot":{"items":\#(tree)}"#
      ),
    ]
  }
}
