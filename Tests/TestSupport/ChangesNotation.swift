public import Snapshots

extension NamedPool {

  /// Changes in a short notation, for tests that compare them with literals.
  ///
  /// `-A@0` is a delete, `+B@1` an insert, `A:0>1` a move, `~A@0` a reload and `=A@0` a
  /// reconfiguration of a section; `-(0,1)x2`, `+(1,0)x1`, `(0,2)>(0,0)x1`, `~(0,0)x1` and
  /// `=(0,0)x1` are the same of runs of items. They come in the order of the lists.
  public func notation(of changes: Changes) -> [String] {
    let (sections, items) = (changes.sections, changes.items)
    return notation("-", sections.deletes) + notation("+", sections.inserts)
      + sections.moves.map { "\(sectionName($0.section)):\($0.from)>\($0.to)" }
      + notation("~", sections.reloads) + notation("=", sections.reconfigures)
      + notation("-", items.deletes) + notation("+", items.inserts)
      + items.moves.map { "\(notation($0.from))>\(notation($0.to))x\($0.count)" }
      + notation("~", items.reloads) + notation("=", items.reconfigures)
  }

  private func notation(_ sign: String, _ sections: [Changes.Section]) -> [String] {
    sections.map { "\(sign)\(sectionName($0.section))@\($0.at)" }
  }

  private func notation(_ sign: String, _ runs: [Changes.Run]) -> [String] {
    runs.map { "\(sign)\(notation($0.at))x\($0.count)" }
  }

  private func notation(_ path: IndexPath) -> String { "(\(path.section),\(path.item))" }
}
