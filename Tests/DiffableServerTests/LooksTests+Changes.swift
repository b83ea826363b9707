extension LooksTests {
  /// Differences in which everything occurs, and steps that views follow row by row.
  static let changeCases = differences + steps

  private static let differences = [
    changes(of: "mixed", "batch", 18),
    changes(of: "mixed", "sequential", 27),
    changes(of: "mixed", "staged", 20),
    Case("revert all of it", "dataSource/revert", #""dataSource":"mixed","toRevision":1"#, 23),
    changes(of: "grown", "batch", 42),
    changes(of: "grown", "staged", 53),
    changes(of: "folded", "staged", 36),
    changes(of: "folded", "batch", 29),
    edit("delete all sections", "sections", #"{"op":"deleteAllItems"}"#, 43),
    edit(
      "replace rows with marks",
      "rows",
      #"{"op":"reloadItems","items":[0]},{"op":"replaceItems","section":0,"items":\#(newItems)}"#,
      55
    ),
    edit(
      "move every second tree",
      "open",
      #"{"op":"moveItems","items":\#(each(2)),"toSection":0,"at":"start"}"#,
      76
    ),
    Case(
      "a snapshot from before another tree",
      "dataSource/apply",
      #""dataSource":"grown","snapshot":"young""#,
      71
    ),
    Case(
      "a snapshot of another list",
      "dataSource/apply",
      #""dataSource":"rows","snapshot":"stale""#,
      11
    ),
    Case(
      "sections of a named snapshot",
      "snapshot/edit",
      #""snapshot":"stale sections","edits":["#
        + #"{"op":"setSections","sections":[\#(contents)]},"#
        + #"{"op":"appendSections","sections":\#(newItems)}]"#,
      35
    ),
  ]

  private static let steps = [
    editTree(
      "close a deep tree under a view of what is hidden",
      "abyss",
      #"{"op":"collapse","items":["at 19"]}"#,
      18
    ),
    edit(
      "some rows under a sorted view",
      "sorted",
      #"{"op":"setItems","items":[\#(someContents)]}"#,
      3
    ),
    Case(
      "half of the sections under a view",
      "dataSource/apply",
      #""dataSource":"followed","snapshot":{"sections":[\#(half)]}"#,
      51
    ),
    Case(
      "other sections under a view without them",
      "dataSource/apply",
      #""dataSource":"flat","snapshot":{"sections":[\#(half)]}"#,
      60
    ),
    Case(
      "best rows by many words",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"wordy",\#(LongRun.manyWords)}"#,
      89
    ),
    edit(
      "some rows under a view of the best",
      "rated",
      #"{"op":"setItems","items":[\#(LongRun.otherWords)]}"#,
      48
    ),
    edit(
      "few sections without items, again and again",
      "hollow",
      Array(repeating: #"{"op":"clearSections"},{"op":"reverseItems"}"#, count: 50)
        .joined(separator: ","),
      21
    ),
    editTree(
      "few rows come and go with each item",
      "boughs",
      Array(
        repeating: #"{"op":"collapse","items":[0,1,2,3]},{"op":"expand","items":[0,1,2,3]}"#,
        count: 10
      )
      .joined(separator: ","),
      18
    ),
    edit("all of few rows under many views", "few", #"{"op":"deleteAllItems"}"#, 9),
    Case(
      "is one of long values",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"arrays","where":{"in":[\#(LongRun.long(ending: "0.0"))]}}"#,
      136
    ),
    Case(
      "equals a long value",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"arrays","where":{"equals":\#(LongRun.long(ending: "0.0"))}}"#,
      136
    ),
  ]

  private static let someContents = stride(from: 0, to: count, by: 17)
    .map { #"{"id":\#($0),"content":{"n":\#($0)}}"# }.joined(separator: ",")
  /// The sections, every second one of them in the other order.
  private static let half = (0..<count).map { $0 % 2 == 0 ? count - 2 - $0 : $0 }
    .map { #"{"id":\#($0),"items":[\#($0)]}"# }.joined(separator: ",")
}

extension LongRun {
  /// What makes the lists of these cases.
  static let changeStart = [
    (
      "mixed",
      [
        create("mixed"),
        (
          "dataSource/edit",
          #""dataSource":"mixed","edits":["#
            + #"{"op":"deleteItems","items":\#(rows(0, of: 6))},"#
            + #"{"op":"reloadItems","items":\#(rows(2, of: 6))},"#
            + #"{"op":"reconfigureItems","items":\#(rows(4, of: 6))},\#(inserts),"#
            + #"{"op":"appendSections","sections":[1,"new"]},"#
            + #"{"op":"moveItems","items":\#(rows(1, of: 6)),"toSection":1}]"#
        ),
      ]
    ),
    ("grown", tree("grown", isExpanded: true) + grown),
    (
      "young",
      tree("grown", isExpanded: true) + [snapshot("young", of: "grown")] + grown
    ),
    ("sorted", [create("sorted"), createView(of: "sorted", #","sortBy":[{"pointer":"/n"}]"#)]),
    ("wordy", [createWords("wordy")]),
    ("few", manyViews),
    ("boughs", boughs),
    (
      "hollow",
      [
        (
          "dataSource/create",
          #""dataSource":"hollow","snapshot":{"sections":\#(rows(0, of: 10))}"#
        )
      ]
    ),
    ("rated", [createWords("rated"), createView(of: "rated", ",\(manyWords)")]),
    ("abyss", deep("abyss", isExpanded: true) + [createView(of: "abyss", #","hidden":true"#)]),
    ("flat", [createSections("flat"), createView(of: "flat", #","flatten":true"#)]),
  ]

  /// Every so manyth row.
  private static func rows(_ first: Int, of step: Int) -> String {
    "[\(stride(from: first, to: 9_000, by: step).map(String.init).joined(separator: ","))]"
  }

  /// Words that all rows of a list have.
  private static let words = (0..<8).map { "word\($0)" }.joined(separator: " ")
  /// A search for them, each at four times the same place.
  static let manyWords =
    #""search":{"text":"\#(words)","in":["#
    + Array(repeating: #"{"pointer":"/t"}"#, count: 4).joined(separator: ",") + #"],"rank":true}"#
  static let otherWords = wordy(each: 17, "other \(words)")

  private static func createWords(_ name: String) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","options":{"changeFormat":"none"},"snapshot":{"sections":["#
        + #"{"id":0,"items":[\#(wordy(each: 1, words))]}]}"#
    )
  }

  private static func wordy(each step: Int, _ text: String) -> String {
    stride(from: 0, to: 9_000, by: step)
      .map { #"{"id":\#($0),"content":{"t":"\#(text)"}}"# }.joined(separator: ",")
  }

  /// A list of so few rows that a loop over them is no portion, with many views.
  private static let manyViews =
    [
      (
        "dataSource/create",
        #""dataSource":"few","snapshot":{"sections":[{"id":0,"items":\#(rows(0, of: 10))}]}"#
      )
    ]
    + (0..<40).map { number in
      (
        "dataSource/create",
        #""dataSource":"view \#(number) of few","view":{"of":"few"},"#
          + #""options":{"changeFormat":"none"}"#
      )
    }

  /// Open items with so few children each that a loop over them is no portion.
  private static let boughs: [(String, String)] = {
    let parents = (0..<4).map { parent in
      let children = (0..<900).map { "\"\(parent) \($0)\"" }.joined(separator: ",")
      return #"{"id":\#(parent),"expanded":true,"children":[\#(children)]}"#
    }
    return [
      ("dataSource/create", #""dataSource":"boughs","snapshot":{"sections":[0]}"#),
      (
        "dataSource/applySection",
        #""dataSource":"boughs","section":0,"snapshot":{"items":[\#(parents.joined(separator: ","))]}"#
      ),
    ]
  }()

  /// New rows, each in front of another one.
  private static let inserts = stride(from: 3, to: 9_000, by: 6)
    .map { #"{"op":"insertItems","items":["new \#($0)"],"beforeItem":\#($0)}"# }
    .joined(separator: ",")

  private static let grown = [
    (
      "dataSource/editSection",
      #""dataSource":"grown","section":0,"edits":["#
        + #"{"op":"append","items":\#(LooksTests.newItems),"to":0},"#
        + #"{"op":"delete","items":\#(rows(1, of: 3))}]"#
    )
  ]
}
