import DiffableProtocol
import JSON
import Snapshots
import Views

/// A predicate whose operands are read already.
indirect enum CompiledPredicate {
  case all([CompiledPredicate])
  case any([CompiledPredicate])
  case not(CompiledPredicate)
  case test(Test)

  /// What has to hold of one value.
  ///
  /// Objects, since tests are copied for each row, and each part of a value would be counted then.
  final class Test {
    let place: RowPlace
    let operations: [Operation]
    let ignoresCase: Bool

    init(_ test: RowTest) {
      place = test.place
      ignoresCase = test.textCase == .ignore
      operations = test.operators.map { [ignoresCase] entry in
        Operation(entry.operator, entry.operand, ignoresCase)
      }
    }
  }

  /// One operator with what it compares with.
  final class Operation {
    let `operator`: RowTest.Operator
    let operand: JSONView
    /// The operand's text, folded when case is ignored; nil when it is no string.
    let text: [UInt8]?
    /// The operand's text, nil when case is ignored or anything in it is escaped.
    let plainText: [UInt8]?
    /// The operand, nil when it is no short integer.
    let integer: Int?
    /// What a number is compared by.
    let key: SortKeyBytes

    init(_ operator: RowTest.Operator, _ operand: JSONView, _ ignoresCase: Bool) {
      self.operator = `operator`
      self.operand = operand
      text = operand.comparedText(ignoresCase)
      plainText = ignoresCase ? nil : operand.plainText
      integer = operand.withBytes { PlacedValue($0).shortInteger }
      key = SortKeyBytes(operand, .value)
    }
  }

  init(_ predicate: RowPredicate) {
    switch predicate {
    case .all(let inner): self = .all(inner.map(CompiledPredicate.init))
    case .any(let inner): self = .any(inner.map(CompiledPredicate.init))
    case .not(let inner): self = .not(CompiledPredicate(inner))
    case .test(let test): self = .test(Test(test))
    }
  }

  /// Whether the section of a row is asked for.
  var asksForSection: Bool {
    switch self {
    case .all(let inner), .any(let inner): inner.contains(where: \.asksForSection)
    case .not(let inner): inner.asksForSection
    case .test(let test): test.place.origin == .section
    }
  }

  /// Whether a row passes.
  func holds(of row: RowValues) -> Bool {
    switch self {
    case .all(let inner):
      for predicate in inner where !predicate.holds(of: row) { return false }
      return true
    case .any(let inner):
      for predicate in inner where predicate.holds(of: row) { return true }
      return false
    case .not(let inner):
      return !inner.holds(of: row)
    case .test(let test):
      return row.withValue(at: test.place) { value in test.holds(of: value) }
    }
  }
}

extension CompiledPredicate.Test {
  fileprivate func holds(of value: PlacedValue?) -> Bool {
    for operation in operations where !operation.holds(of: value, ignoresCase) { return false }
    return true
  }
}

extension CompiledPredicate.Operation {
  fileprivate func holds(of value: PlacedValue?, _ ignoresCase: Bool) -> Bool {
    guard let value else { return self.operator == .exists && operand.bool == false }
    switch self.operator {
    case .exists: return operand.bool == true
    case .equals:
      guard value.kind == operand.kind else { return false }
      if let plainText, let text = value.plainText { return text.elementsEqual(plainText) }
      return value.view?.equals(operand, text, ignoresCase) ?? false
    case .in:
      return operand.kind == .array
        && value.view.map { operand.contains($0, ignoresCase) } ?? false
    case .has:
      return value.kind == .array && value.view?.contains(operand, ignoresCase) ?? false
    case .less: return order(of: value, ignoresCase).map { $0 < 0 } ?? false
    case .atMost: return order(of: value, ignoresCase).map { $0 <= 0 } ?? false
    case .greater: return order(of: value, ignoresCase).map { $0 > 0 } ?? false
    case .atLeast: return order(of: value, ignoresCase).map { $0 >= 0 } ?? false
    case .startsWith, .endsWith, .contains:
      guard let text, let own = value.comparedText(ignoresCase) else { return false }
      switch self.operator {
      case .startsWith: return own.starts(with: text)
      case .endsWith: return own.reversed().starts(with: text.reversed())
      default: return own.contains(text)
      }
    }
  }

  /// How a value compares with the operand, nil when the two are not of one kind.
  private func order(of value: PlacedValue, _ ignoresCase: Bool) -> Int? {
    if let integer, let own = value.shortInteger { return own - integer }
    guard value.kind == operand.kind else { return nil }
    if let text { return value.comparedText(ignoresCase)?.order(to: text) }
    return SortKeyBytes(value, .value)?.order(to: key)
  }
}

extension PlacedValue {
  /// The text of a string as it is compared, nil for anything else.
  fileprivate func comparedText(_ ignoresCase: Bool) -> [UInt8]? {
    guard let plainText else { return view?.comparedText(ignoresCase) }
    return ignoresCase ? Array(FoldedText(plainText, folds: true).bytes) : Array(plainText)
  }
}

extension JSONView {
  /// The text of a string that has no escapes; nil for all else.
  fileprivate var plainText: [UInt8]? {
    withBytes { PlacedValue($0).plainText.map { Array($0) } }
  }

  /// The text of a string as it is compared, nil for anything else.
  fileprivate func comparedText(_ ignoresCase: Bool) -> [UInt8]? {
    guard kind == .string else { return nil }
    var text: [UInt8] = []
    appendDecodedText(to: &text)
    guard ignoresCase else { return text }
    return Array(FoldedText(String(decoding: text, as: UTF8.self)).bytes)
  }

  /// Whether two values are equal, the other one's text known when both are strings.
  fileprivate func equals(_ other: JSONView, _ text: [UInt8]?, _ ignoresCase: Bool) -> Bool {
    guard ignoresCase, let text, kind == .string else { return isEqual(to: other) }
    return comparedText(true) == text
  }

  /// Whether an element of an array equals a value.
  fileprivate func contains(_ value: JSONView, _ ignoresCase: Bool) -> Bool {
    let text = ignoresCase ? value.comparedText(true) : nil
    return elements.contains { $0.equals(value, text, ignoresCase) }
  }
}

extension [UInt8] {
  fileprivate func order(to other: [UInt8]) -> Int {
    if lexicographicallyPrecedes(other) { return -1 }
    return self == other ? 0 : 1
  }

  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { start in
      self[start] == first && self[start..<start + part.count].elementsEqual(part)
    }
  }
}
