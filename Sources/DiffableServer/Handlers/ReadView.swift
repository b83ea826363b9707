import DataSources
import DiffableProtocol
import JSON
import Snapshots

/// What a reading method reads: a state, and the revision that it is, on a data source.
struct ReadView {
  let draft: Draft
  let revision: Int?
  let elements: ElementReader
  /// How long the answer may be.
  let byteLimit: Int

  var snapshot: Snapshot { draft.snapshot }

  /// The index of a section that must be there.
  func index(ofSection value: JSONView, _ member: String) throws(DiffableError) -> Int {
    let section = try elements.knownSection(value, member) { snapshot.containsSection($0) }
    guard let index = snapshot.index(ofSection: section) else {
      preconditionFailure("a section that is here has an index")
    }
    return index
  }
}

extension Session {
  /// Finds what is read.
  func view(of params: ReadParams) throws(DiffableError) -> ReadView {
    switch params.target {
    case .dataSource(let name):
      return try view(of: DataSourceQuestion(dataSource: name, atRevision: params.atRevision))
    case .snapshot(let name):
      let named = try store.snapshot(named: name)
      let elements = elementReader(of: named.snapshot, named.reading)
      return ReadView(
        draft: named.draft,
        revision: nil,
        elements: elements,
        byteLimit: limits.maxMessageBytes
      )
    }
  }

  /// Finds the data source that is read.
  func view(of question: DataSourceQuestion) throws(DiffableError) -> ReadView {
    let stored = try dataSource(question)
    let draft = stored.source.draft()
    let elements = elementReader(of: draft.snapshot, stored.options.reading)
    return ReadView(
      draft: draft,
      revision: stored.source.revision,
      elements: elements,
      byteLimit: limits.maxMessageBytes
    )
  }

  /// Finds the data source that a question is about.
  func dataSource(_ question: DataSourceQuestion) throws(DiffableError) -> StoredDataSource {
    let stored = try store.dataSource(named: question.dataSource)
    if let revision = question.atRevision { try checkRevision(revision, stored) }
    return stored
  }

  /// What turns the sections and items of a message into handles of a snapshot.
  func elementReader(of snapshot: Snapshot, _ reading: ReadingOptions) -> ElementReader {
    ElementReader(pool: snapshot.pool, limits: limits, reading: reading, checkpoint: checkpoint)
  }
}

extension JSONWriter {
  /// Begins the object of an answer, with the revision that it is true of.
  mutating func begin(_ view: ReadView) {
    byteLimit = view.byteLimit
    beginObject()
    if let revision = view.revision { member("revision", revision) }
  }

  mutating func integerOrNull(_ value: Int?) {
    if let value { integer(value) } else { null() }
  }

  mutating func identifierOrNull(_ handle: Handle?, of interner: Interner) {
    if let handle { identifier(handle, of: interner) } else { null() }
  }
}
