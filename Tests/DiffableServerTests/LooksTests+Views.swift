extension LooksTests {
  /// The contents of `rows`, equal and in other bytes.
  private static let equalContents = (0..<9_000)
    .map { #"{"id":\#($0),"content":{"n":\#($0 * 7919 % 9_000).0}}"# }.joined(separator: ",")

  /// What concerns views of many sections, of equal contents and of long keys.
  static let viewCases = [
    Case(
      "equal contents under a view",
      "dataSource/edit",
      #""dataSource":"seen","edits":[{"op":"setItems","items":[\#(equalContents)]}]"#,
      30
    ),
    Case(
      "a window over many sections",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"sections","window":{"offset":0,"limit":9000}}"#,
      26
    ),
    Case(
      "another word in many sections",
      "dataSource/updateView",
      #""dataSource":"view of searched","view":{"search":{"text":"aa","in":[{}]}}"#,
      5
    ),
    Case(
      "order of groups with long names",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"names","groupBy":{"pointer":""}}"#,
      33
    ),
    Case(
      "order of long identifiers",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"signs","sortBy":[{"from":"identifier","compare":"text"}]}"#,
      29
    ),
    Case(
      "search in long identifiers",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"signs","where":{"from":"identifier","contains":"x"}}"#,
      5
    ),
    edit(
      "new groups with long names",
      "parted",
      #"{"op":"appendItems","items":[\#(LongRun.newTexts)]}"#,
      17
    ),
    edit("marks that no view shows", "unasked", #"{"op":"reloadItems","items":\#(all)}"#, 21),
    edit(
      "sort by long texts that are equal",
      "same",
      #"{"op":"sortItems","by":[{"pointer":""}]}"#,
      32
    ),
    Case(
      "order of long keys",
      "dataSource/create",
      #""dataSource":"view","view":{"of":"alike","sortBy":[{"pointer":""}]}"#,
      54
    ),
  ]
}
