extension Outline {
  /// Says what is wrong with the brackets or with what is kept of them; empty when nothing is.
  ///
  /// - Complexity: O(n); for tests.
  package func checkInvariants() -> [String] {
    var violations = brackets.checkInvariants()
    var path: [(item: Handle, isClosed: Bool)] = []
    var hidden = 0
    for (position, bracket) in brackets.handles(in: 0..<count).enumerated() {
      if level(at: position) != path.count {
        violations.append("level \(level(at: position)) at \(position), not \(path.count)")
      }
      let item = Bracket.item(of: bracket)
      if Bracket.isEnd(bracket) {
        if path.popLast()?.item != item { violations.append("\(item) ends without having begun") }
      } else {
        let isHidden = path.last?.isClosed ?? false
        if isHidden { hidden += 1 }
        path.append((item, isHidden || !Bracket.isExpandedStart(bracket)))
      }
    }
    if !path.isEmpty { violations.append("\(path.map(\.item)) do not end") }
    if hidden != hiddenCount { violations.append("\(hidden) items are hidden, not \(hiddenCount)") }
    return violations
  }
}
