extension LooksTests {
  /// What reads many bytes of few items, none of which has a long text: their bytes are counted.
  static let byteCases: [Case] = [
    edit("other contents", #"{"op":"setItems","items":[\#(LongRun.arrays(ending: 1))]}"#, 18),
    edit(
      "patches",
      #"{"op":"patchItems","items":[\#(LongRun.items { #""patch":{"n":\#($0)}"# })]}"#,
      33
    ),
    Case(
      "contents in a document",
      "dataSource/apply",
      #""dataSource":"arrays","snapshot":{"sections":["#
        + #"{"id":0,"items":[\#(LongRun.arrays(ending: 1))]}]}"#,
      18
    ),
    Case(
      "content of a list",
      "dataSource/setContent",
      #""dataSource":"arrays","content":\#(LongRun.array(of: 300_000))"#,
      5
    ),
    Case(
      "sort by what is far down",
      "dataSource/edit",
      #""dataSource":"far down","edits":[{"op":"sortItems","by":[\#(far)]}]"#,
      14
    ),
    Case("heights far down", "dataSource/contentHeight", #""dataSource":"far down""#, 7),
    Case("titles far down", "dataSource/sectionIndexTitles", #""dataSource":"far down""#, 7),
    Case(
      "view by what is far down",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"far down","sortBy":[\#(far)]}"#,
      14
    ),
    Case(
      "names that are decoded",
      "dataSource/edit",
      #""dataSource":"named","edits":[{"op":"sortItems","by":[{"pointer":"/name"}]}]"#,
      7
    ),
    Case(
      "identifiers that are decoded",
      "dataSource/items",
      #""dataSource":"arrays","items":[\#(LongRun.decodedIdentifiers)]"#,
      6
    ),
    Case(
      "objects in which identifiers are looked for",
      "dataSource/items",
      #""dataSource":"parts","items":[\#(LongRun.identified)]"#,
      60
    ),
    Case(
      "best rows by many letters",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"letters","#
        + #""search":{"text":"\#(LongRun.letters)","in":[{}],"match":"fuzzy","rank":true}}"#,
      41
    ),
    Case(
      "rows found by many letters",
      "dataSource/rows",
      #""dataSource":"lit","from":[0,0],"count":60"#,
      62
    ),
    Case(
      "search for what nearly stands everywhere",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"marks",\#(LongRun.markSearch)}"#,
      29
    ),
    Case(
      "search for what nearly begins at every letter",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"marks",\#(LongRun.wordSearch)}"#,
      29
    ),
    Case(
      "highlights far from the beginning",
      "dataSource/rows",
      #""dataSource":"marked rows","from":[0,0],"count":1"#,
      36
    ),
    Case(
      "predicates",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"arrays","where":{"all":[\#(predicates)]}}"#,
      10
    ),
  ]

  private static let far = #"{"pointer":"\#(LongRun.farPlace)"}"#
  private static let predicates =
    Array(repeating: #"{"all":[]}"#, count: 20_000).joined(separator: ",")

  private static func edit(_ name: String, _ edit: String, _ looks: Int) -> Case {
    Case(name, "dataSource/edit", #""dataSource":"arrays","edits":[\#(edit)]"#, looks)
  }
}
