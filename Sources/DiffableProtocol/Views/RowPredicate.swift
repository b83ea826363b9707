public import JSON

/// Which rows a view keeps.
public indirect enum RowPredicate {
  /// Those that pass all.
  case all([RowPredicate])
  /// Those that pass at least one.
  case any([RowPredicate])
  /// Those that do not pass.
  case not(RowPredicate)
  /// Those whose value at a place is as all operators say.
  case test(RowTest)

  /// How many operators there may be.
  public static let maxOperators = 256
  /// How deep predicates may be inside one another.
  static let maxDepth = 256

  /// How many operators there are.
  var numberOfOperators: Int {
    switch self {
    case .all(let inner), .any(let inner): inner.reduce(0) { $0 + $1.numberOfOperators }
    case .not(let inner): inner.numberOfOperators
    case .test(let test): test.operators.count
    }
  }
}

/// What is asked of the value at a place.
public struct RowTest {
  /// The names of the operators.
  public enum Operator: String, CaseIterable, Sendable {
    /// Equals the operand.
    case equals
    /// Equals an element of the operand.
    case `in`
    /// Is less than the operand.
    case less
    /// Is less than the operand or equals it.
    case atMost
    /// Is greater than the operand.
    case greater
    /// Is greater than the operand or equals it.
    case atLeast
    /// Has the operand in it.
    case contains
    /// Begins with the operand.
    case startsWith
    /// Ends with the operand.
    case endsWith
    /// Is an array with an element that equals the operand.
    case has
    /// Is there, or is not.
    case exists
  }

  /// Where the value is.
  public let place: RowPlace
  /// Whether case and marks of texts count.
  public let textCase: TextCase
  /// The operators with their operands, all of which must hold.
  public let operators: [(operator: Operator, operand: JSONView)]
}

extension RowPredicate {
  /// Reads a predicate.
  ///
  /// What is open is on the heap, so that no definition can overflow the stack of the thread.
  ///
  /// - Throws: `invalidParams`.
  init(_ whole: ObjectReader) throws(DiffableError) {
    var open: [Open] = []
    var numberOfOperators = 0
    var reader = whole
    while true {
      guard open.count < RowPredicate.maxDepth else {
        throw reader.invalidWhole("must not be more than \(RowPredicate.maxDepth) predicates deep")
      }
      try reader.check(RowTest.members)
      var complete: RowPredicate?
      if let logic = try reader.onlyLogic() {
        open.append(try Open(logic, reader))
      } else {
        let test = try RowTest(reader)
        numberOfOperators += test.operators.count
        guard numberOfOperators <= RowPredicate.maxOperators else {
          throw reader.invalidWhole("makes more than \(RowPredicate.maxOperators) operators")
        }
        complete = .test(test)
      }
      while let predicate = complete ?? open.popComplete() {
        guard !open.isEmpty else {
          self = predicate
          return
        }
        open[open.count - 1].inner.append(predicate)
        complete = nil
      }
      reader = try open[open.count - 1].next()
    }
  }

  /// One of `all`, `any` and `not` whose inner predicates are being read.
  fileprivate struct Open {
    private let logic: StaticString
    private let reader: ObjectReader
    /// What stands in a list; `not` has none.
    private var elements: JSONElements.Iterator?
    private let numberOfInner: Int
    var inner: [RowPredicate] = []

    init(_ logic: StaticString, _ reader: ObjectReader) throws(DiffableError) {
      (self.logic, self.reader) = (logic, reader)
      let list = "\(logic)" == "not" ? nil : try reader.array(logic).elements
      elements = list?.makeIterator()
      numberOfInner = list?.count ?? 1
    }

    var isComplete: Bool { inner.count == numberOfInner }

    var predicate: RowPredicate {
      switch "\(logic)" {
      case "all": .all(inner)
      case "any": .any(inner)
      default: .not(inner[0])
      }
    }

    /// The reader of the next inner predicate.
    mutating func next() throws(DiffableError) -> ObjectReader {
      guard let element = elements?.next() else { return try reader.object(logic) }
      try reader.countElement()
      return try reader.object(element, at: "\(logic)[\(inner.count)]")
    }
  }
}

extension [RowPredicate.Open] {
  /// Takes the innermost out, if all that stands in it was read.
  fileprivate mutating func popComplete() -> RowPredicate? {
    guard let last, last.isComplete else { return nil }
    return removeLast().predicate
  }
}

extension RowTest {
  fileprivate init(_ reader: ObjectReader) throws(DiffableError) {
    place = try RowPlace(reader)
    textCase = try reader.optionalWord("case", TextCase.self) ?? .exact
    var operators: [(operator: Operator, operand: JSONView)] = []
    for known in Operator.allCases {
      guard let operand = reader.given(known.name) else { continue }
      guard known.takes(operand) else { throw reader.invalid(known.name, known.rule, operand) }
      operators.append((known, operand))
    }
    guard !operators.isEmpty else {
      throw reader.invalidWhole(
        "must have all, any, not or an operator: \(Operator.names.joined(separator: ", "))"
      )
    }
    self.operators = operators
  }
}

extension RowTest {
  /// All members that a predicate of any kind may have.
  fileprivate static let members = MemberNames(
    of: "a predicate",
    ["all", "any", "not"] + RowPlace.names + ["case"] + Operator.allCases.map(\.name)
  )
}

extension RowTest.Operator {
  fileprivate static let names = allCases.map(\.rawValue)

  fileprivate var name: StaticString {
    switch self {
    case .equals: "equals"
    case .in: "in"
    case .less: "less"
    case .atMost: "atMost"
    case .greater: "greater"
    case .atLeast: "atLeast"
    case .contains: "contains"
    case .startsWith: "startsWith"
    case .endsWith: "endsWith"
    case .has: "has"
    case .exists: "exists"
    }
  }

  fileprivate func takes(_ operand: JSONView) -> Bool {
    switch self {
    case .equals, .has: true
    case .in: operand.kind == .array || (operand.kind == .object && operand.count == 0)
    case .less, .atMost, .greater, .atLeast: operand.kind == .number || operand.kind == .string
    case .contains, .startsWith, .endsWith: operand.kind == .string
    case .exists: operand.kind == .bool
    }
  }

  fileprivate var rule: String {
    switch self {
    case .equals, .has: ""
    case .in: "must be an array"
    case .less, .atMost, .greater, .atLeast: "must be a number or a string"
    case .contains, .startsWith, .endsWith: "must be a string"
    case .exists: "must be true or false"
    }
  }
}

extension ObjectReader {
  /// The one of `all`, `any` and `not` that is given, nil when there is none.
  ///
  /// - Throws: `invalidParams` when another member stands beside it.
  fileprivate func onlyLogic() throws(DiffableError) -> StaticString? {
    let logic: [StaticString] = ["all", "any", "not"]
    guard let found = logic.first(where: { optional($0) != nil }) else { return nil }
    let others = logic.filter { "\($0)" != "\(found)" } + RowPlace.names + ["case"]
    let operators = RowTest.Operator.allCases.map(\.name)
    let other =
      others.first { optional($0) != nil } ?? operators.first { given($0)?.isNull == false }
    if let other { throw invalid(other, "must not stand beside \(found)") }
    return found
  }

  /// The error of the object itself.
  func invalidWhole(_ rule: String) -> DiffableError { .invalidParams(path, rule) }
}
