import JSON

/// The JSON parser and everything that reads what it made, fed with any bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var grammar = Grammar(bytes)
  let isValid = grammar.isText
  do throws(JSONError) {
    let document = try JSONDocument(parsing: bytes, maxNestingDepth: JSONTrial.maxNestingDepth)
    check(isValid, "what is no JSON is accepted")
    check(grammar.depth <= JSONTrial.maxNestingDepth, "what is too deep is accepted")
    let trial = JSONTrial(document: document, bytes: bytes)
    trial.checkText()
    trial.checkNumbersAndStrings()
    trial.checkPointers()
    trial.checkDepth(grammar.depth)
  } catch {
    check((0...count).contains(error.offset), "\(error) is not in the text")
    if case .nestingTooDeep(let limit) = error.reason {
      check(limit == JSONTrial.maxNestingDepth, "another limit of depth")
      check(bytes[error.offset] | 0x20 == 0x7B, "no bracket is too deep")
      check(!isValid || grammar.depth > limit, "what is not too deep is refused")
    } else {
      check(!isValid, "JSON is refused: \(error)")
    }
  }
  return 0
}

private struct JSONTrial {
  static let maxNestingDepth = 64

  let document: JSONDocument
  let bytes: [UInt8]

  private var root: JSONView { document.root }

  /// The tape is sound, and white space is all that minifying takes.
  func checkText() {
    check(document.brokenInvariant() == nil, document.brokenInvariant() ?? "")
    check(root.isEqual(to: root), "it does not equal itself")
    let minified = root.minified
    check(minified.count <= bytes.count, "minified it is longer")
    guard let again = try? JSONDocument(parsing: minified) else { fatalError("minified is broken") }
    check(root.isEqual(to: again.root) && again.root.isEqual(to: root), "minified it differs")
    check(again.root.minified == minified, "minified twice it differs")
    // The document must not mind where in an array its text stands.
    let padded = [0x5B] + bytes + [0x5D]
    let slice = padded.dropFirst().dropLast()
    guard let moved = try? JSONDocument(parsing: slice) else { fatalError("a slice is refused") }
    check(moved.root.isEqual(to: root) && Array(moved.root.bytes) == Array(root.bytes), "a slice")
    checkRewriting()
  }

  /// A writer that is told each value by itself writes an equal text.
  private func checkRewriting() {
    var writer = JSONWriter()
    guard rewrite(root, to: &writer) else { return }
    guard let rewritten = try? JSONDocument(parsing: writer.bytes) else {
      fatalError("written anew it is broken")
    }
    check(rewritten.root.isEqual(to: root), "written anew it differs")
    check(rewritten.root.minified == writer.bytes, "the writer writes white space")
  }

  /// Writes a value part by part; false when a text cannot be told to the writer.
  private func rewrite(_ view: JSONView, to writer: inout JSONWriter) -> Bool {
    switch view.kind {
    case .null: writer.null()
    case .bool: writer.bool(view.bool ?? false)
    case .number:
      if let integer = view.integer { writer.integer(integer) } else { writer.raw(view.bytes) }
    case .string:
      guard view.isText else { return false }
      writer.string(view.string ?? "")
    case .array:
      writer.beginArray()
      for element in view.elements where !rewrite(element, to: &writer) { return false }
      writer.endArray()
    case .object:
      writer.beginObject()
      for (name, value) in view.members {
        guard name.isText else { return false }
        writer.name(escaping: name.string ?? "")
        guard rewrite(value, to: &writer) else { return false }
      }
      writer.endObject()
    }
    return true
  }

  // MARK: Values

  /// Every value reads as itself, alone and in its place.
  func checkNumbersAndStrings() {
    visit(root) { view, _ in
      guard let alone = try? JSONDocument(parsing: view.bytes) else {
        fatalError("a part is broken")
      }
      check(alone.root.kind == view.kind && alone.root.isEqual(to: view), "a part differs")
      check(view.integer == alone.root.integer, "a number differs")
      if let integer = view.integer {
        check(view.isWholeNumber, "\(integer) is not whole")
        let fits = integer >= 0 && integer < 1_000_000_000_000_000
        check(view.thousandths == (fits ? integer * 1000 : nil), "\(integer) in thousandths")
      }
      if view.kind == .number { checkCanonical(view) }
      var index = 0
      let elements = Array(view.elements)
      view.forEachElement { element in
        check(Array(element.bytes) == Array(elements[index].bytes), "an element differs")
        check(element.view.kind == elements[index].kind, "an element's kind differs")
        index += 1
      }
      check(index == elements.count, "elements are missing")
    }
  }

  /// The canonical text of a number is a number itself, and equals it.
  private func checkCanonical(_ view: JSONView) {
    var text: [UInt8] = []
    view.appendCanonicalNumber(to: &text)
    // It reads d₁d₂d₃…eN for d₁.d₂d₃… × 10ⁿ, so the point comes behind the first digit.
    let sign = text.first == 0x2D ? 1 : 0
    let digits = text.dropFirst(sign).prefix { $0 != 0x65 }
    var spelled = text.prefix(sign + 1)
    if digits.count > 1 { spelled += [0x2E] + digits.dropFirst() }
    spelled += text.dropFirst(sign + digits.count)
    let shown = String(decoding: spelled, as: UTF8.self)
    guard let document = try? JSONDocument(parsing: shown) else { fatalError("\(shown) is broken") }
    check(document.root.isEqual(to: view), "\(shown) is not the number")
    check(document.root.isWholeNumber == view.isWholeNumber, "\(shown) is whole or not")
    check(document.root.thousandths == view.thousandths, "\(shown) in thousandths")
  }

  // MARK: Pointers

  /// The pointer to each value leads there, and no text taken for a pointer leads into a trap.
  func checkPointers() {
    visit(root) { view, path in
      if let text = view.string, let pointer = JSONPointer(text) { _ = root.value(at: pointer) }
      guard let path else { return }
      guard let pointer = JSONPointer(path) else { fatalError("\(path) is refused") }
      guard let found = root.value(at: pointer) else { fatalError("\(path) leads nowhere") }
      check(Array(found.bytes) == Array(view.bytes), "\(path) leads elsewhere")
      let range = bytes.withUnsafeBytes { pointer.range(in: $0) }
      check(range.map { Array(bytes[$0]) } == Array(view.bytes), "\(path) is found elsewhere")
    }
  }

  /// Calls a closure with each value and the pointer to it, nil where a later member hides it.
  private func visit(_ root: JSONView, _ body: (JSONView, String?) -> Void) {
    var rest: [(view: JSONView, path: String?)] = [(root, "")]
    while let (view, path) = rest.popLast() {
      body(view, path)
      for (index, element) in view.elements.enumerated() {
        rest.append((element, path.map { "\($0)/\(index)" }))
      }
      var named: [[UInt8]: Int] = [:]
      for (name, value) in view.members {
        check(view[name.string ?? ""] != nil || !name.isText, "a member is not found")
        var key: [UInt8] = []
        name.appendDistinctText(to: &key)
        if let hidden = named[key] { rest[hidden].path = nil }
        named[key] = rest.count
        let token = (name.string ?? "").escapedForPointer
        rest.append((value, name.isText ? path.map { "\($0)/\(token)" } : nil))
      }
    }
  }

  // MARK: Depth

  /// The depth is refused from one level less on.
  func checkDepth(_ depth: Int) {
    check((try? JSONDocument(parsing: bytes, maxNestingDepth: depth)) != nil, "depth \(depth)")
    guard depth > 0 else { return }
    let tooDeep = try? JSONDocument(parsing: bytes, maxNestingDepth: depth - 1)
    check(tooDeep == nil, "depth \(depth) is accepted as one less")
  }
}

extension JSONView {
  /// Whether a string has no half of a surrogate pair, so that it can be told as text.
  fileprivate var isText: Bool {
    var decoded: [UInt8] = []
    var distinct: [UInt8] = []
    appendDecodedText(to: &decoded)
    appendDistinctText(to: &distinct)
    return decoded == distinct
  }
}

extension String {
  fileprivate var escapedForPointer: String {
    // Byte by byte, because a letter can be one character with a slash before it.
    let bytes = utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
