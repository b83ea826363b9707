import DataSources
import Snapshots
import TestSupport
import Views

/// A data source with a random tree of views above it, beside models that evaluate everything anew.
struct ViewTrial {
  private static let mostViews = 5

  private let root: DataSource
  private let box: NameBox
  private var names: NamedPool { box.names }
  private var views: [(real: View, model: ModelView)] = []
  /// Drafts that may have grown stale, of the root and of views.
  private var drafts: [Draft] = []
  private var copies = CopiedViews()
  private let geometry: RopeGeometry
  /// Without a history identifiers go at once.
  private let historyRevisions: Int
  private(set) var generator: EditGenerator
  private var definitions: DefinitionGenerator
  /// What happened last, for failures.
  private(set) var event = ""
  /// How many views were silent, and how many had a revision.
  private(set) var evaluations = (silent: 0, revisions: 0)

  /// The names, which are others after a release.
  private final class NameBox {
    var names: NamedPool
    init(_ names: NamedPool) { self.names = names }
  }

  init(seed: UInt64, items: Int, geometry: RopeGeometry) {
    self.geometry = geometry
    historyRevisions = seed.isMultiple(of: 2) ? 0 : 12
    root = DataSource(
      historyRevisions: historyRevisions,
      contentRules: ContentRules(areEqual: areEqual),
      geometry: geometry
    )
    box = NameBox(NamedPool(root.snapshot.pool))
    generator = EditGenerator(seed: seed, sections: 4, items: items, longestRun: 4)
    definitions = DefinitionGenerator(seed: seed ^ 0xABCD, items: items)
  }

  /// Makes something happen on both sides and says in what the two then differ.
  mutating func step() throws -> [String] {
    switch Int.random(in: 0..<46, using: &generator.random) {
    case 0..<14: return try applyEdits()
    case 14..<18: return try applyContents()
    case 18..<24: return try applyTreeEdit()
    case 24: return try applyDocument()
    case 25: return try applyRevert()
    case 26: return try applyDraft()
    case 27: return try takeDraft()
    case 28: return try recycle()
    case 40..<46: return try compareCopies()
    case 29, 30: return views.isEmpty ? [] : close()
    case 31..<34: return try views.count < Self.mostViews ? create() : []
    default: return try views.isEmpty ? create() : update()
    }
  }

  // MARK: The base

  private mutating func applyEdits() throws -> [String] {
    var draft = root.draft()
    var made: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator.random) {
      let edit = generator.edit(of: ModelSnapshot(names.sections(of: draft.snapshot)))
      let names = names
      do {
        _ = try draft.edit { try names.perform(edit, in: &$0) }
        made.append("\(edit)")
      } catch is SnapshotError {}
    }
    event = "edits \(made)"
    return try apply(draft)
  }

  private mutating func applyContents() throws -> [String] {
    var draft = root.draft()
    let items = root.snapshot.itemHandles
    guard !items.isEmpty else { return [] }
    var made: [String] = []
    for _ in 0..<Int.random(in: 1...2, using: &generator.random) {
      guard let item = items.randomElement(using: &generator.random) else { continue }
      let content = ["a", "A", "b", "B", "c"].randomElement(using: &generator.random) ?? "a"
      draft.edit { $0.setContent(Array(content.utf8), ofItem: item) }
      made.append("\(names.itemName(item)) = \(content)")
    }
    event = "contents \(made)"
    return try apply(draft)
  }

  private mutating func applyTreeEdit() throws -> [String] {
    var draft = root.draft()
    guard root.snapshot.numberOfSections > 0 else { return [] }
    let index = Int.random(in: 0..<root.snapshot.numberOfSections, using: &generator.random)
    let section = root.snapshot.sectionHandle(at: index)
    let members = root.snapshot.sectionSnapshot(ofSectionAt: index).items
    let member = members.randomElement(using: &generator.random)
    let kind = Int.random(in: 0..<6, using: &generator.random)
    event = "tree edit \(kind) of \(members.map(names.itemName)) at \(member as Any)"
    do throws(SnapshotError) {
      switch (kind, member) {
      case (0, let member?), (1, let member?):
        try draft.editTrees { snapshot throws(SnapshotError) in
          if snapshot.isExpanded(member) {
            try snapshot.collapse([member], inSection: section)
          } else {
            try snapshot.expand([member], inSection: section)
          }
        }
      case (3, _?):
        let tree = generator.rearranged(root.snapshot.sectionSnapshot(ofSectionAt: index))
        try draft.editTrees { (list) throws(SnapshotError) in
          try list.setTree(tree, ofSection: section)
        }
      case (2, let member?):
        try draft.editTrees { snapshot throws(SnapshotError) in
          try snapshot.deleteSubtrees(of: [member], inSection: section)
        }
      default:
        let names = names
        let start = Int.random(in: 0..<20, using: &generator.random)
        let tree = SectionSnapshot([start, start + 7].map { names.item("i\($0)") })
        try draft.editTrees { snapshot throws(SnapshotError) in
          _ = try snapshot.insert(tree, at: .end(of: member), inSection: section)
        }
      }
    } catch {
      return []
    }
    return try apply(draft)
  }

  private mutating func applyDocument() throws -> [String] {
    let document = generator.document(atMost: 30)
    var draft = root.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: document))
    event = "document \(document)"
    return try apply(draft)
  }

  private mutating func applyRevert() throws -> [String] {
    let revision = Int.random(in: root.oldestRevision...root.revision, using: &generator.random)
    guard let draft = try root.draft(revertingTo: revision) else { return ["no way back"] }
    event = "revert to \(revision)"
    return try apply(draft, passesMarks: false)
  }

  private mutating func applyDraft() throws -> [String] {
    guard let draft = drafts.popLast() else { return [] }
    event = "stale draft"
    return try apply(draft)
  }

  private mutating func takeDraft() throws -> [String] {
    guard drafts.count < 3 else { return [] }
    let source = views.randomElement(using: &generator.random)?.real.source ?? root
    var draft = Bool.random(using: &generator.random) ? source.draft() : root.draft()
    if let item = draft.snapshot.itemHandles.first {
      try draft.edit { try $0.deleteItems([item]) }
    }
    drafts.append(draft)
    return []
  }

  private mutating func compareCopies() throws -> [String] {
    let sources = [root] + views.map(\.real.source)
    defer { event = copies.event }
    return try copies.step(of: sources, names, &generator.random)
  }

  private mutating func apply(_ draft: Draft, passesMarks: Bool = true) throws -> [String] {
    let before = names.sections(of: root.snapshot)
    let prepared = try root.prepare(draft)
    let all = views.map(\.real)
    if generator.isRare(8) {
      event += ", prepared twice"
      _ = try PreparedViews(following: prepared, of: root, among: all)
      var left = Int.random(in: 0..<3, using: &generator.random)
      _ = try? PreparedViews(
        following: prepared,
        of: root,
        among: all,
        ViewCheckpoint { _ in
          left -= 1
          return left > 0
        }
      )
    }
    let follows = try PreparedViews(following: prepared, of: root, among: all)
    let applied = root.commit(prepared)
    follows.commit()
    var marks = ModelSnapshot()
    if passesMarks {
      let (old, new) = (ModelSnapshot(before), ModelSnapshot(names.sections(of: applied.after)))
      let draft = names.translated(draft.snapshot)
      marks.reloadedItems = draft.reloadedItems.filter {
        old.containsItem($0) && new.containsItem($0)
      }
      marks.reconfiguredItems = draft.reconfiguredItems.filter {
        old.containsItem($0) && new.containsItem($0)
      }
      marks.reloadedSections = draft.reloadedSections.filter {
        old.containsSection($0) && new.containsSection($0)
      }
    }
    return try problems(follows, rootMarks: marks)
  }

  // MARK: Views

  private mutating func create() throws -> [String] {
    let index =
      views.isEmpty || generator.isRare(2)
      ? nil : Int.random(in: 0..<views.count, using: &generator.random)
    let (base, baseView) = index.map { (views[$0].real.source, views[$0].real) } ?? (root, nil)
    let policies: [ContentRules.Effect] = [.reconfigure, .reconfigure, .reload, .ignore]
    let policy = policies.randomElement(using: &generator.random) ?? .reconfigure
    let source = DataSource(
      historyRevisions: historyRevisions,
      pool: root.snapshot.pool,
      contentRules: ContentRules(policy, areEqual: areEqual),
      geometry: geometry
    )
    let definition = definitions.definition()
    views.append(
      (View(of: base, baseView, shownBy: source), ModelView(of: index, definition, policy))
    )
    return try update(views.count - 1, to: definition, .any, "create")
  }

  private mutating func update() throws -> [String] {
    let index = Int.random(in: 0..<views.count, using: &generator.random)
    var definition = views[index].model.definition
    let sameRules = generator.isRare(2)
    definitions.change(&definition, keepingRules: sameRules)
    let former = views[index].model.definition
    let change: RulesChange =
      sameRules ? .none : definition.narrows(former) ? .narrower : .any
    return try update(index, to: definition, change, "update")
  }

  private mutating func update(
    _ index: Int,
    to definition: NamedDefinition,
    _ change: RulesChange,
    _ what: String
  ) throws -> [String] {
    event = "\(what) \(index) of \(views[index].model.base ?? -1): \(definition)"
    let box = box
    let follows = try PreparedViews(
      updating: views[index].real,
      to: definition.made({ box.names }, root: root),
      change,
      among: views.map(\.real)
    )
    follows.commit()
    let (base, revision) = base(of: index)
    views[index].model.update(to: definition, base, revision)
    return try problems(follows, rootMarks: ModelSnapshot(), updated: index)
  }

  /// Closes the last view, and forgets it.
  private mutating func close() -> [String] {
    guard generator.isRare(3) else { return [] }
    views.removeLast()
    return []
  }

  private func base(of index: Int) -> (ViewOracle.Base, revision: Int) {
    if let base = views[index].model.base {
      return (views[base].model.asBase, views[base].model.revision)
    }
    return (rootBase(), root.revision)
  }

  private func rootBase() -> ViewOracle.Base {
    let rows = names.model(of: root.snapshot)
    var items = rows
    items.sections = (0..<root.snapshot.numberOfSections).map { index in
      ModelSnapshot.Section(
        names.sectionName(root.snapshot.sectionHandle(at: index)),
        root.snapshot.sectionSnapshot(ofSectionAt: index).items.map(names.itemName)
      )
    }
    return .init(rows: rows, items: items)
  }

  private mutating func recycle() throws -> [String] {
    event = "handles given back"
    let pool = root.snapshot.pool
    var live = LiveHandles()
    live.insert(root)
    live.insert(drafts + copies.drafts)
    for view in views {
      live.insert(view.real.source)
      view.real.insertHandles(into: &live)
    }
    let expected = names.model(of: root.snapshot)
    let elsewhere = try root.snapshot.rebased(onto: Snapshot(pool: IdentifierPool()))
    pool.release(unless: live)
    // What a view shares contents of beside those that it shows may be gone now.
    let compared = try views.map { try elsewhere.compared(to: $0.real.source.snapshot) }
    box.names = NamedPool(pool)
    return compared.enumerated().flatMap { index, compared in
      names.problems(of: compared, expected).map { "compared with view \(index): \($0)" }
    }
  }

  // MARK: Comparing

  private mutating func problems(
    _ follows: PreparedViews,
    rootMarks: ModelSnapshot,
    updated: Int? = nil
  ) throws -> [String] {
    var problems: [String] = []
    var hasRevision: Set<Int> = []
    if let updated { hasRevision.insert(updated) }
    for index in views.indices where index != updated {
      let (base, revision) = base(of: index)
      let baseView = views[index].model.base
      let isStepped = baseView.map { hasRevision.contains($0) } ?? (updated == nil)
      let marks =
        !isStepped
        ? ModelSnapshot() : baseView.map { views[$0].model.lastMarks } ?? rootMarks
      if views[index].model.follow(base, revision, marks) { hasRevision.insert(index) }
    }
    let announced = follows.views.filter { $0.applied != nil }
    for (index, view) in views.enumerated() {
      let found = announced.first { $0.view === view.real }
      if (found != nil) != hasRevision.contains(index) {
        problems.append("view \(index) has \(found == nil ? "no" : "a") revision")
      }
      if found == nil { evaluations.silent += 1 } else { evaluations.revisions += 1 }
      problems += try self.problems(of: index, found?.applied).map { "view \(index): \($0)" }
    }
    let order = announced.compactMap { one in views.firstIndex { $0.real === one.view } }
    if order != order.sorted(), updated == nil { problems.append("order \(order)") }
    return problems
  }

  private mutating func problems(of index: Int, _ applied: Applied?) throws -> [String] {
    let (real, model) = views[index]
    var problems: [String] = []
    if let applied {
      problems += model.changes(since: model.revision - 1).problems(of: applied.changes, names)
    }
    if real.source.revision != model.revision {
      problems.append("revision \(real.source.revision)")
    }
    if real.baseRevision != model.baseRevision {
      problems.append("base revision \(real.baseRevision), not \(model.baseRevision)")
    }
    let extent = real.extent.map { ViewOracle.Extent(offset: $0.offset, total: $0.total) }
    if extent != model.current.extent {
      problems.append("window \(extent as Any), not \(model.current.extent as Any)")
    }
    problems += names.problems(of: real.source.snapshot, model.current.shown)
    if case .groups = model.definition.sections {
      problems += real.source.snapshot.problemsOfGroups
    }
    guard problems.isEmpty, generator.isRare(4) else { return problems }
    let oldest = real.source.oldestRevision
    let earlier = Int.random(in: oldest...model.revision, using: &generator.random)
    guard let changes = try real.source.changes(since: earlier) else {
      return ["no revision \(earlier)"]
    }
    return model.changes(since: earlier).problems(of: changes, names).map {
      "since \(earlier): \($0)"
    }
  }
}

private func areEqual(_ lhs: Content, _ rhs: Content) -> Bool {
  String(decoding: lhs, as: UTF8.self).lowercased()
    == String(decoding: rhs, as: UTF8.self).lowercased()
}
