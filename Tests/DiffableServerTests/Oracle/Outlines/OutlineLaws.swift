import TestSupport

/// What must hold of trees after an apply that knows nothing of them.
struct OutlineLaws {
  let before: ModelForest
  /// The rows that were asked for.
  let asked: ModelSnapshot
  /// Rows that were placed or moved; nothing is said of where they hang.
  let touched: Set<String>
  /// Rows that were gone in between, with what they hid.
  var forgotten: Set<String> = []
  /// Hidden items that were added as rows, some of which may be gone again.
  var uncovered: Set<String> = []

  func problems(of after: ModelForest) -> [String] {
    var problems: [String] = []
    if Set(after.items).count < after.items.count { problems.append("an item stands twice") }
    return problems + problemsOfRows(after) + problemsOfHidden(after) + problemsOfParents(after)
  }

  private var oldRows: Set<String> { Set(before.list.itemNames) }

  /// The rows are those that were asked for, in that order; only new ones may come later, behind
  /// what hangs below the row before them.
  private func problemsOfRows(_ after: ModelForest) -> [String] {
    let found = after.list
    guard found.sectionNames == asked.sectionNames else { return ["other sections: \(found)"] }
    var problems: [String] = []
    let old = oldRows
    for (section, expected) in zip(found.sections, asked.sections) {
      if Set(section.items) != Set(expected.items) { problems.append("other rows: \(section)") }
      if section.items.filter(old.contains) != expected.items.filter(old.contains) {
        problems.append("another order: \(section), not \(expected)")
      }
      for (item, previous) in zip(expected.items.dropFirst(), expected.items)
      where !old.contains(item) {
        guard let index = section.items.firstIndex(of: item), index > 0 else {
          problems.append("\(item) is first")
          continue
        }
        let actual = section.items[index - 1]
        if actual != previous, !after.ancestors(of: actual).contains(previous) {
          problems.append("\(item) does not come behind \(previous)")
        }
      }
    }
    return problems
  }

  /// What rows hide goes and stays with them, but for what was added as a row.
  private func problemsOfHidden(_ after: ModelForest) -> [String] {
    let rows = Set(asked.itemNames)
    var problems: [String] = []
    var expected = rows
    for row in oldRows where rows.contains(row) && !forgotten.contains(row) {
      guard let old = before.node(row), let new = after.node(row) else { continue }
      if old.isOpen != new.isOpen { problems.append("\(row) opened or closed") }
      guard !old.isOpen else { continue }
      var kept = ModelForest(sections: [ModelForest.Section(name: "", nodes: old.children)])
      kept.release(Array(rows.union(uncovered)))
      if kept.sections[0].nodes != new.children { problems.append("\(row) hides something else") }
      expected.formUnion(kept.items)
    }
    let others = Set(after.items).subtracting(expected)
    let lost = expected.subtracting(after.items)
    let unsaid = Set(forgotten.flatMap { before.node($0)?.all.map(\.id) ?? [] })
    if !others.isSubset(of: unsaid) || !lost.isEmpty {
      problems.append("\(others) are still there, \(lost) are not")
    }
    return problems
  }

  /// Rows that nobody placed or moved keep their parents, or the nearest of those above that stay.
  private func problemsOfParents(_ after: ModelForest) -> [String] {
    let rows = Set(asked.itemNames)
    return oldRows.intersection(rows).subtracting(touched).subtracting(forgotten).compactMap {
      row in
      let above = before.ancestors(of: row)
      let parent = after.ancestors(of: row).first
      guard above.allSatisfy({ !touched.contains($0) && !forgotten.contains($0) }) else {
        let isRight = parent.map { above.contains($0) || touched.contains($0) } ?? true
        return isRight ? nil : "\(row) hangs below \(parent ?? "")"
      }
      return parent == above.first(where: rows.contains)
        ? nil : "\(row) hangs below \(parent ?? "nothing")"
    }
  }
}
