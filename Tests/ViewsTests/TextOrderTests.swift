import Testing
import Views

@Suite struct TextOrderTests {
  @Test(arguments: [
    ("track 9", "track 09b"), ("track 09b", "track 10"), ("a", "b"), ("a2", "a10"),
    ("", "a"), ("a", "a1"), ("1", "a"), ("!", "1"), ("a1b2", "a1b10"), ("é", "f"),
  ])
  func `one comes before the other`(first: String, second: String) {
    let (first, second) = (FoldedText(first), FoldedText(second))
    #expect(first.compareNaturally(to: second) < 0)
    #expect(second.compareNaturally(to: first) > 0)
  }

  @Test(arguments: [("a01", "A1"), ("Déjà", "deja"), ("0", "000"), ("", "")])
  func `two are equal`(first: String, second: String) {
    #expect(FoldedText(first).compareNaturally(to: FoldedText(second)) == 0)
  }

  @Test func `without numbers texts are compared scalar by scalar`() {
    #expect(FoldedText("a10").compare(to: FoldedText("a9")) < 0)
    #expect(FoldedText("\u{FF66}").compare(to: FoldedText("😀")) < 0)
    #expect(FoldedText("Ab").compare(to: FoldedText("aB")) == 0)
  }
}
