import JSONRPC
import Testing

/// Which known name somebody may have meant.
@Suite struct NearestNameTests {
  private func check(
    _ given: String,
    _ known: [String],
    _ expected: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(nearestName(to: given, among: known) == expected, sourceLocation: sourceLocation)
  }

  @Test func `one change is near, and a third of the letters`() {
    check("ot", ["items", "to"], "to")
    check("itmes", ["op", "items"], "items")
    check("item", ["items"], "items")
    check("sectoin", ["section"], "section")
    check("a", ["b"], "b")
    check("ab", ["cd"], nil)
    check("reloadItems", ["sections", "reloadedItems"], "reloadedItems")
    check("childs", ["children"], nil)
  }

  @Test func `upper and lower case are the same`() {
    check("IFREVISION", ["mode", "ifRevision"], "ifRevision")
    check("ü", ["Ü"], "Ü")
  }

  @Test func `of equally near names the first counts`() {
    check("beforeItem", ["beforeItems", "beforItem"], "beforeItems")
    check("xb", ["ab", "cb"], "ab")
  }

  @Test func `a name is near that holds what was given, or is held by it`() {
    check("format", ["since", "changeFormat"], "changeFormat")
    check("theSections", ["items", "sections"], "sections")
    check("animated", ["animatingDifferences"], nil)
    check("s", ["items", "sections"], nil)
  }

  @Test func `nothing is near to nothing, nor to a long name`() {
    check("", ["a"], nil)
    check("a", [], nil)
    let long = String(repeating: "a", count: 64)
    check(long, [long], long)
    check(long + "a", [long], nil)
    #expect(shortened(long) == long)
    #expect(shortened(long + "a") == "\(long.prefix(60))…")
  }
}
