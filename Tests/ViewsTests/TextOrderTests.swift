import Testing
import Views

@Suite struct TextOrderTests {
  @Test(arguments: [
    ("track 9", "track 09b"), ("track 09b", "track 10"), ("a", "b"), ("a2", "a10"),
    ("", "a"), ("a", "a1"), ("1", "a"), ("!", "1"), ("a1b2", "a1b10"), ("é", "f"),
    ("a", "a\0"), ("a\0", "a!"), ("10", "010b"),
  ])
  func `one comes before the other, digits as numbers`(first: String, second: String) {
    #expect(key(first, isNatural: true).lexicographicallyPrecedes(key(second, isNatural: true)))
  }

  @Test(arguments: [("a01", "A1"), ("Déjà", "deja"), ("0", "000"), ("", "")])
  func `two are equal`(first: String, second: String) {
    #expect(key(first, isNatural: true) == key(second, isNatural: true))
  }

  @Test(arguments: [("a10", "a9"), ("\u{FF66}", "😀"), ("a", "a0")])
  func `without numbers texts are compared scalar by scalar`(first: String, second: String) {
    #expect(key(first, isNatural: false).lexicographicallyPrecedes(key(second, isNatural: false)))
  }

  private func key(_ text: String, isNatural: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    FoldedText(text).appendSortKey(to: &bytes, isNatural: isNatural)
    return bytes
  }
}
