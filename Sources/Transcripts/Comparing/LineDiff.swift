/// Shows what differs between two texts, line by line.
enum LineDiff {
  /// The lines of both texts: `- ` before those of the first alone, `+ ` before those of the second alone.
  ///
  /// Long stretches without a difference are left out but for a few lines around each difference.
  /// Of texts that differ in many lines the beginning of these is compared.
  static func lines(from old: [JSONLines.Line], to new: [JSONLines.Line]) -> [String] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    // What differs in the order of all lines would take the square of their number.
    guard max(old.count, new.count) - start - rest > greatestStretch else {
      return allLines(from: old, to: new)
    }
    let end = start + greatestStretch
    return allLines(from: Array(old.prefix(end)), to: Array(new.prefix(end)))
      + ["  … and more, which is not compared line by line"]
  }

  /// So many lines from the first one that differs on are compared.
  static let greatestStretch = 500

  private static func allLines(from old: [JSONLines.Line], to new: [JSONLines.Line]) -> [String] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var all: [(mark: String, line: JSONLines.Line)] = []
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      if removed.contains(i) {
        all.append(("- ", old[i]))
        i += 1
      } else if inserted.contains(j) {
        all.append(("+ ", new[j]))
        j += 1
      } else {
        all.append(("  ", new[j]))
        i += 1
        j += 1
      }
    }
    return abridged(all)
  }

  private static func abridged(_ all: [(mark: String, line: JSONLines.Line)]) -> [String] {
    let context = 3
    let changed = all.indices.filter { all[$0].mark != "  " }
    var shown: Set<Int> = []
    for index in changed {
      shown.formUnion(max(0, index - context)...min(all.count - 1, index + context))
    }
    var lines: [String] = []
    var isLeavingOut = false
    for (index, line) in all.enumerated() {
      if shown.contains(index) {
        lines.append(line.mark + line.line.description)
        isLeavingOut = false
      } else if !isLeavingOut {
        lines.append("  …")
        isLeavingOut = true
      }
    }
    return lines
  }
}
