import JSON
import Testing

/// The same numbers for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct JSONMutationTests {
  private static let samples = [
    #"{"jsonrpc":"2.0","id":1,"method":"a/b","params":{"x":[1,2.5e-3,"é\n"],"y":null}}"#,
    #"[ "12345678", "\ud83d\ude00\u0000", "日本語", true, false, -0.1E+10, {}, [], [[[{"a":{}}]]] ]"#,
    #"{"a":1,"a":2,"\u0061":[0,-1,123456789012345678901234567890,1e999999999]}"#,
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t \u{10FFFF}\u{800}\u{80}\"",
  ]

  @Test func `a mutated text is refused or a sound value`() throws {
    var random = SeededRandom(seed: 7)
    var accepted = 0
    for round in 0..<10_000 {
      var bytes = Array(Self.samples[round % Self.samples.count].utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) { mutate(&bytes, using: &random) }
      let isJSON = (try? JSONDocument(parsing: bytes)) != nil
      #expect(JSONDocument.accepts(bytes[...]) == isJSON, "\(bytes)")
      do {
        exercise(try JSONDocument(parsing: bytes))
        accepted += 1
      } catch let error {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
    #expect(accepted > 500)
    #expect(accepted < 9_500)
  }

  @Test func `a truncated text is refused`() {
    for sample in Self.samples {
      let bytes = Array(sample.utf8)
      for length in 0..<bytes.count {
        #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes[..<length]) }
        #expect(!JSONDocument.accepts(bytes[..<length]))
      }
    }
  }

  @Test func `white space anywhere between tokens changes nothing`() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var writer = JSONWriter()
      writeRandomValue(to: &writer, depth: 0, using: &random)
      let spaced = spaced(writer.bytes, using: &random)
      let root = try JSONDocument(parsing: spaced).root
      #expect(root.minified == writer.bytes)
      #expect(root.isEqual(to: try JSONDocument(parsing: writer.bytes).root))
    }
  }

  /// Reads everything that can be read.
  private func exercise(_ document: JSONDocument) {
    #expect(document.brokenInvariant() == nil)
    let root = document.root
    #expect(root.isEqual(to: root))
    visit(root)
    #expect((try? JSONDocument(parsing: root.minified))?.root.isEqual(to: root) == true)
  }

  private func visit(_ view: JSONView) {
    _ = (view.integer, view.bool, view.string, view.hasEscapes)
    #expect((try? JSONDocument(parsing: view.bytes))?.root.kind == view.kind)
    view.elements.forEach(visit)
    for member in view.members {
      visit(member.value)
      #expect(view[member.name.string ?? ""] != nil || member.name.hasEscapes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout SeededRandom) {
    let interesting =
      Array("\"\\{}[],:0123456789eE+-.u \n\u{0}nft".utf8) + [0x80, 0xC3, 0xED, 0xF4, 0xFF]
    let byte = interesting[Int.random(in: 0..<interesting.count, using: &random)]
    let position = Int.random(in: 0..<max(bytes.count, 1), using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.insert(byte, at: position)
    case 1 where !bytes.isEmpty: bytes.remove(at: position)
    case 2 where !bytes.isEmpty: bytes[position] = byte
    case 3 where !bytes.isEmpty: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default: bytes.append(contentsOf: bytes[..<min(position, 40)])
    }
  }

  private func spaced(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var output: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in bytes {
      let isToken = !isInString && "{}[],:\"".utf8.contains(byte)
      if isToken, let blank = " \n\r\t".utf8.randomElement(using: &random) { output.append(blank) }
      output.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
      if isToken, !isInString { output.append(0x20) }
    }
    return output
  }
}
