/// One pointer by which items are sorted, and its direction.
struct SortKey {
  let pointer: String
  let isDescending: Bool

  var text: String {
    #"{"pointer":"\#(pointer)"\#(isDescending ? #","order":"descending""# : "")}"#
  }

  /// Items in order, by inserting one after the other behind all that it does not precede.
  static func sorted(
    _ items: [String],
    _ keys: [SortKey],
    _ contents: [String: String]
  ) -> [String] {
    var sorted: [(item: String, content: Value?)] = []
    for item in items {
      let content = contents[item].map(Content.value)
      let place = sorted.firstIndex { precedes(content, $0.content, keys) } ?? sorted.count
      sorted.insert((item, content), at: place)
    }
    return sorted.map(\.item)
  }

  private static func precedes(_ one: Value?, _ other: Value?, _ keys: [SortKey]) -> Bool {
    for key in keys {
      switch (one?[pointer: key.pointer], other?[pointer: key.pointer]) {
      case (nil, nil): continue
      case (nil, _): return false
      case (_, nil): return true
      case (let one?, let other?):
        if isLess(one, other) { return !key.isDescending }
        if isLess(other, one) { return key.isDescending }
      }
    }
    return false
  }

  /// Whether one value stands in front of another.
  static func isLess(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): ExactNumber(one) < ExactNumber(other)
    case (.string(let one), .string(let other)):
      String(decoding: one, as: UTF8.self).unicodeScalars.map(\.value)
        .lexicographicallyPrecedes(
          String(decoding: other, as: UTF8.self).unicodeScalars.map(\.value)
        )
    default: rank(one) < rank(other)
    }
  }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .number: 0
    case .string: 1
    case .bool(false): 2
    case .bool(true): 3
    case .null: 4
    case .array: 5
    case .object: 6
    }
  }
}
