import Snapshots

/// What must be told of outlines on the way from one list to another, found by value.
public struct OutlineCheck {
  private let before: Set<String>
  private let after: [ModelSnapshot.Section]
  /// The rows whose outline is not what it was; what was no row was plain.
  private var changed: [String: RowOutline] = [:]

  /// Compares two lists.
  public init(from before: ModelSnapshot, to after: ModelSnapshot) {
    self.before = Set(before.itemNames)
    self.after = after.sections
    for name in after.itemNames {
      let outline = after.outlines[name] ?? .plain
      let former = self.before.contains(name) ? before.outlines[name] : nil
      if outline != former ?? .plain { changed[name] = outline }
    }
  }

  /// Whether rows that were there before have another outline.
  public var changesFormerRows: Bool { !before.isDisjoint(with: changed.keys) }

  /// What must be told at once.
  public var expected: [PlainBatch.OutlineRun] { runs(of: changed, in: after) }

  /// What is wrong with runs that are told at once.
  public func problems(of told: [PlainBatch.OutlineRun]) -> [String] {
    problems(of: told, in: after, due: changed)
  }

  /// What is wrong with what some stages tell, each of which leads to a list.
  ///
  /// A row comes with its outline; that of all others is told when nothing moves any more.
  public func problems(
    of stages: [(batch: PlainBatch, list: [ModelSnapshot.Section])]
  ) -> [String] {
    var problems: [String] = []
    var known = before
    var isTold = !changesFormerRows
    for (batch, list) in stages {
      let names = Set(list.flatMap(\.items))
      var due = changed.filter { names.contains($0.key) && !known.contains($0.key) }
      known.formUnion(names)
      if batch.isUpdate {
        due.merge(changed.filter { before.contains($0.key) }) { $1 }
        isTold = true
      }
      problems += self.problems(of: batch.outlines, in: list, due: due)
    }
    return problems + (isTold ? [] : ["no stage tells of \(changed)"])
  }

  private func problems(
    of told: [PlainBatch.OutlineRun],
    in list: [ModelSnapshot.Section],
    due: [String: RowOutline]
  ) -> [String] {
    let expected = runs(of: due, in: list)
    return told == expected ? [] : ["outlines \(told), not \(expected)"]
  }

  private func runs(
    of due: [String: RowOutline],
    in list: [ModelSnapshot.Section]
  ) -> [PlainBatch.OutlineRun] {
    list.enumerated().flatMap { section, content in
      runs(of: content.items.map { due[$0] }, inSection: section)
    }
  }

  /// Neighbours with the same outline, nil for rows of which nothing is told.
  private func runs(
    of outlines: [RowOutline?],
    inSection section: Int
  ) -> [PlainBatch.OutlineRun] {
    var runs: [PlainBatch.OutlineRun] = []
    for (item, outline) in outlines.enumerated() {
      guard let outline else { continue }
      if item > 0, outlines[item - 1] == outline {
        runs[runs.count - 1].run.count += 1
      } else {
        let run = PlainBatch.Run(at: PlainBatch.Path(section: section, item: item), count: 1)
        runs.append(PlainBatch.OutlineRun(run, outline))
      }
    }
    return runs
  }
}
