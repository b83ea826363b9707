extension JSONView {
  /// Whether two values are the same JSON value, in one document or in two.
  ///
  /// The order of members does not matter, and of members that stand twice the last counts. Numbers
  /// are compared by their exact decimal value, strings by their text.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - mayContinue: Told now and then how many values were looked at, 64 bytes of a long text as
  ///     one, and says whether to go on; if not, the two are taken for different.
  /// - Returns: True if they are the same.
  /// - Complexity: O(n) for n bytes on average, without recursion.
  public func isEqual(
    to other: JSONView,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) -> Bool {
    if hasSameBytes(as: other) { return true }
    var comparison = Comparison(mayContinue)
    comparison.pairs = [Pair(left: self, right: other)]
    while let pair = comparison.pairs.popLast() {
      guard comparison.pushParts(of: pair) else { return false }
    }
    return true
  }

  func hasSameBytes(as other: JSONView) -> Bool {
    withBytes { bytes in other.withBytes { bytes.hasSameBytes(as: $0) } }
  }
}

/// Two values that have to be equal.
private struct Pair {
  var left: JSONView
  var right: JSONView
}

/// A comparison on its way.
private struct Comparison {
  /// What is still to be compared.
  var pairs: [Pair] = []
  private var counter: ValueCounter

  init(_ mayContinue: ((Int) -> Bool)?) { counter = ValueCounter(mayContinue) }
}

extension Comparison {
  /// Compares two values without what is inside them, and adds the pairs of their parts to those
  /// still to be compared.
  mutating func pushParts(of pair: Pair) -> Bool {
    guard counter.goesOn() else { return false }
    let (left, right) = (pair.left, pair.right)
    switch (left.kind, right.kind) {
    case (.null, .null): return true
    case (.bool, .bool): return left.bool == right.bool
    case (.number, .number): return isSameNumber(left, right)
    case (.string, .string): return isSameText(left, right, counter.mayContinue)
    case (.array, .array): return pushElements(of: pair)
    case (.object, .object): return pushMembers(of: pair)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
    }
  }
}

private func isSameNumber(_ left: JSONView, _ right: JSONView) -> Bool {
  if left.hasSameBytes(as: right) { return true }
  if let left = left.integer, let right = right.integer { return left == right }
  return left.decoded { $0.appendCanonicalNumber(to: &$1) }
    == right.decoded { $0.appendCanonicalNumber(to: &$1) }
}

func isSameText(
  _ left: JSONView,
  _ right: JSONView,
  _ mayContinue: ((Int) -> Bool)? = nil
) -> Bool {
  guard left.hasEscapes || right.hasEscapes else { return left.hasSameBytes(as: right) }
  var isCalledOff = false
  func distinctText(_ view: JSONView) -> [UInt8] {
    view.decoded { view, text in
      view.appendDistinctText(to: &text) { values in
        isCalledOff = isCalledOff || mayContinue?(values) == false
        return !isCalledOff
      }
    }
  }
  return distinctText(left) == distinctText(right) && !isCalledOff
}

extension JSONView {
  func decoded(_ append: (JSONView, inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(self, &bytes)
    return bytes
  }
}

// MARK: - Containers

extension Comparison {
  private mutating func pushElements(of pair: Pair) -> Bool {
    guard pair.left.count == pair.right.count else { return false }
    // Scalars are compared at once, so that a long list of them takes no memory.
    for (left, right) in zip(pair.left.elements, pair.right.elements) {
      guard pushUnlessScalar(Pair(left: left, right: right)) else { return false }
    }
    return true
  }

  private mutating func pushMembers(of pair: Pair) -> Bool {
    if haveSameNamesInOrder(pair) {
      for (left, right) in zip(pair.left.members, pair.right.members) {
        let values = Pair(left: left.value, right: right.value)
        guard pushUnlessScalar(values) else { return false }
      }
      return true
    }
    let (short, long) =
      pair.left.count <= pair.right.count ? (pair.left, pair.right) : (pair.right, pair.left)
    guard let few = DistinctMembers(of: short, &counter) else { return false }
    var others = [JSONView?](repeating: nil, count: few.list.count)
    for member in long.members {
      let name = MemberName(view: member.name)
      guard counter.goesOn(name.values), let place = few.place(of: name) else { return false }
      others[place] = member.value
    }
    for (member, other) in zip(few.list, others) {
      guard let other, pushUnlessScalar(Pair(left: member.value, right: other)) else {
        return false
      }
    }
    return true
  }

  private mutating func pushUnlessScalar(_ pair: Pair) -> Bool {
    switch pair.left.kind {
    case .array, .object:
      pairs.append(pair)
      return counter.goesOn()
    case .null, .bool, .number, .string:
      return pushParts(of: pair)
    }
  }
}

/// Whether two small objects have the same names in the same order, none twice and none escaped.
///
/// Most objects that are compared are like that, and it spares them the dictionaries.
private func haveSameNamesInOrder(_ pair: Pair) -> Bool {
  guard pair.left.count == pair.right.count, pair.left.count <= 16 else { return false }
  for (i, (left, right)) in zip(pair.left.members, pair.right.members).enumerated() {
    guard !left.name.hasEscapes, left.name.hasSameBytes(as: right.name) else { return false }
    for earlier in pair.left.members.prefix(i) where earlier.name.hasSameBytes(as: left.name) {
      return false
    }
  }
  return true
}
