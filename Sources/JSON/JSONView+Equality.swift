extension JSONView {
  /// Whether two values are the same JSON value, in one document or in two.
  ///
  /// The order of members does not matter, and of members that stand twice the last counts. Numbers
  /// are compared by their exact decimal value, strings by their text.
  ///
  /// - Parameter other: The value to compare with.
  /// - Returns: True if they are the same.
  /// - Complexity: O(n) for n bytes on average, without recursion.
  public func isEqual(to other: JSONView) -> Bool {
    if hasSameBytes(as: other) { return true }
    var pairs = [Pair(left: self, right: other)]
    while let pair = pairs.popLast() {
      guard pushParts(of: pair, to: &pairs) else { return false }
    }
    return true
  }

  fileprivate func hasSameBytes(as other: JSONView) -> Bool {
    withBytes { bytes in other.withBytes { bytes.hasSameBytes(as: $0) } }
  }
}

/// Two values that have to be equal.
private struct Pair {
  var left: JSONView
  var right: JSONView
}

/// Compares two values without what is inside them, and adds the pairs of their parts to those
/// still to be compared.
private func pushParts(of pair: Pair, to pairs: inout [Pair]) -> Bool {
  let (left, right) = (pair.left, pair.right)
  switch (left.kind, right.kind) {
  case (.null, .null): return true
  case (.bool, .bool): return left.bool == right.bool
  case (.number, .number): return isSameNumber(left, right)
  case (.string, .string): return isSameText(left, right)
  case (.array, .array): return pushElements(of: pair, to: &pairs)
  case (.object, .object): return pushMembers(of: pair, to: &pairs)
  case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
  }
}

private func isSameNumber(_ left: JSONView, _ right: JSONView) -> Bool {
  if left.hasSameBytes(as: right) { return true }
  if let left = left.integer, let right = right.integer { return left == right }
  return left.decoded { $0.appendCanonicalNumber(to: &$1) }
    == right.decoded { $0.appendCanonicalNumber(to: &$1) }
}

private func isSameText(_ left: JSONView, _ right: JSONView) -> Bool {
  guard left.hasEscapes || right.hasEscapes else { return left.hasSameBytes(as: right) }
  return left.distinctText == right.distinctText
}

extension JSONView {
  fileprivate var distinctText: [UInt8] { decoded { $0.appendDistinctText(to: &$1) } }

  fileprivate func decoded(_ append: (JSONView, inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(self, &bytes)
    return bytes
  }
}

// MARK: - Containers

private func pushElements(of pair: Pair, to pairs: inout [Pair]) -> Bool {
  guard pair.left.count == pair.right.count else { return false }
  // Scalars are compared at once, so that a long list of them takes no memory.
  for (left, right) in zip(pair.left.elements, pair.right.elements) {
    guard pushUnlessScalar(Pair(left: left, right: right), to: &pairs) else { return false }
  }
  return true
}

private func pushMembers(of pair: Pair, to pairs: inout [Pair]) -> Bool {
  if haveSameNamesInOrder(pair) {
    for (left, right) in zip(pair.left.members, pair.right.members) {
      let values = Pair(left: left.value, right: right.value)
      guard pushUnlessScalar(values, to: &pairs) else { return false }
    }
    return true
  }
  let left = pair.left.valuesByName
  let right = pair.right.valuesByName
  guard left.count == right.count else { return false }
  for (name, value) in left {
    guard let other = right[name] else { return false }
    guard pushUnlessScalar(Pair(left: value, right: other), to: &pairs) else { return false }
  }
  return true
}

/// Whether two small objects have the same names in the same order and none twice.
///
/// Most objects that are compared are like that, and it spares them the dictionaries.
private func haveSameNamesInOrder(_ pair: Pair) -> Bool {
  guard pair.left.count == pair.right.count, pair.left.count <= 16 else { return false }
  for (i, (left, right)) in zip(pair.left.members, pair.right.members).enumerated() {
    guard isSameText(left.name, right.name) else { return false }
    for earlier in pair.left.members.prefix(i) where isSameText(earlier.name, left.name) {
      return false
    }
  }
  return true
}

extension JSONView {
  /// The members of an object by the bytes of their names: `String` would take some different texts
  /// for the same.
  fileprivate var valuesByName: [[UInt8]: JSONView] {
    Dictionary(members.lazy.map { ($0.name.distinctText, $0.value) }) { _, last in last }
  }
}

private func pushUnlessScalar(_ pair: Pair, to pairs: inout [Pair]) -> Bool {
  switch pair.left.kind {
  case .array, .object:
    pairs.append(pair)
    return true
  case .null, .bool, .number, .string:
    return pushParts(of: pair, to: &pairs)
  }
}
