public import JSON

/// A copy of a data source's list, kept by following what the data source announces.
///
/// It is as plain as can be, arrays of arrays, long ones in pieces, so that its answers can be
/// trusted where the daemon's are in question: the law is that after every `dataSource/didApply` with changes this list is the data source's.
/// What is inserted, reloaded or reconfigured without content has none, so contents are those of the data source
/// unless its options keep contents, or their changes, out of what it announces.
public struct ListReplica: Equatable, Sendable {
  /// An item of the list.
  public struct Item: Equatable, Sendable {
    /// The identifier as JSON, in the one form in which the daemon writes it.
    public var identifier: [UInt8]
    /// The content as JSON, or nil when the item has none.
    public var content: [UInt8]?
    /// Where the row is in the tree of its section.
    public var outline = Outline.plain

    package init(identifier: [UInt8], content: [UInt8]? = nil) {
      self.identifier = identifier
      self.content = content
    }
  }

  /// A section of the list with its items in display order.
  public struct Section: Equatable, Sendable {
    /// The identifier as JSON, in the one form in which the daemon writes it.
    public var identifier: [UInt8]
    /// The content as JSON, or nil when the section has none.
    public var content: [UInt8]?
    /// The items in display order.
    public var items = Items()

    package init(identifier: [UInt8], content: [UInt8]? = nil) {
      self.identifier = identifier
      self.content = content
    }
  }

  /// The revision that the list is at.
  public private(set) var revision: Int
  /// The sections in display order.
  public private(set) var sections: [Section]
  /// Whether contents are as announced: a stage that reloads a section says nothing of its items.
  public private(set) var knowsContents = true

  /// The list of a new data source: empty, at revision 0.
  public init() {
    self.init(sections: [], revision: 0)
  }

  package init(sections: [Section], revision: Int) {
    self.sections = sections
    self.revision = revision
  }

  /// Reads a list as a whole from the answer to `snapshot/contents`.
  ///
  /// - Parameter contents: A snapshot document with its revision.
  /// - Throws: ``ListReplicaError`` when the value is not of that form.
  public init(contents: JSONView) throws(ListReplicaError) {
    try self.init(contents: contents, revision: FieldReader(contents).integer("revision"))
  }

  /// Reads a list that says nothing of its revision.
  package init(contents: JSONView, revision: Int) throws(ListReplicaError) {
    self.init(sections: [], revision: revision)
    for value in try FieldReader(contents).elements("sections") {
      let entry = try Entry(value)
      var section = Section(identifier: entry.identifier, content: entry.content)
      for item in value["items"]?.elements.map({ $0 }) ?? [] {
        let entry = try Entry(item)
        section.items.append(Item(identifier: entry.identifier, content: entry.content))
      }
      sections.append(section)
    }
    for run in try OutlineRun.runs(contents) { try run.set(in: &sections) }
  }

  /// Follows one announced apply; when it does not fit, the list stays as it was.
  ///
  /// - Parameter params: The params of a `dataSource/didApply` with changes in any format.
  /// - Returns: What became of which section and which item.
  /// - Throws: ``ListReplicaError`` that says what does not fit.
  public mutating func follow(didApply params: JSONView) throws(ListReplicaError) -> ListChanges {
    let fields = FieldReader(params)
    let base = try fields.integer("fromRevision")
    guard base == revision else { throw .wrongRevision(expected: revision, actual: base) }
    guard let changes = params["changes"] else { throw .missingMember("changes") }
    let newRevision = try fields.integer("revision")

    var after = self
    var record = ChangeRecord()
    try after.replay(changes, &record)
    let items = after.sections.reduce(0) { $0 + $1.items.count }
    try check(after.sections.count, fields.integer("numberOfSections"), "numberOfSections")
    try check(items, fields.integer("numberOfItems"), "numberOfItems")

    let report = record.changes(from: sections, to: after.sections)
    after.revision = newRevision
    self = after
    return report
  }

  /// Follows changes in any format, of which nothing says where they lead.
  package mutating func replay(_ changes: JSONView) throws(ListReplicaError) {
    var record = ChangeRecord()
    try replay(changes, &record)
  }

  private mutating func replay(
    _ changes: JSONView,
    _ record: inout ChangeRecord
  ) throws(ListReplicaError) {
    guard changes.kind == .array else {
      try replay(BatchChanges(changes), &record)
      return
    }
    for step in changes.elements {
      if step["op"] == nil {
        let stage = try BatchChanges(step)
        try replay(stage, &record)
        if !stage.sectionReloads.isEmpty { knowsContents = false }
      } else {
        var replay = SequentialReplay(sections: sections, record: record)
        // It has them alone, so that no step copies them.
        (sections, record) = ([], ChangeRecord())
        defer { (sections, record) = (replay.sections, replay.record) }
        try replay.run(step)
      }
    }
  }

  private mutating func replay(
    _ batch: BatchChanges,
    _ record: inout ChangeRecord
  ) throws(ListReplicaError) {
    var replay = BatchReplay(sections: sections, record: record)
    try replay.run(batch)
    (sections, record) = (replay.sections, replay.record)
  }

  private func check(_ actual: Int, _ stated: Int, _ name: String) throws(ListReplicaError) {
    guard actual == stated else {
      throw .wrongCount(name, stated: stated, actual: actual)
    }
  }
}
