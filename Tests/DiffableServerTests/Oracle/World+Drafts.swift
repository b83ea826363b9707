import TestSupport

extension World {

  mutating func createDraft(
    _ name: String,
    from target: ModelTarget?,
    identity: [String]?
  ) throws(Refused) -> Reply {
    let faults: Set<String> = target != nil && identity != nil ? ["invalidParams"] : []
    if drafts.contains(where: { $0.name == name }) {
      throw Refused(faults.union(["snapshotExists"]))
    }
    guard faults.isEmpty else { throw Refused(faults) }
    var made = ModelDraft(name: name, rules: SentRules(identity: identity))
    switch target {
    case nil: break
    case .source(let source):
      let source = try self.source(source)
      (made.snapshot, made.base, made.rules) = (source.list, source.list, source.options.rules)
    case .draft(let other):
      let other = try draft(other)
      (made.snapshot, made.base, made.rules) = (other.snapshot, other.base, other.rules)
    }
    drafts.append(made)
    return .text("{\(sizes(made.snapshot))}")
  }

  mutating func editDraft(_ name: String, _ edits: [SentEdit]) throws(Refused) -> Reply {
    let index = try index(ofDraft: name)
    let moves = try drafts[index].snapshot.make(edits, drafts[index].rules)
    drafts[index].snapshot.dropContents(unlessIn: drafts[index].base.map { [$0] } ?? [])
    return .text("{\(sizes(drafts[index].snapshot)),\(warnings(moves))}")
  }

  mutating func releaseDraft(_ name: String) throws(Refused) -> Reply {
    drafts.remove(at: try index(ofDraft: name))
    return .text("null")
  }

  // MARK: Differences

  /// The difference of any two lists: the options of the first data source that is named hold.
  func compare(
    _ from: ModelTarget,
    _ to: ModelTarget,
    _ format: String
  ) throws(Refused) -> Reply {
    guard let before = try? state(of: from), let after = try? state(of: to) else {
      throw Refused(["unknownDataSource", "unknownSnapshot"])
    }
    var marks = ModelMarks(of: after.list)
    var contentChanges = "reconfigure"
    let names = [from, to].compactMap { target in
      if case .source(let name) = target { name } else { nil }
    }
    if let name = names.first {
      let source = try source(name)
      contentChanges = source.options.contentChanges
      marks.reloadedItems.formUnion(source.itemsThatNeedAnotherCell(before.list, after.list))
    }
    let difference = ModelDifference(
      from: before.list,
      to: after.list,
      marks: marks,
      contentChanges: contentChanges
    )
    return .changes(difference, format, includeContent: true, beside: "{\(difference.counts)}")
  }

  /// What changed since an earlier revision.
  func changes(_ name: String, since earlier: Int, _ format: String) throws(Refused) -> Reply {
    let source = try source(name)
    guard source.isKept(earlier) else { throw Refused("revisionUnavailable") }
    let before = source.state(at: earlier)
    let difference = ModelDifference(
      from: before.list,
      to: source.list,
      marks: source.marks(since: earlier),
      contentChanges: source.options.contentChanges
    )
    let isOther = !Content.areSame(before.listContent, source.listContent)
    var content = isOther ? #","content":\#(source.listContent)"# : ""
    content += source.view?.windowText.map { #","window":\#($0)"# } ?? ""
    return .changes(
      difference,
      format,
      includeContent: source.options.includeContent,
      beside: #"{"fromRevision":\#(earlier),"revision":\#(source.revision)\#(content)}"#
    )
  }
}
