extension LooksTests {
  private static let many = (0..<9_000).map(String.init).joined(separator: ",")
  private static let paths = (0..<9_000).map { "[0,\($0)]" }.joined(separator: ",")
  private static let newSections = (0..<3_000)
    .map { #"{"id":"\#($0)","items":["\#($0) a","\#($0) b","\#($0) c"]}"# }.joined(separator: ",")
  private static let patches = (0..<9_000)
    .map { #"{"id":\#($0),"patch":{"n":"x"}}"# }.joined(separator: ",")

  /// Questions and edits of all elements of a list.
  static let listCases = [
    Case("positions", "dataSource/indexPath", #""dataSource":"rows","items":[\#(many)]"#, 5),
    Case(
      "items at positions",
      "dataSource/itemIdentifier",
      #""dataSource":"rows","indexPaths":[\#(paths)]"#,
      5
    ),
    Case(
      "patches of sections",
      "dataSource/edit",
      #""dataSource":"sections","edits":[{"op":"patchSections","sections":[\#(patches)]}]"#,
      39
    ),
    Case(
      "sections with their items",
      "dataSource/edit",
      #""dataSource":"rows","edits":[{"op":"appendSections","sections":[\#(newSections)]}]"#,
      42
    ),
    Case(
      "a document with repeats",
      "dataSource/apply",
      #""dataSource":"repeats","snapshot":{"sections":[{"id":0,"items":[\#(many),\#(many)]}]}"#,
      26
    ),
    Case(
      "marks of what goes",
      "snapshot/edit",
      #""snapshot":"draft","edits":[{"op":"reloadItems","items":[\#(many)]},"#
        + #"{"op":"clearSections","sections":[0]}]"#,
      19
    ),
    Case(
      "all that was marked",
      "dataSource/revert",
      #""dataSource":"marked","toRevision":1"#,
      33
    ),
    Case(
      "a document that moves few of many",
      "dataSource/apply",
      #""dataSource":"long","snapshot":{"sections":[{"id":0,"items":[\#(LongRun.many),7]}]}"#
        .replacing("[0,1,2,3,4,5,6,7,", with: "[0,1,2,3,4,5,6,"),
      75
    ),
  ]
}
