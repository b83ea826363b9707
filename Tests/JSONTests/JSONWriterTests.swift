import Foundation
import JSON
import Testing

@Suite struct JSONWriterTests {
  private func check(
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    write(&writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == expected,
      sourceLocation: sourceLocation
    )
  }

  @Test func `values are written compactly`() {
    check("null") { $0.null() }
    check("true") { $0.bool(true) }
    check("false") { $0.bool(false) }
    check("0") { $0.integer(0) }
    check("7") { $0.integer(7) }
    check("-10") { $0.integer(-10) }
    check("1234567890") { $0.integer(1_234_567_890) }
    check("9223372036854775807") { $0.integer(.max) }
    check("-9223372036854775808") { $0.integer(.min) }
    check("\"a\"") { $0.string("a") }
  }

  @Test func `commas stand where they have to`() {
    check("[]") { writer in
      writer.beginArray()
      writer.endArray()
    }
    check(#"{"a":[1,[],{}],"b":{"c":"d","e":true},"f":null}"#) { writer in
      writer.beginObject()
      writer.name("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.endArray()
      writer.name("b")
      writer.beginObject()
      writer.member("c", "d")
      writer.member("e", true)
      writer.endObject()
      writer.name("f")
      writer.null()
      writer.endObject()
    }
    check(#"[{"a":1},[2],x,y,""]"#) { writer in
      writer.beginArray()
      writer.beginObject()
      writer.member("a", 1)
      writer.endObject()
      writer.raw(Array("[2]".utf8))
      writer.raw(Array("-x-".utf8)[1..<2])
      writer.raw(Array("y".utf8))
      writer.string(utf8: UnsafeRawBufferPointer(start: nil, count: 0))
      writer.endArray()
    }
  }

  @Test func `only what has to be escaped is`() {
    check(#""\"\\/\b\f\n\r\t""#) { $0.string("\"\\/\u{8}\u{C}\n\r\t") }
    check("\"\\u0000\\u001f\u{7f}\"") { $0.string("\u{0}\u{1f}\u{7f}") }
    check("\"é日😀\u{2028}\"") { $0.string("é日😀\u{2028}") }
    check(#""12345678\n12345678\"123456789""#) { $0.string("12345678\n12345678\"123456789") }
    check(#"{"a\nb":1}"#) { writer in
      writer.beginObject()
      writer.name(escaping: "a\nb")
      writer.integer(1)
      writer.endObject()
    }
  }

  @Test func `after removing everything it starts anew`() {
    var writer = JSONWriter(reservingCapacity: 64)
    writer.integer(1)
    writer.removeAll(keepingCapacity: true)
    writer.integer(2)
    #expect(writer.bytes == Array("2".utf8))
  }

  @Test func `another parser reads back every character`() throws {
    var text = ""
    for value in 0...0x2FF as ClosedRange<UInt32> {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    for length in 0..<24 {
      let padded = String(repeating: "x", count: length) + text
      var writer = JSONWriter()
      writer.beginArray()
      writer.string(padded)
      writer.endArray()
      let other = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String]
      #expect(other?.first.map { Array($0.utf8) } == Array(padded.utf8))
      let ours = try JSONDocument(parsing: writer.bytes).root.elements.first { _ in true }
      #expect(ours?.string.map { Array($0.utf8) } == Array(padded.utf8))
    }
  }

  @Test func `another parser reads back random values`() throws {
    var random = SeededRandom(seed: 20)
    for _ in 0..<500 {
      var writer = JSONWriter()
      writer.beginArray()
      writeRandomValue(to: &writer, depth: 0, using: &random)
      writer.endArray()
      let other = try JSONSerialization.jsonObject(with: Data(writer.bytes))
      let rewritten = try JSONSerialization.data(withJSONObject: other)
      let ours = try JSONDocument(parsing: writer.bytes).root
      #expect(ours.isEqual(to: try JSONDocument(parsing: Array(rewritten)).root))
      #expect(ours.minified == writer.bytes)
    }
  }

  /// A string of a million bytes.
  private static let long = Array("\"\(String(repeating: "x", count: 1 << 20))\"".utf8)

  @Test(arguments: [1, 7, .max]) func `long values look around while they are copied`(last: Int) {
    var writer = JSONWriter()
    var (looks, counted) = (0, 0)
    writer.look = { bytes in
      (looks, counted) = (looks + 1, counted + bytes)
      return looks < last
    }
    writer.beginArray()
    for _ in 0..<3 { writer.raw(Self.long) }
    writer.endArray()
    #expect(writer.isOverLimit == (last != .max))
    if last == .max {
      #expect(looks >= 3 * 15)
      #expect((counted...counted + 1 << 17).contains(writer.bytes.count))
      let texts = Array(repeating: String(decoding: Self.long, as: UTF8.self), count: 3)
      #expect(writer.bytes == Array("[\(texts.joined(separator: ","))]".utf8))
    } else {
      #expect(looks == last)
      #expect(writer.bytes.count <= (last + 1) << 16)
    }
  }

  @Test func `what is expected past the limit is over it at once`() {
    var writer = JSONWriter()
    writer.byteLimit = 100
    writer.beginArray()
    writer.expect(99)
    #expect(!writer.isOverLimit)
    writer.expect(100)
    #expect(writer.isOverLimit)
  }
}

/// Writes a value that has at most four levels.
func writeRandomValue(to writer: inout JSONWriter, depth: Int, using random: inout SeededRandom) {
  switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
  case 0: writer.null()
  case 1: writer.bool(.random(using: &random))
  case 2, 3: writer.integer(.random(in: -1_000_000...1_000_000, using: &random))
  case 4, 5: writer.string(randomText(using: &random))
  case 6:
    writer.beginArray()
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      writeRandomValue(to: &writer, depth: depth + 1, using: &random)
    }
    writer.endArray()
  default:
    writer.beginObject()
    for i in 0..<Int.random(in: 0..<5, using: &random) {
      writer.name(escaping: randomText(using: &random) + String(i))
      writeRandomValue(to: &writer, depth: depth + 1, using: &random)
    }
    writer.endObject()
  }
}

private func randomText(using random: inout SeededRandom) -> String {
  let alphabet: [Character] = ["a", "b", "\"", "\\", "\n", "é", "日", "😀", "/", "\u{1}"]
  let length = Int.random(in: 0..<20, using: &random)
  return String((0..<length).map { _ in alphabet[Int.random(in: 0..<10, using: &random)] })
}
