/// What scalars are compared as when case and marks are ignored, where that is not themselves.
///
/// The same on every machine and with every version of any library: full case folding, canonically
/// decomposed, without U+0300 to U+036F, and with letters such as ø and ł as the plain letters that
/// they are written as. `FoldTableTests` holds it against its checksum.
///
/// - Source: Unicode 14.0, UnicodeData.txt and CaseFolding.txt; the ranges are those whose mappings
///   no later version changes.
enum FoldTable {
  /// The scalars that are mapped one by one: first and last of each range.
  static let ranges: [ClosedRange<UInt32>] = [0x80...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]

  /// Lines of a first scalar and what it and those behind it become.
  static let lines: [(first: UInt32, results: String)] = [
    (0x00B5, "μ"),
    (0x00C0, "a a a a a a ae c e e e e i i i i d n o o o o o × o u u u u y th ss a a a a a a ae c"),
    (0x00E8, "e e e e i i i i d n o o o o o ÷ o u u u u y th y a a a a a a c c c c c c c c d d d"),
    (0x0111, "d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ĳ ĳ j j k k ĸ l l"),
    (0x013B, "l l l l ŀ ŀ l l n n n n n n ʼn ŋ ŋ o o o o o o oe oe r r r r r r s s s s s s s s t"),
    (0x0163, "t t t t t u u u u u u u u u u u u w w y y y z z z z z z s ƀ ɓ ƃ ƃ ƅ ƅ ɔ ƈ ƈ ɖ ɗ ƌ ƌ"),
    (0x018D, "ƍ ǝ ə ɛ ƒ ƒ ɠ ɣ ƕ ɩ ɨ ƙ"),
    (0x019C, "ɯ ɲ ƞ ɵ o o ƣ ƣ ƥ ƥ ʀ ƨ ƨ ʃ ƪ ƫ ƭ ƭ ʈ u u ʊ ʋ ƴ ƴ ƶ ƶ ʒ ƹ"),
    (0x01BC, "ƽ"),
    (0x01C4, "ǆ ǆ ǆ ǉ ǉ ǉ ǌ ǌ ǌ a a i i o o u u u u u u u u u u ǝ a a a a ae ae ǥ ǥ g g k k o o o"),
    (0x01ED, "o ʒ ʒ j ǳ ǳ ǳ g g ƕ ƿ n n a a ae ae o o a a a a e e e e i i i i o o o o r r r r u u"),
    (0x0216, "u u s s t t ȝ ȝ h h ƞ ȡ ȣ ȣ ȥ ȥ a a e e o o o o o o o o y y"),
    (0x023A, "ⱥ ȼ ȼ ƚ ⱦ ȿ ɀ ɂ ɂ ƀ ʉ ʌ ɇ ɇ ɉ ɉ ɋ ɋ ɍ ɍ ɏ"),
    (0x0370, "ͱ ͱ ͳ ͳ ʹ ͵ ͷ"),
    (0x037E, "; ϳ"),
    (0x0385, "¨ α · ε η ι ΋ ο ΍ υ ω ι α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ΢ σ τ υ φ χ ψ ω ι υ α ε η"),
    (0x03AF, "ι υ"),
    (0x03C2, "σ"),
    (0x03CA, "ι υ ο υ ω ϗ β θ ϒ ϒ ϒ φ π ϗ ϙ ϙ ϛ ϛ ϝ ϝ ϟ ϟ ϡ ϡ ϣ ϣ ϥ ϥ ϧ ϧ ϩ ϩ ϫ ϫ ϭ ϭ ϯ ϯ κ ρ ϲ ϳ"),
    (0x03F4, "θ ε ϶ ϸ ϸ ϲ ϻ ϻ ϼ ͻ ͼ ͽ е е ђ г є ѕ і і ј љ њ ћ к и у џ а б в г д е ж з и и к л м н"),
    (0x041E, "о п р с т у ф х ц ч ш щ ъ ы ь э ю я"),
    (0x0439, "и"),
    (0x0450, "е е ђ г"),
    (0x0457, "і"),
    (0x045C, "к и у џ ѡ ѡ ѣ ѣ ѥ ѥ ѧ ѧ ѩ ѩ ѫ ѫ ѭ ѭ ѯ ѯ ѱ ѱ ѳ ѳ ѵ ѵ ѵ ѵ ѹ ѹ ѻ ѻ ѽ ѽ ѿ ѿ ҁ"),
    (0x048A, "ҋ ҋ ҍ ҍ ҏ ҏ ґ ґ ғ ғ ҕ ҕ җ җ ҙ ҙ қ қ ҝ ҝ ҟ ҟ ҡ ҡ ң ң ҥ ҥ ҧ ҧ ҩ ҩ ҫ ҫ ҭ ҭ ү ү ұ ұ ҳ ҳ"),
    (0x04B4, "ҵ ҵ ҷ ҷ ҹ ҹ һ һ ҽ ҽ ҿ ҿ ӏ ж ж ӄ ӄ ӆ ӆ ӈ ӈ ӊ ӊ ӌ ӌ ӎ ӎ ӏ а а а а ӕ ӕ е е ә ә ә ә ж ж"),
    (0x04DE, "з з ӡ ӡ и и и и о о ө ө ө ө э э у у у у у у ч ч ӷ ӷ ы ы ӻ ӻ ӽ ӽ ӿ ӿ ԁ ԁ ԃ ԃ ԅ ԅ ԇ ԇ"),
    (0x0508, "ԉ ԉ ԋ ԋ ԍ ԍ ԏ ԏ ԑ ԑ ԓ ԓ ԕ ԕ ԗ ԗ ԙ ԙ ԛ ԛ ԝ ԝ ԟ ԟ ԡ ԡ ԣ ԣ ԥ ԥ ԧ ԧ ԩ ԩ ԫ ԫ ԭ ԭ ԯ"),
    (0x1E00, "a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h h h"),
    (0x1E2A, "h h i i i i k k k k k k l l l l l l l l m m m m m m n n n n n n n n o o o o o o o o"),
    (0x1E54, "p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v"),
    (0x1E7E, "v v w w w w w w w w w w x x x x y y z z z z z z h t w y aʾ s ẜ ẝ ss ẟ a a a a a a a"),
    (0x1EA7, "a a a a a a a a a a a a a a a a a e e e e e e e e e e e e e e e e i i i i o o o o o"),
    (0x1ED1, "o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u u u y y y y y y y y ỻ"),
    (0x1EFB, "ỻ ỽ ỽ ỿ ỿ α α α α α α α α α α α α α α α α ε ε ε ε ε ε ἖ ἗ ε ε ε ε ε ε ἞ ἟ η η η η η"),
    (0x1F25, "η η η η η η η η η η η ι ι ι ι ι ι ι ι ι ι ι ι ι ι ι ι ο ο ο ο ο ο ὆ ὇ ο ο ο ο ο ο ὎"),
    (0x1F4F, "὏ υ υ υ υ υ υ υ υ ὘ υ ὚ υ ὜ υ ὞ υ ω ω ω ω ω ω ω ω ω ω ω ω ω ω ω ω α α ε ε η η ι ι ο"),
    (0x1F79, "ο υ υ ω ω ὾ ὿ αι αι αι αι αι αι αι αι αι αι αι αι αι αι αι αι ηι ηι ηι ηι ηι ηι ηι"),
    (0x1F97, "ηι ηι ηι ηι ηι ηι ηι ηι ηι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι ωι α α αι"),
    (0x1FB3, "αι αι ᾵ α αι α α α α αι ᾽ ι ᾿ ῀ ¨ ηι ηι ηι ῅ η ηι ε ε η η ηι ᾿ ᾿ ᾿ ι ι ι ι ῔ ῕ ι ι"),
    (0x1FD8, "ι ι ι ι ῜ ῾ ῾ ῾ υ υ υ υ ρ ρ υ υ υ υ υ υ ρ ¨ ¨ ` ῰ ῱ ωι ωι ωι ῵ ω ωι ο ο ω ω ωι ´"),
  ]
}
