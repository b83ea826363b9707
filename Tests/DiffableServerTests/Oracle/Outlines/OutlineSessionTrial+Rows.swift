import TestSupport

/// Plain applies over sections with trees, by edits, by documents and by hand.
extension OutlineSessionTrial {

  mutating func editRows() throws {
    let (text, edits) = maker.edits(of: Subject(list: forest.list, rules: SentRules()))
    var asked = forest.list
    let refusal: Refused?
    do throws(Refused) {
      _ = try asked.make(edits, SentRules())
      refusal = nil
    } catch {
      refusal = error
    }
    let messages = send("edit", text)
    if let refusal { return try judge(messages, refusal) }
    var (touched, forgotten, uncovered) = (Set<String>(), Set<String>(), Set<String>())
    var step = forest.list
    for edit in edits {
      let rows = Set(step.itemNames)
      _ = try? step.make([edit], SentRules())
      forgotten.formUnion(rows.subtracting(step.itemNames))
      uncovered.formUnion(step.itemNames)
      touched.formUnion(edit.elements.map(\.name))
      if edit.arrangesWholeSections { touched.formUnion(rows) }
    }
    uncovered.subtract(forest.list.itemNames)
    let laws = OutlineLaws(
      before: forest,
      asked: asked,
      touched: touched,
      forgotten: forgotten,
      uncovered: uncovered
    )
    try adopt(messages, laws, "dataSource/edit")
  }

  mutating func applyDocument() throws {
    let document = maker.document(SentRules())
    let messages = send("apply", #""snapshot":\#(document.text)"#)
    let asked: ModelSnapshot
    do throws(Refused) {
      asked = try document.list(replacing: forest.list, SentRules())
    } catch {
      return try judge(messages, error)
    }
    // Which rows moved is open to the daemon, unless it says that none did.
    let moved = try Value(messages.last ?? "")["result"]?["counts"]?["items"]?["moved"]?.integer
    let touched = moved == 0 ? Set(asked.itemNames).subtracting(forest.list.itemNames) : []
    let all = Set(asked.itemNames + forest.list.itemNames)
    let laws = OutlineLaws(before: forest, asked: asked, touched: moved == 0 ? touched : all)
    try adopt(messages, laws, "dataSource/apply")
  }

  mutating func readChanges() throws {
    let earlier = maker.pick(forests.keys.sorted())
    let format = maker.pick(["batch", "sequential", "staged"])
    let params = #"{"dataSource":"tree","since":\#(earlier),"changeFormat":"\#(format)"}"#
    let result = try Value(session.result("dataSource/changes", params))
    let difference = ModelDifference(
      from: source.state(at: earlier).list,
      to: source.list,
      marks: source.marks(since: earlier),
      contentChanges: "reconfigure"
    )
    try require(
      ChangesVerdict(
        on: result["changes"],
        in: format,
        of: difference,
        includeContent: true
      ).problems
    )
  }

  /// Moves a row by hand, or deletes it.
  mutating func actOnRow() throws {
    var asked = forest.list
    guard let item = asked.itemNames.randomElement(using: &maker.random),
      let row = asked.place(ofItem: item)
    else { return }
    asked.sections[row.section].items.remove(at: row.item)
    let from = path(row.section, row.item)
    guard maker.chance(70) else {
      let laws = OutlineLaws(before: forest, asked: asked, touched: [])
      return try adopt(send("deleteRow", #""indexPath":\#(from)"#), laws, "dataSource/deleteRow")
    }
    let section = maker.number(below: asked.sections.count)
    let place = maker.number(below: asked.sections[section].items.count + 1)
    asked.sections[section].items.insert(item, at: place)
    let laws = OutlineLaws(before: forest, asked: asked, touched: [item])
    let messages = send("moveRow", #""from":\#(from),"to":\#(path(section, place))"#)
    try adopt(messages, laws, "dataSource/moveRow") { after in
      let target = after.place(ofItem: item).map { path($0.section, $0.item) } ?? ""
      return #"{"item":\#(item),"from":\#(from),"to":\#(target)}"#
    }
  }
}

extension SentEdit {
  /// Whether rows move that it does not name.
  fileprivate var arrangesWholeSections: Bool {
    switch meaning {
    case .sort, .other(.reverseItems, _, _), .other(.shuffleItems, _, _): true
    case .items(_, let edit):
      if case .replaceItems = edit([]) { true } else { false }
    case .sections, .other, .contents, .patches, .misshapen: false
    }
  }
}
