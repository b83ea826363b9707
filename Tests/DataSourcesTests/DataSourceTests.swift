import DataSources
import Snapshots
import TestSupport
import Testing

@Suite struct DataSourceTests {

  @Test func `a new data source shows nothing and is at revision 0`() throws {
    let named = try NamedSource()
    #expect(named.state == "")
    #expect(named.source.revision == 0)
  }

  @Test func `an edited draft changes nothing until it is applied`() throws {
    let named = try NamedSource("A[1]")
    var draft = named.source.draft()
    try draft.edit { snapshot in
      _ = try named.names.perform(.appendItems(["2"], to: nil), in: &snapshot)
    }
    #expect(named.state == "A[1]")
    #expect(named.names.model(of: named.source.draft().snapshot) == "A[1]")
    #expect(try named.apply(&draft) == ["+(0,1)x1"])
    #expect(named.state == "A[1,2]")
  }

  @Test func `an apply that changes nothing makes a revision`() throws {
    let named = try NamedSource("A[1]")
    #expect(try named.apply("A[1]") == [])
    #expect(named.source.revision == 2)
  }

  @Test func `an apply consumes the marks`() throws {
    let named = try NamedSource("A[1]")
    var draft = named.source.draft()
    try draft.edit { snapshot in
      _ = try named.names.perform(.reloadItems(["1"]), in: &snapshot)
    }
    #expect(try named.apply(&draft) == ["~(0,0)x1"])
    #expect(named.source.snapshot.reloadedItems == [])
    #expect(draft.snapshot.reloadedItems == [])
    #expect(try named.apply(&draft) == [])
  }

  @Test func `a mark of a section that is then deleted is no error`() throws {
    let named = try NamedSource("A B")
    #expect(try named.edit(.reloadSections(["A"]), .deleteSections(["A"])) == ["-A@0"])
  }

  @Test func `deleting everything and building it anew is only what differs`() throws {
    let named = try NamedSource("A[3,1,2]")
    let changes = try named.edit(
      .deleteAllItems,
      .appendSections(["A"]),
      .appendItems(["1", "3", "2"], to: nil)
    )
    #expect(changes.count == 1)
    #expect(changes[0].contains(">"))
  }

  @Test func `the fewest items move, whoever was edited`() throws {
    let expected = ["(0,3)>(0,0)x2"]
    let few = try NamedSource("A[1,2,3,4,5]").edit(
      .moveItem("5", .before("1")),
      .moveItem("4", .before("5"))
    )
    #expect(few == expected)
    let many = try NamedSource("A[1,2,3,4,5]").edit(
      .moveItem("1", .after("5")),
      .moveItem("2", .after("1")),
      .moveItem("3", .after("2"))
    )
    #expect(many == expected)
  }

  @Test func `a refused edit leaves a draft as it was, with those before it`() throws {
    let named = try NamedSource("A[1,2]")
    var draft = named.source.draft()
    #expect(throws: SnapshotError.unknownSections([named.names.section("A")])) {
      try draft.edit { (snapshot) throws(SnapshotError) in
        for edit in [
          ModelEdit.reloadItems(["1"]), .setItemContent("2", "x"), .deleteSections(["A"]),
          .insertSections(["X"], .after("A")),
        ] {
          _ = try named.names.perform(edit, in: &snapshot)
        }
      }
    }
    #expect(named.names.problems(of: draft.snapshot, against: "A[1,2]") == [])
  }

  @Test func `rapid applies each make one revision, and the last one wins`() throws {
    let named = try NamedSource("A")
    for turn in 0..<10 {
      _ = try named.edit(.appendItems(["i\(turn)"], to: nil))
      #expect(named.source.revision == turn + 2)
    }
    #expect(named.state.sections[0].items == (0..<10).map { "i\($0)" })
  }

  @Test func `a draft that is thrown away leaves no trace`() throws {
    let named = try NamedSource("A[1]")
    var thrownAway = named.source.draft()
    try thrownAway.edit { snapshot in
      _ = try named.names.perform(.deleteAllItems, in: &snapshot)
    }
    #expect(try named.edit(.appendItems(["2"], to: nil)) == ["+(0,1)x1"])
  }

  @Test func `a stale draft is applied as it is`() throws {
    let named = try NamedSource("A[1,2]")
    var stale = named.source.draft()
    _ = try named.edit(.appendItems(["3"], to: nil), .deleteItems(["1"]))
    #expect(try named.apply(&stale) == ["-(0,1)x1", "+(0,0)x1"])
    #expect(named.state == "A[1,2]")
  }

  @Test func `a draft from nothing replaces everything`() throws {
    let named = try NamedSource("A[1,2]")
    var draft = Draft()
    let names = NamedPool(draft.snapshot.pool)
    try draft.edit { snapshot in
      _ = try names.perform(.appendSections(["B", "A"]), in: &snapshot)
      _ = try names.perform(.appendItems(["2", "9"], to: "A"), in: &snapshot)
    }
    #expect(try named.apply(&draft) == ["+B@0", "-(0,0)x1", "+(1,1)x1"])
    #expect(named.state == "B A[2,9]")
    #expect(try named.apply(&draft) == [])
  }

  @Test func `look-ups of what is not there give nothing`() throws {
    let named = try NamedSource("A[1]")
    let snapshot = named.source.snapshot
    for (section, item) in [(0, 5), (9, 0), (0, -1), (-1, 0), (.max, .max), (.min, .min)] {
      #expect(snapshot.itemHandle(at: IndexPath(section: section, item: item)) == nil)
    }
    #expect(snapshot.indexPath(ofItem: named.names.item("99")) == nil)
    #expect(snapshot.index(ofItem: 1_000_000) == nil)
    #expect(snapshot.index(ofSection: 1_000_000) == nil)
    #expect(snapshot.sectionHandle(containingItem: named.names.item("99")) == nil)
  }

  // MARK: Content

  @Test func `an item without content keeps what the data source has`() throws {
    let named = try NamedSource(content("A[1]", "x"))
    #expect(try named.apply("A[1]") == [])
    #expect(named.state.itemContents == ["1": "x"])
  }

  @Test func `an item that is deleted and comes back in one apply keeps its content`() throws {
    let named = try NamedSource(content("A[1]", "x"))
    #expect(try named.edit(.deleteItems(["1"]), .appendItems(["1"], to: nil)) == [])
    #expect(named.state.itemContents == ["1": "x"])
  }

  @Test func `content goes at the apply after which its item is gone`() throws {
    let named = try NamedSource(content("A[1]", "x"))
    _ = try named.edit(.deleteItems(["1"]))
    _ = try named.edit(.appendItems(["1"], to: nil))
    #expect(named.state.itemContents == [:])
  }

  @Test func `new content is what the policy says`() throws {
    let policies: [(ContentRules.Effect, [String])] = [
      (.reconfigure, ["=(0,0)x1"]), (.reload, ["~(0,0)x1"]), (.ignore, []),
    ]
    for (policy, changes) in policies {
      let named = try NamedSource(content("A[1]", "x"), ContentRules(policy))
      #expect(try named.apply(content("A[1]", "y")) == changes)
      #expect(named.state.itemContents == ["1": "y"])
    }
  }

  @Test func `equal content in other bytes is stored and changes nothing`() throws {
    let named = try NamedSource(content("A[1]", "x"), ContentRules { _, _ in true })
    var draft = named.source.draft()
    draft.edit { $0.setContent(Array("X".utf8), ofItem: named.names.item("1")) }
    let applied = try named.source.apply(&draft)
    #expect(applied.changes == Changes())
    #expect(named.state.itemContents == ["1": "X"])
  }

  @Test func `new content of a section reconfigures it`() throws {
    let named = try NamedSource("A[1] B")
    #expect(try named.edit(.setSectionContent("B", "x")) == ["=B@1"])
    #expect(named.state.sectionContents == ["B": "x"])
  }

  private func content(_ snapshot: ModelSnapshot, _ content: String) -> ModelSnapshot {
    var snapshot = snapshot
    for item in snapshot.itemNames { snapshot.itemContents[item] = content }
    return snapshot
  }
}
