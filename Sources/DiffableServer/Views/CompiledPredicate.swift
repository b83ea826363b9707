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
    /// The elements of the operand of `in`.
    let elements: OperandElements
    /// For each part that the text begins with, how much of its end the text begins with too.
    let borders: [Int]

    init(_ operator: RowTest.Operator, _ operand: JSONView, _ ignoresCase: Bool) {
      self.operator = `operator`
      self.operand = operand
      text = operand.comparedText(ignoresCase)
      plainText = ignoresCase ? nil : operand.plainText
      integer = operand.withBytes { PlacedValue($0).shortInteger }
      key = SortKeyBytes(operand, .value)
      elements = OperandElements(self.operator == .in ? operand : nil, ignoresCase)
      borders = self.operator == .contains ? text?.borders ?? [] : []
    }

    /// About how many values or parts of texts a row's value is compared with.
    var comparisons: Int {
      let compared = self.operator == .in ? elements.others : [operand]
      return compared.reduce(1) { $0 + 1 + $1.bytes.count / 64 }
    }
  }

  /// The elements of an operand among which a value is looked for.
  struct OperandElements {
    /// Strings as they are compared.
    private var texts: Set<[UInt8]> = []
    /// Numbers by their exact values, and those that are short integers.
    private var numbers: Set<[UInt8]> = []
    private var integers: Set<Int> = []
    /// All else.
    private(set) var others: [JSONView] = []

    init(_ operand: JSONView?, _ ignoresCase: Bool) {
      guard let operand, operand.kind == .array else { return }
      for element in operand.elements {
        switch element.kind {
        case .string: texts.insert(element.comparedText(ignoresCase) ?? [])
        case .number:
          numbers.insert(element.exactNumber)
          if let integer = element.withBytes({ PlacedValue($0).shortInteger }) {
            integers.insert(integer)
          }
        case .null, .bool, .array, .object: others.append(element)
        }
      }
    }

    /// Whether a value equals one of them.
    fileprivate func contain(_ value: PlacedValue, _ ignoresCase: Bool, _ work: Work?) -> Bool {
      switch value.kind {
      case .string:
        return value.comparedText(ignoresCase, work).map { texts.contains($0) } ?? false
      case .number:
        if let integer = value.shortInteger {
          // Those that are written otherwise may be integers as well.
          if integers.contains(integer) { return true }
          if integers.count == numbers.count { return false }
        }
        return value.view(work).map { numbers.contains($0.exactNumber) } ?? false
      case .null, .bool, .array, .object:
        guard others.contains(where: { $0.kind == value.kind }), let view = value.view(work) else {
          return false
        }
        return others.contains { $0.isEqual(to: view, mayContinue: work?.mayGoOn) }
      }
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

  /// About how many comparisons a row takes.
  var comparisons: Int {
    switch self {
    case .all(let inner), .any(let inner): inner.reduce(0) { $0 + $1.comparisons }
    case .not(let inner): inner.comparisons
    case .test(let test): test.operations.reduce(0) { $0 + $1.comparisons }
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
      return row.withValue(at: test.place) { value in test.holds(of: value, row.work(on: value)) }
    }
  }
}

extension CompiledPredicate.Test {
  fileprivate func holds(of value: PlacedValue?, _ work: Work?) -> Bool {
    for operation in operations {
      // Each goes through a long value anew.
      if let work, !work.mayRead(value?.bytes.count ?? 0) { return false }
      if !operation.holds(of: value, ignoresCase, work) { return false }
    }
    return true
  }
}

extension CompiledPredicate.Operation {
  fileprivate func holds(of value: PlacedValue?, _ ignoresCase: Bool, _ work: Work?) -> Bool {
    guard let value else { return self.operator == .exists && operand.bool == false }
    switch self.operator {
    case .exists: return operand.bool == true
    case .equals:
      guard value.kind == operand.kind else { return false }
      if let plainText, let text = value.plainText { return text.elementsEqual(plainText) }
      if let integer, let own = value.shortInteger { return own == integer }
      return value.view(work)?.equals(operand, text, ignoresCase, work) ?? false
    case .in:
      return elements.contain(value, ignoresCase, work)
    case .has:
      guard value.kind == .array else { return false }
      return value.view(work)?.contains(operand, text, ignoresCase, work) ?? false
    case .less: return order(of: value, ignoresCase, work).map { $0 < 0 } ?? false
    case .atMost: return order(of: value, ignoresCase, work).map { $0 <= 0 } ?? false
    case .greater: return order(of: value, ignoresCase, work).map { $0 > 0 } ?? false
    case .atLeast: return order(of: value, ignoresCase, work).map { $0 >= 0 } ?? false
    case .startsWith, .endsWith, .contains:
      guard let text, let own = value.comparedText(ignoresCase, work) else { return false }
      switch self.operator {
      case .startsWith: return own.starts(with: text)
      case .endsWith: return own.reversed().starts(with: text.reversed())
      default: return own.contains(text, borders, work)
      }
    }
  }

  /// How a value compares with the operand, nil when the two are not of one kind.
  private func order(of value: PlacedValue, _ ignoresCase: Bool, _ work: Work?) -> Int? {
    if let integer, let own = value.shortInteger { return own - integer }
    guard value.kind == operand.kind else { return nil }
    if let text { return value.comparedText(ignoresCase, work)?.order(to: text) }
    return SortKeyBytes(value, .value, work)?.order(to: key)
  }
}

extension PlacedValue {
  /// The text of a string as it is compared, nil for anything else.
  fileprivate func comparedText(_ ignoresCase: Bool, _ work: Work?) -> [UInt8]? {
    guard let plainText else { return view(work)?.comparedText(ignoresCase, work) }
    return ignoresCase ? Array(FoldedText(plainText, folds: true, work).bytes) : Array(plainText)
  }
}

extension JSONView {
  /// The text of a string that has no escapes; nil for all else.
  fileprivate var plainText: [UInt8]? {
    withBytes { PlacedValue($0).plainText.map { Array($0) } }
  }

  /// The text of a string as it is compared, nil for anything else: the bytes that all strings have
  /// that equal it.
  fileprivate func comparedText(_ ignoresCase: Bool, _ work: Work? = nil) -> [UInt8]? {
    guard kind == .string else { return nil }
    let mayContinue = work?.mayGoOn
    var text: [UInt8] = []
    guard ignoresCase else {
      appendDistinctText(to: &text, mayContinue: mayContinue)
      return text
    }
    appendDecodedText(to: &text, mayContinue: mayContinue)
    return text.withUnsafeBytes { Array(FoldedText($0, folds: true, work).bytes) }
  }

  /// Whether two values are equal, the other one's text known when both are strings.
  fileprivate func equals(
    _ other: JSONView,
    _ text: [UInt8]?,
    _ ignoresCase: Bool,
    _ work: Work?
  ) -> Bool {
    guard ignoresCase, let text, kind == .string else {
      return isEqual(to: other, mayContinue: work?.mayGoOn)
    }
    return comparedText(true, work) == text
  }

  /// The bytes that all numbers of this value have.
  fileprivate var exactNumber: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonicalNumber(to: &bytes)
    return bytes
  }

  /// Whether an element of an array equals a value, whose text is known when it is a string.
  fileprivate func contains(
    _ value: JSONView,
    _ text: [UInt8]?,
    _ ignoresCase: Bool,
    _ work: Work?
  ) -> Bool {
    for (index, element) in elements.enumerated() {
      if element.equals(value, text, ignoresCase, work) { return true }
      if index & 1023 == 1023, work?.mayGoOn(1024) == false { return false }
    }
    return false
  }
}

extension [UInt8] {
  fileprivate func order(to other: [UInt8]) -> Int {
    if lexicographicallyPrecedes(other) { return -1 }
    return self == other ? 0 : 1
  }

  /// For each part that this begins with, the length of the longest shorter one that it ends with.
  fileprivate var borders: [Int] {
    var borders: [Int] = []
    borders.reserveCapacity(count)
    for index in indices {
      var length = borders.last ?? 0
      while length > 0, self[index] != self[length] { length = borders[length - 1] }
      borders.append(index > 0 && self[index] == self[length] ? length + 1 : 0)
    }
    return borders
  }

  /// Whether a part stands anywhere, found in linear time whatever stands there: by the algorithm of
  /// Knuth, Morris and Pratt.
  fileprivate func contains(_ part: [UInt8], _ borders: [Int], _ work: Work?) -> Bool {
    guard !part.isEmpty else { return true }
    var length = 0
    for (offset, byte) in enumerated() {
      if offset & 0xFFFF == 0xFFFF, work?.mayGoOn(1024) == false { return false }
      while length > 0, part[length] != byte { length = borders[length - 1] }
      if part[length] == byte { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
