import Snapshots
import TestSupport
import Testing

/// Long work of the model says how far it is, so often that nothing between takes long, and may be
/// called off at any of these places; short work says nothing.
@Suite struct WorkTests {
  private static let count = 20_000

  /// What is long on a list of ``count`` items, by name.
  private static let edits: [String: @Sendable (inout Snapshot) throws -> Void] = [
    "shuffle": { try $0.shuffleItems(seed: 1) },
    "reverse": { try $0.reverseItems() },
    "delete half": { list in
      try list.deleteItems(
        list.itemHandles.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      )
    },
    "delete every fifth": { list in
      try list.deleteItems(
        list.itemHandles.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
      )
    },
    "delete sections": { list in
      let gone = list.sectionHandles.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      try list.deleteSections(gone)
    },
    "clear sections": { list in
      let cleared = list.sectionHandles.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      try list.clearSections(cleared)
    },
    "append what is there": { try $0.appendItems($0.itemHandles.reversed()) },
    "replace": { list in
      let section = list.sectionHandle(at: 0)
      try list.replaceItems(inSection: section, with: list.itemHandles.reversed())
    },
    "set a tree": { list in
      let items = list.itemHandles
      let tree = SectionSnapshot(items)
      try list.setTree(tree, ofSection: list.sectionHandle(at: 1))
    },
  ]

  /// A list of many items in its first section, or of many sections with an item each.
  private func list(_ sections: Int) throws -> Snapshot {
    let names = NamedPool()
    var list = Snapshot(pool: names.pool)
    let items = (0..<Self.count).map { names.item("\($0)") }
    let handles = (0..<sections).map { names.section("\($0)") }
    try list.appendSections(handles)
    if sections == Self.count {
      try list.fillSections(from: handles[0], with: items.map { [$0] })
    } else {
      try list.appendItems(items, toSection: handles[0])
    }
    for item in items.prefix(Self.count / 2) { list.setContent([1], ofItem: item) }
    return list.asBase()
  }

  @Test(arguments: edits.keys.sorted(), [2, count])
  func `a long edit may be called off wherever it asks`(name: String, sections: Int) throws {
    let edit = try #require(Self.edits[name])
    // Two sections are taken out in one piece, which is not long.
    guard sections == Self.count || !name.hasSuffix("sections") else { return }
    let base = try list(sections)
    let before = (base.itemHandles, base.sectionHandles)
    func step(_ list: inout Snapshot) throws {
      var bytes: Int? = 0
      try list.edit(keepingContentsOf: nil, counting: &bytes, calledOffAs: { $0 }) { try edit(&$0) }
    }
    var (alone, whole) = (base, base)
    let askedAlone = try number(of: base.pool) { try edit(&alone) }
    let asked = try number(of: base.pool) { try step(&whole) }
    // Going through the elements asks once for each 1,024; some edits name half of them.
    #expect(askedAlone >= 2)
    // What was touched is looked for here and in the base, each before the edit and after it.
    #expect(asked - askedAlone >= whole.touchedItems.count / 512)
    for place in Set([1, asked / 2, asked]) {
      var list = base
      #expect(throws: SnapshotError.interrupted) {
        try calledOff(list.pool, at: place) { try step(&list) }
      }
      #expect(list.itemHandles == before.0 && list.sectionHandles == before.1)
      #expect(list.checkInvariants() == [])
      #expect(list.isUntouched)
    }
  }

  @Test(arguments: edits.keys.sorted(), [2, count])
  func `what follows on an edit may be called off too`(name: String, sections: Int) throws {
    let edit = try #require(Self.edits[name])
    let base = try list(sections)
    var after = base
    try edit(&after)
    let rules = ContentRules(.reconfigure)
    var steps: [String: () throws -> Void] = [
      "the difference": { _ = try after.changes(fromBase: base, rules) },
      "the way back": { _ = try Delta(from: base, to: after) },
      "another base": { _ = try after.compared(to: base) },
      "what it takes": {
        _ = try StepBytes(from: base, to: after, try after.outlineDelta(from: base))
      },
      "other cells": {
        var next = after
        try next.reloadItemsWithOtherSection(than: base) { _, _ in true }
      },
    ]
    let delta = try Delta(from: base, to: after)
    steps["the step back"] = {
      var undone = after.asBase()
      try undone.undo(delta)
    }
    var all = 0
    for (name, step) in steps.sorted(by: { $0.key < $1.key }) {
      let asked = try number(of: base.pool, step)
      all += asked
      // The step back may put whole pieces where they were.
      #expect(asked >= after.touchedItems.count / 1024 || name == "the step back", "\(name)")
      for place in Set([1, asked / 2, asked]) where place > 0 && place <= asked {
        #expect(throws: SnapshotError.interrupted, "\(name)") {
          try calledOff(base.pool, at: place, step)
        }
      }
    }
    #expect(all > 10)
    #expect(base.pool.work.mayContinue == nil)
  }

  @Test(arguments: [2, count])
  func `a step that touched one of a hundred is undone without a look at the others`(
    sections: Int
  ) throws {
    let base = try list(sections)
    var after = base
    let few = Self.count / 100
    let gone = stride(from: 0, to: Self.count, by: 100)
    if sections == 2 {
      try after.deleteItems(gone.map { base.itemHandles[$0] })
    } else {
      try after.deleteSections(gone.map { base.sectionHandles[$0] })
    }
    let delta = try Delta(from: base, to: after)
    var undone = after.asBase()
    let elements = try numberOfElements(of: base.pool) { try undone.undo(delta) }
    #expect(undone.itemHandles == base.itemHandles)
    #expect(undone.sectionHandles == base.sectionHandles)
    #expect(elements < 20 * few)
  }

  @Test func `many short edits ask as a long one does`() throws {
    let base = try list(2)
    let items = base.itemHandles
    let few = 100
    let asked = try number(of: base.pool) {
      var list = base
      for start in stride(from: 0, to: Self.count, by: few) {
        try list.deleteItems(Array(items[start..<start + few]))
      }
    }
    #expect(asked >= Self.count / 1024)
  }

  @Test func `looking which items are hidden asks for each that was touched`() throws {
    let base = try list(2)
    var list = base
    let edit = try #require(Self.edits["set a tree"])
    try edit(&list)
    try list.deleteItems(Array(list.itemHandles.dropFirst(Self.count / 2)))
    let edited = list
    var holdsMore = false
    let asked = try number(of: base.pool) { holdsMore = try edited.holdsMore(than: 1) }
    #expect(holdsMore)
    #expect(asked >= 1)
  }

  /// What has to find out of many items whether something closed is above them, by name: told of the
  /// list, what is hidden in it, and what hides that.
  private static let searches:
    [String: @Sendable (inout Snapshot, [Handle], Handle) throws -> Void] = [
      "append": { list, items, _ in try list.appendItems(items) },
      "replace": { list, items, _ in
        try list.replaceItems(inSection: list.sectionHandle(at: 1), with: items)
      },
      "count and drop": { list, _, top in
        let section = list.sectionHandle(at: 0)
        try list.expand([top], inSection: section)
        var bytes: Int? = 0
        try list.edit(keepingContentsOf: nil, counting: &bytes, calledOffAs: { $0 }) {
          (list) throws(SnapshotError) in
          try list.collapse([top], inSection: section)
        }
      },
      "forget": { list, _, top in
        try list.expand([top], inSection: list.sectionHandle(at: 0))
        try list.collapse([top], inSection: list.sectionHandle(at: 0))
        list.forgetPassingTouches(base: nil)
      },
      "other contents": { list, _, top in
        _ = try list.rebased(onto: list.asBase())
      },
    ]

  @Test(arguments: searches.keys.sorted())
  func `many items that hang deep go up what is above them once`(name: String) throws {
    let names = NamedPool()
    var base = Snapshot(pool: names.pool)
    try base.appendSections([names.section("tree"), names.section("flat")])
    let above = (0..<200).map { names.item("above \($0)") }
    let items = (0..<2_000).map { names.item("\($0)") }
    var tree = SectionSnapshot()
    for (level, item) in above.enumerated() {
      tree.append(.init(item: item, level: level, isExpanded: level > 0))
    }
    for item in items { tree.append(.init(item: item, level: above.count, isExpanded: false)) }
    try base.setTree(tree, ofSection: names.section("tree"))
    for item in items { base.setContent([1], ofItem: item) }
    var list = base.asBase()
    let search = try #require(Self.searches[name])
    let elements = try numberOfElements(of: list.pool) { try search(&list, items, above[0]) }
    // A walk up for each would go past 400,000.
    #expect(elements < 40_000)
  }

  /// Edits of rows above many hidden items: of one that is hidden itself, and has those below it, and
  /// of the one that hides it.
  private static let editsAboveHidden:
    [String: @Sendable (inout Snapshot, _ hidden: Handle, _ top: Handle) throws -> Void] = [
      "append hidden": { list, hidden, _ in try list.appendItems([hidden]) },
      "insert hidden": { list, hidden, top in try list.insertItems([hidden], .before(top)) },
      "append hidden elsewhere": { list, hidden, _ in
        try list.appendItems([hidden], toSection: list.sectionHandle(at: 1))
      },
      "move what hides, with many rows": { list, _, top in
        let rows = list.itemHandles.filter { $0 != top }.prefix(50)
        try list.moveItems([top] + rows, toSection: list.sectionHandle(at: 1))
      },
    ]

  @Test(arguments: editsAboveHidden.keys.sorted())
  func `what is hidden below touched rows is not gone through`(name: String) throws {
    let names = NamedPool()
    var base = Snapshot(pool: names.pool)
    try base.appendSections([names.section("tree"), names.section("flat")])
    let (top, hidden) = (names.item("top"), names.item("hidden"))
    var tree = SectionSnapshot()
    tree.append(.init(item: top, level: 0, isExpanded: false))
    tree.append(.init(item: hidden, level: 1, isExpanded: false))
    for number in 0..<20_000 {
      tree.append(.init(item: names.item("\(number)"), level: 2, isExpanded: false))
    }
    for number in 0..<100 {
      tree.append(.init(item: names.item("row \(number)"), level: 0, isExpanded: false))
    }
    try base.setTree(tree, ofSection: names.section("tree"))
    base = base.asBase()
    var list = base
    let edit = try #require(Self.editsAboveHidden[name])
    let elements = try numberOfElements(of: list.pool) {
      try edit(&list, hidden, top)
      try list.mergeOutline(from: base, greatestLevel: .max)
      _ = try list.changes(fromBase: base, ContentRules(.reconfigure))
    }
    #expect(elements < 4_000)
  }

  @Test func `a short edit asks nobody`() throws {
    let base = try list(2)
    var after = base
    let asked = try number(of: base.pool) {
      let item = after.itemHandles[77]
      try after.moveItem(item, .before(after.itemHandles[4_000]))
      try after.deleteItems([after.itemHandles[9_000]])
      _ = try after.changes(fromBase: base, ContentRules(.reconfigure))
      _ = try Delta(from: base, to: after)
    }
    #expect(asked == 0)
  }

  /// How often something asks.
  private func number(of pool: IdentifierPool, _ body: () throws -> Void) throws -> Int {
    try asked(pool, body).times
  }

  /// How many elements something says that it went through.
  private func numberOfElements(of pool: IdentifierPool, _ body: () throws -> Void) throws -> Int {
    try asked(pool, body).elements
  }

  private func asked(
    _ pool: IdentifierPool,
    _ body: () throws -> Void
  ) throws -> (times: Int, elements: Int) {
    var asked = (times: 0, elements: 0)
    pool.work.begin()
    pool.work.mayContinue = { more in
      asked.times += 1
      asked.elements += more
      return true
    }
    defer { pool.work.mayContinue = nil }
    try body()
    return asked
  }

  /// Calls something off when it asks for the last of so many times.
  private func calledOff(
    _ pool: IdentifierPool,
    at place: Int,
    _ body: () throws -> Void
  ) throws {
    var asked = 0
    pool.work.begin()
    pool.work.mayContinue = { _ in
      asked += 1
      return asked < place
    }
    defer { pool.work.mayContinue = nil }
    try body()
  }
}
