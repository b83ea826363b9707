import DataSources
import DiffableProtocol
import JSON
import Snapshots

/// What a reading method reads: a state, and the revision that it is, on a data source.
struct ReadView {
  let snapshot: Snapshot
  let revision: Int?
  let handles: HandleReader

  /// The member `items` as handles, nil for each that the pool does not know.
  func items(_ reader: ObjectReader) throws(DiffableError) -> [Handle?] {
    let items = try reader.array("items")
    return try handles.list(items, "items") { (value) throws(DiffableError) in
      try handles.item(value)
    }
  }

  /// The member `sections` as handles, nil for each that the pool does not know.
  func sections(_ reader: ObjectReader) throws(DiffableError) -> [Handle?] {
    let sections = try reader.array("sections")
    return try handles.list(sections, "sections") { (value) throws(DiffableError) in
      try handles.section(value)
    }
  }
}

extension Server {
  /// Finds what a reading method reads.
  func read(_ reader: ObjectReader) throws(DiffableError) -> ReadView {
    let params = try ReadParams(reader)
    switch params.target {
    case .dataSource(let name):
      return try view(of: name, at: params.atRevision)
    case .snapshot(let name):
      let named = try namedSnapshot(name)
      let snapshot = named.snapshot
      let handles = handles(of: snapshot, named.rules)
      return ReadView(snapshot: snapshot, revision: nil, handles: handles)
    }
  }

  /// Finds what a method reads that only data sources have.
  func readDataSource(_ reader: ObjectReader) throws(DiffableError) -> ReadView {
    view(of: try servedDataSource(reader))
  }

  /// Finds the data source that a method asks about.
  func servedDataSource(_ reader: ObjectReader) throws(DiffableError) -> ServedDataSource {
    let served = try dataSource(named: try reader.string("dataSource"))
    if let revision = try reader.optionalInteger("atRevision") {
      try checkRevision(revision, served)
    }
    return served
  }

  /// What turns the sections and items of a message into handles of a snapshot.
  func handles(of snapshot: Snapshot, _ rules: ReadingRules) -> HandleReader {
    HandleReader(pool: snapshot.pool, limits: limits, rules: rules, checkpoint: checkpoint)
  }

  private func view(of name: String, at revision: Int?) throws(DiffableError) -> ReadView {
    let served = try dataSource(named: name)
    if let revision { try checkRevision(revision, served) }
    return view(of: served)
  }

  private func view(of served: ServedDataSource) -> ReadView {
    let snapshot = served.source.snapshot
    let handles = handles(of: snapshot, served.options.readingRules)
    return ReadView(snapshot: snapshot, revision: served.source.revision, handles: handles)
  }
}

extension JSONWriter {
  /// Begins the object of an answer, with the revision that it is true of.
  mutating func begin(_ view: ReadView) {
    beginObject()
    if let revision = view.revision { member("revision", revision) }
  }

  mutating func integerOrNull(_ value: Int?) {
    if let value { integer(value) } else { null() }
  }

  mutating func identifierOrNull(_ handle: Handle?, of interner: Interner) {
    if let handle { identifier(handle, of: interner) } else { null() }
  }

  /// Writes a member that is an array whose length the client chose.
  ///
  /// - Throws: `limitExceeded` as soon as the answer is longer than any message may be: a few bytes
  ///   of a question may ask for thousands.
  mutating func answers<Elements: Sequence>(
    _ name: StaticString,
    _ elements: Elements,
    _ limits: Limits,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) throws(DiffableError) {
    self.name(name)
    beginArray()
    for element in elements {
      body(&self, element)
      guard bytes.count <= limits.maxMessageBytes else {
        throw .limitExceeded("maxMessageBytes", limits.maxMessageBytes, "The answer is")
      }
    }
    endArray()
  }
}
