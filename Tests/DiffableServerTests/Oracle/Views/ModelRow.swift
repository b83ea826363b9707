/// A row of a base, and everything that a view may ask of it.
struct ModelRow {
  /// The canonical text of its identifier.
  let id: String
  /// Likewise of the section that has it in the base.
  let section: String
  let content: String?
}

/// Where a view finds a value of a row.
struct ModelPlace {
  let origin: String
  let pointer: String

  /// The members by which a client names it.
  var text: String { #""from":"\#(origin)","pointer":"\#(pointer)""# }

  func value(of row: ModelRow) -> Value? {
    let text: String? =
      switch origin {
      case "identifier": row.id
      case "section": row.section
      default: row.content
      }
    return text.map(Content.value)?[pointer: pointer]
  }
}

/// Values as views compare them.
enum ModelOrder {
  /// A text without case and marks, as far as these tests use any.
  static func folded(_ text: String) -> String {
    text.lowercased().replacing("é", with: "e")
  }

  /// A value as it is compared, a text folded when case is ignored.
  static func compared(_ value: Value, ignoringCase: Bool) -> Value {
    guard ignoringCase, let text = value.text else { return value }
    return .string(folded(text))
  }

  static func areEqual(_ one: Value, _ other: Value, ignoringCase: Bool) -> Bool {
    compared(one, ignoringCase: ignoringCase)
      .isSame(as: compared(other, ignoringCase: ignoringCase))
  }

  /// Negative, zero or positive as one value stands to another.
  static func order(_ one: Value, _ other: Value, ignoringCase: Bool) -> Int {
    let lhs = compared(one, ignoringCase: ignoringCase)
    let rhs = compared(other, ignoringCase: ignoringCase)
    return SortKey.isLess(lhs, rhs) ? -1 : SortKey.isLess(rhs, lhs) ? 1 : 0
  }
}

/// A key by which rows are put in order.
struct ModelRowKey {
  let place: ModelPlace
  var isDescending = false
  var folds = false
  var putsMissingFirst = false

  var text: String { "{\(place.text)\(orderText)}" }

  /// The members that say how values are compared.
  var orderText: String {
    (isDescending ? #","order":"descending""# : "") + (folds ? #","compare":"text""# : "")
      + (putsMissingFirst ? #","missing":"first""# : "")
  }

  func order(_ one: ModelRow, _ other: ModelRow) -> Int {
    switch (place.value(of: one), place.value(of: other)) {
    case (nil, nil): return 0
    case (nil, _?): return putsMissingFirst ? -1 : 1
    case (_?, nil): return putsMissingFirst ? 1 : -1
    case (let one?, let other?): return order(of: one, other)
    }
  }

  func order(of one: Value, _ other: Value) -> Int {
    let order = ModelOrder.order(one, other, ignoringCase: folds)
    return isDescending ? -order : order
  }
}

/// Sections made of values.
struct ModelGrouping {
  enum Part {
    case value
    case letter
    case start(Int)
  }

  let key: ModelRowKey
  let part: Part
  /// The sections that are always there.
  let always: [String]

  private static let rest = #"["rest"]"#

  /// The section of a row.
  func section(of row: ModelRow) -> String { section(of: key.place.value(of: row)) }

  func section(of value: Value?) -> String {
    switch (part, value) {
    case (.letter, let value):
      guard let text = value?.text, let letter = ModelOrder.folded(text).first, letter.isLetter
      else { return ##""#""## }
      return #""\#(letter.uppercased())""#
    case (.start(let length), .string?):
      return #""\#((value?.text ?? "").prefix(length))""#
    case (.value, .string?): return value?.description ?? ""
    case (.value, .number(let text)?):
      let number = Double(text) ?? .infinity
      let isWhole = abs(number) <= 9_007_199_254_740_991 && number.rounded() == number
      return isWhole ? "\(Int(number))" : ModelGrouping.rest
    case (.value, .bool?), (.value, .null?): return "[\(value ?? .null)]"
    default: return ModelGrouping.rest
    }
  }

  /// The value of which a section's identifier is made.
  private func value(of section: String) -> String {
    section.hasPrefix("[") ? String(section.dropFirst().dropLast()) : section
  }

  func content(of section: String) -> String {
    section == ModelGrouping.rest ? "{}" : #"{"value":\#(value(of: section))}"#
  }

  /// The sections that have rows, and those that are always there, in their order.
  func inOrder(_ found: Set<String>) -> [String] {
    always + found.subtracting(always).sorted { comes($0, before: $1) }
  }

  private func comes(_ one: String, before other: String) -> Bool {
    switch (isMissing(one), isMissing(other)) {
    case (true, let isOther): return key.putsMissingFirst && !isOther
    case (false, true): return !key.putsMissingFirst
    case (false, false): break
    }
    let (lhs, rhs) = (Content.value(value(of: one)), Content.value(value(of: other)))
    let order = key.order(of: lhs, rhs)
    return order != 0 ? order < 0 : ModelOrder.order(lhs, rhs, ignoringCase: false) < 0
  }

  private func isMissing(_ section: String) -> Bool {
    if case .letter = part { section == ##""#""## } else { section == ModelGrouping.rest }
  }
}
