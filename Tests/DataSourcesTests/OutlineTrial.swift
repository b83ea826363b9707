import DataSources
import Snapshots
import TestSupport

/// A data source with outlines beside its model.
struct OutlineTrial {
  private let source: DataSource
  private let names: NamedPool
  private var model = ModelOutline()
  /// The model at each revision.
  private var states = [ModelOutline()]
  /// A draft that may have grown stale, and what it was made from.
  private var draft: (real: Draft, model: ModelOutline)
  private let items: Int
  private let sections = 3
  private(set) var random: SeededGenerator
  /// What happened last, for failures.
  private(set) var event = ""

  init(seed: UInt64, items: Int, geometry: RopeGeometry) {
    source = DataSource(historyRevisions: 20, geometry: geometry)
    names = NamedPool(source.snapshot.pool)
    random = SeededGenerator(seed: seed)
    self.items = items
    // The numbers of the model are the handles, because they are made known in that order.
    for item in 0..<items { _ = names.item("\(item)") }
    for section in 0..<sections { _ = names.section("s\(section)") }
    draft = (source.draft(), model)
  }

  /// Makes something happen on both sides and says in what the two then differ.
  mutating func step() throws -> [String] {
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: return try editTree(settingTree())
    case 2..<12: return try editTree(editingTree())
    case 12..<20: return try editRows()
    case 20: return try applyDocument()
    case 21: return try revert()
    case 22: return try applyStaleDraft()
    default:
      takeDraft()
      return []
    }
  }

  // MARK: Trees

  private typealias TreeEdit = (
    real: (inout Snapshot) throws -> Void, model: (inout ModelOutline) -> Void
  )

  private mutating func editTree(_ edit: TreeEdit?) throws -> [String] {
    guard let edit else { return [] }
    var draft = source.draft()
    try draft.editTrees { try edit.real(&$0) }
    edit.model(&model)
    return try apply(&draft)
  }

  private mutating func settingTree() -> TreeEdit {
    let section = Int.random(in: 0..<sections, using: &random)
    let tree = tree(of: some(Array(0..<items), atMost: 8))
    event = "set tree of \(section): \(tree)"
    return (
      { try $0.setTree(tree.real, ofSection: Handle(section)) },
      { $0.setTree(tree, ofSection: section) }
    )
  }

  private mutating func editingTree() -> TreeEdit? {
    guard let index = model.sections.indices.randomElement(using: &random) else { return nil }
    let section = Handle(model.sections[index].number)
    let members = model.sections[index].entries.map(\.item)
    let member = members.randomElement(using: &random)
    let others = (0..<items).filter { !members.contains($0) }
    let tree = tree(of: some(others, atMost: 4))
    switch (Int.random(in: 0..<8, using: &random), member) {
    case (0, _):
      event = "append \(tree) to \(member as Any)"
      return (
        {
          try $0.insert(tree.real, at: .end(of: member.map { Handle($0) }), inSection: section)
        }, { $0.append(tree, to: member, inSectionAt: index) }
      )
    case (1, let member?):
      let isAfter = Bool.random(using: &random)
      let side: Snapshot.Place = isAfter ? .after(Handle(member)) : .before(Handle(member))
      event = "insert \(tree) \(side)"
      return (
        { try $0.insert(tree.real, at: .beside(side), inSection: section) },
        { $0.insert(tree, beside: member, isAfter: isAfter) }
      )
    case (2, let member?):
      let gone = [member] + some(members, atMost: 1)
      event = "delete \(gone)"
      return (
        { try $0.deleteSubtrees(of: gone.map { Handle($0) }, inSection: section) },
        { model in gone.forEach { model.delete($0) } }
      )
    case (3, let member?):
      return replacingChildren(of: member, others, index)
    case (4, _) where Int.random(in: 0..<6, using: &random) == 0:
      event = "clear"
      return (
        { try $0.clearTree(ofSection: section) }, { $0.sections[index].entries = [] }
      )
    default:
      return disclosing(members, section)
    }
  }

  private mutating func replacingChildren(
    of parent: Int,
    _ others: [Int],
    _ index: Int
  ) -> TreeEdit? {
    guard let place = model.find(parent) else { return nil }
    let below = model.subtree(index, place.index).dropFirst()
    let former = below.map { model.sections[index].entries[$0].item }
    let tree = tree(of: some(others + former, atMost: 5))
    event = "replace children of \(parent): \(tree)"
    let section = Handle(model.sections[index].number)
    return (
      { try $0.replaceChildren(of: Handle(parent), with: tree.real, inSection: section) },
      { $0.replaceChildren(of: parent, with: tree) }
    )
  }

  private mutating func disclosing(_ members: [Int], _ section: Handle) -> TreeEdit {
    let named = some(members, atMost: 3)
    let opens = Int.random(in: 0..<3, using: &random) > 0
    event = "\(opens ? "expand" : "collapse") \(named)"
    // One of another section, or of none, is passed over.
    let strangers = (0..<items).filter { !members.contains($0) }
    let handles = (named + strangers.prefix(1)).map { Handle($0) }
    return (
      { snapshot in
        if opens {
          try snapshot.expand(handles, inSection: section)
        } else {
          try snapshot.collapse(handles, inSection: section)
        }
      }, { model in named.forEach { model.setOpen($0, opens) } }
    )
  }

  /// A random tree of some items.
  private mutating func tree(of items: [Int]) -> [ModelOutline.Entry] {
    var level = -1
    return items.map { item in
      level = Int.random(in: 0...(level + 1), using: &random)
      return ModelOutline.Entry(item, level, isOpen: Bool.random(using: &random))
    }
  }

  private mutating func some(_ items: [Int], atMost count: Int) -> [Int] {
    Array(items.shuffled(using: &random).prefix(Int.random(in: 0...count, using: &random)))
  }

  // MARK: Rows

  private mutating func editRows() throws -> [String] {
    var draft = source.draft()
    let edit = RowEdit(on: model, items: items, sections: sections, &random)
    event = "\(edit)"
    var isRefused = false
    draft.edit { snapshot in isRefused = (try? edit.make(in: &snapshot)) == nil }
    guard !isRefused else { return ["refused"] }
    edit.make(in: &model)
    return try apply(&draft)
  }

  /// Other rows in any order: the tree is read back, after a look at what must hold in any case.
  private mutating func applyDocument() throws -> [String] {
    let shown = model.sections.indices.flatMap { model.rows(inSectionAt: $0) }
    let kept = some(shown, atMost: shown.count)
    let isPlain = Bool.random(using: &random)
    let added = isPlain ? [] : some(Array(0..<items).filter { !kept.contains($0) }, atMost: 3)
    let rows = (kept + added).shuffled(using: &random)
    let cut = Int.random(in: 0...rows.count, using: &random)
    let document = ModelSnapshot([
      .init("s0", rows[..<cut].map { "\($0)" }), .init("s1", rows[cut...].map { "\($0)" }),
    ])
    event = "document \(document.sections.map(\.items))"
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    let before = model
    let (applied, unsound) = try source.applyInHalves(&draft)
    model = outline(of: source.snapshot)
    states.append(model)
    var problems =
      unsound + source.snapshot.checkOutline() + self.problems(of: applied, from: before)
    let wasShown = Set(shown)
    for (index, part) in [rows[..<cut], rows[cut...]].enumerated() {
      let found = model.rows(inSectionAt: index)
      if found.filter(wasShown.contains) != part.filter(wasShown.contains) {
        problems.append("rows in another order: \(found)")
      }
      if Set(found) != Set(part) { problems.append("other rows: \(found)") }
    }
    return problems
  }

  // MARK: Time

  private mutating func revert() throws -> [String] {
    let earlier = Int.random(in: source.oldestRevision...source.revision, using: &random)
    event = "revert to \(earlier)"
    let before = model
    guard var draft = try source.draft(revertingTo: earlier) else { return ["not kept"] }
    let (applied, unsound) = try source.applyInHalves(&draft)
    model = states[earlier]
    states.append(model)
    return unsound + problems(of: applied, from: before)
  }

  private mutating func takeDraft() {
    draft = (source.draft(), model)
  }

  /// A draft that is stale by now wins with its rows and its trees.
  private mutating func applyStaleDraft() throws -> [String] {
    let edit = RowEdit(on: draft.model, items: items, sections: sections, &random)
    event = "stale draft of revision \(draft.real.base?.revision ?? -1): \(edit)"
    var isRefused = false
    draft.real.edit { snapshot in isRefused = (try? edit.make(in: &snapshot)) == nil }
    guard !isRefused else { return ["refused"] }
    edit.make(in: &draft.model)
    let before = model
    model = draft.model
    let (applied, unsound) = try source.applyInHalves(&draft.real)
    states.append(model)
    return unsound + problems(of: applied, from: before)
  }

  // MARK: Comparing

  private mutating func apply(_ draft: inout Draft) throws -> [String] {
    let before = states[states.count - 1]
    let (applied, unsound) = try source.applyInHalves(&draft)
    states.append(model)
    return unsound + problems(of: applied, from: before)
  }

  private func problems(of applied: Applied, from before: ModelOutline) -> [String] {
    let snapshot = source.snapshot
    var problems = snapshot.checkInvariants() + snapshot.checkOutline()
    let found = outline(of: snapshot)
    if found != model { problems.append("is \(found), not \(model), before \(before)") }
    let hidden = model.sections.flatMap(\.entries).count - snapshot.numberOfItems
    if snapshot.numberOfHiddenItems != hidden { problems.append("hidden: \(hidden)") }
    let check = ChangesCheck(from: before.list, to: model.list)
    return problems + check.problems(of: applied.changes, names)
  }

  private func outline(of snapshot: Snapshot) -> ModelOutline {
    var outline = ModelOutline()
    for index in 0..<snapshot.numberOfSections {
      let entries = snapshot.sectionSnapshot(ofSectionAt: index).entries.map {
        ModelOutline.Entry(Int($0.item), $0.level, isOpen: $0.isExpanded)
      }
      outline.sections.append(.init(Int(snapshot.sectionHandle(at: index)), entries))
    }
    return outline
  }
}

extension [ModelOutline.Entry] {
  fileprivate var real: SectionSnapshot {
    var tree = SectionSnapshot()
    for entry in self {
      tree.append(.init(item: Handle(entry.item), level: entry.level, isExpanded: entry.isOpen))
    }
    return tree
  }
}

extension ModelOutline {
  /// What a front end sees.
  fileprivate var list: ModelSnapshot {
    var list = ModelSnapshot(
      sections.indices.map { index in
        .init("s\(sections[index].number)", rows(inSectionAt: index).map { "\($0)" })
      }
    )
    for (section, content) in sections.enumerated() {
      for (index, entry) in content.entries.enumerated() {
        let below = content.entries[subtree(section, index).dropFirst()]
        list.outlines["\(entry.item)"] = RowOutline(
          level: entry.level,
          isExpanded: entry.isOpen,
          numberOfChildren: below.count { $0.level == entry.level + 1 }
        )
      }
    }
    return list
  }
}
