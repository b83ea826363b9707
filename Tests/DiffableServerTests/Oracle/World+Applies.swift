import TestSupport

/// What every method that makes a revision takes.
struct SentConditions {
  var animates = true
  var ifRevision: Int?
  /// A JSON text.
  var tag: String?
  var text = ""
}

extension World {

  // MARK: Data sources

  mutating func create(
    _ name: String,
    _ options: SentOptions,
    _ document: SentDocument?
  ) throws(Refused) -> Reply {
    if sources.contains(where: { $0.name == name }) {
      throw Refused(options.faults.union(["dataSourceExists"]))
    }
    var source = ModelSource(name: name, options: try options.changed(ModelOptions()))
    if let document {
      let list = try document.list(replacing: source.list, source.options.rules)
      events.append(
        .applied(
          source.publish(
            list,
            marks: ModelMarks(of: list),
            origin: "dataSource/create",
            animates: false
          )
        )
      )
    }
    sources.append(source)
    return .text(#"{"revision":\#(source.revision)}"#)
  }

  mutating func configure(_ name: String, _ options: SentOptions) throws(Refused) -> Reply {
    guard let index = try? index(ofSource: name) else {
      throw Refused(options.faults.union(["unknownDataSource"]))
    }
    var faults = options.faults
    if sources[index].view != nil, options.editsRows { faults.insert("invalidParams") }
    guard faults.isEmpty else { throw Refused(faults) }
    sources[index].options = try options.changed(sources[index].options)
    return .text(#"{"revision":\#(sources[index].revision)}"#)
  }

  mutating func close(_ name: String) throws(Refused) -> Reply {
    _ = try index(ofSource: name)
    closeAll(above: name)
    return .text("null")
  }

  // MARK: Applying

  mutating func apply(
    _ document: SentDocument,
    to name: String,
    reloadsData: Bool,
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    let source = sources[index]
    let next = try document.list(replacing: source.list, source.options.rules)
    return publish(next, to: index, "dataSource/apply", conditions, reloadsData: reloadsData)
  }

  mutating func apply(
    draft draftName: String,
    to name: String,
    reloadsData: Bool,
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    guard let index = try? index(ofSource: name) else {
      throw Refused(["unknownDataSource", "unknownSnapshot"])
    }
    guard let draft = try? self.index(ofDraft: draftName) else {
      throw Refused(["unknownSnapshot", "revisionMismatch"])
    }
    try check(conditions, index)
    var next = drafts[draft].snapshot
    // What has no content in the draft keeps what the data source has.
    let current = sources[index].list
    next.itemContents = current.itemContents.merging(next.itemContents) { $1 }
    next.sectionContents = current.sectionContents.merging(next.sectionContents) { $1 }
    let reply = publish(next, to: index, "dataSource/apply", conditions, reloadsData: reloadsData)
    drafts[draft].snapshot = sources[index].list
    drafts[draft].base = sources[index].list
    return reply
  }

  mutating func edit(
    _ name: String,
    _ edits: [SentEdit],
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    var next = sources[index].list
    let moves = try next.make(edits, sources[index].options.rules)
    return publish(next, to: index, "dataSource/edit", conditions, moves: moves)
  }

  mutating func revert(
    _ name: String,
    to earlier: Int,
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    let source = sources[index]
    guard source.isKept(earlier) else { throw Refused("revisionUnavailable") }
    let state = source.state(at: earlier)
    let isOther = !Content.areSame(state.listContent, source.listContent)
    return publish(
      state.list,
      to: index,
      "dataSource/revert",
      conditions,
      marks: source.marks(since: earlier),
      listContent: isOther ? state.listContent : nil
    )
  }

  mutating func setContent(
    _ name: String,
    _ content: String,
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    return publish(
      sources[index].list,
      to: index,
      "dataSource/setContent",
      conditions,
      listContent: content
    )
  }

  func check(_ conditions: SentConditions, _ index: Int) throws(Refused) {
    if let revision = conditions.ifRevision, revision != sources[index].revision {
      throw Refused("revisionMismatch")
    }
  }

  /// Makes a list the current one of a data source, and answers its ApplyResult.
  mutating func publish(
    _ next: ModelSnapshot,
    to index: Int,
    _ origin: String,
    _ conditions: SentConditions,
    marks: ModelMarks? = nil,
    moves: [(edit: Int, moved: [String])] = [],
    reloadsData: Bool = false,
    listContent: String? = nil,
    transaction: String? = nil
  ) -> Reply {
    var announcement = sources[index].publish(
      next,
      marks: marks ?? ModelMarks(of: next),
      listContent: listContent,
      origin: origin,
      animates: conditions.animates
    )
    announcement.reloadsData = reloadsData
    announcement.transaction = transaction
    announcement.tags = [conditions.tag].compactMap(\.self)
    if marks == nil {
      announcement.requested = ModelMarks(of: next).kept(in: announcement.before)
        .kept(in: announcement.after)
    }
    events.append(.applied(announcement))
    followViews(announcement)
    return reply(announcement, moves: moves)
  }

  /// The ApplyResult of a revision.
  func reply(_ announcement: Announcement, moves: [(edit: Int, moved: [String])]) -> Reply {
    let counts = announcement.difference.counts
    return .text(
      #"{"revision":\#(announcement.revision),\#(counts),\#(sizes(announcement.after)),"#
        + "\(warnings(moves))}"
    )
  }

  func sizes(_ list: ModelSnapshot) -> String {
    #""numberOfSections":\#(list.sections.count),"numberOfItems":\#(list.itemNames.count)"#
  }

  func warnings(_ moves: [(edit: Int, moved: [String])]) -> String {
    let warnings = moves.map { edit, moved in
      #"{"kind":"existingItemsMoved","edit":\#(edit),"identifiers":\#(list(moved))}"#
    }
    return #""warnings":\#(list(warnings))"#
  }
}
