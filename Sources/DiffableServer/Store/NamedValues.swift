/// Values by name that remember the order in which they were created.
struct NamedValues<Value> {
  private var entries: [Name: (turn: Int, value: Value)] = [:]
  private var nextTurn = 0

  var count: Int { entries.count }

  subscript(name: String) -> Value? { entries[Name(text: name)]?.value }

  /// The names and values, the first created first.
  var inOrder: [(name: String, value: Value)] {
    entries
      .sorted { $0.value.turn < $1.value.turn }
      .map { (name: $0.key.text, value: $0.value.value) }
  }

  /// The values in any order.
  var values: [Value] {
    // A key path would be made anew each time, since the type is generic.
    entries.values.map { $0.value }
  }

  mutating func create(_ name: String, _ value: Value) {
    entries[Name(text: name)] = (turn: nextTurn, value: value)
    nextTurn += 1
  }

  mutating func replace(_ name: String, _ value: Value) {
    entries[Name(text: name)]?.value = value
  }

  mutating func remove(_ name: String) -> Value? {
    entries.removeValue(forKey: Name(text: name))?.value
  }
}

/// A name that equals only itself: to `String`, an accented letter and a letter with an accent
/// behind it are the same.
private struct Name: Hashable {
  let text: String

  static func == (lhs: Name, rhs: Name) -> Bool {
    lhs.text.utf8.elementsEqual(rhs.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
