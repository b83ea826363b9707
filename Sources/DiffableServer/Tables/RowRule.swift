import DiffableProtocol
import JSON
import Snapshots

/// What an option says of rows: an item's own content first, then its section, then the whole.
struct RowRule<Value> {
  let whole: Value
  /// The sections of which something is said, nil for none; they need not be there when the option
  /// is set.
  private let sections: Interner?
  /// What is said of each.
  private let sectionValues: [Value]
  /// Where an item's content says it.
  let item: JSONPointer?
  /// What a value there means, nil when it says nothing.
  private let read: (JSONView) -> Value?

  /// Creates a rule.
  ///
  /// - Throws: `invalidIdentifier` when what should name a section does not, or
  ///   `requestCancelled`.
  init(
    whole: Value,
    sections settings: SectionSettings<Value> = SectionSettings(),
    item: JSONPointer? = nil,
    _ identifiers: IdentifierReader,
    _ checkpoint: Checkpoint,
    _ read: @escaping (JSONView) -> Value? = { _ in nil }
  ) throws(DiffableError) where Value: Equatable & Sendable {
    self.whole = whole
    self.item = item
    self.read = read
    var values: [Value] = []
    let known = Interner()
    for setting in settings {
      try checkpoint.step()
      let section = Int(try setting.section(in: known, identifiers))
      if section == values.count { values.append(setting.value) }
      values[section] = setting.value
    }
    self.sections = values.isEmpty ? nil : known
    sectionValues = values
  }

  /// Whether all rows of a section are alike.
  var isUniform: Bool { item == nil }

  /// What is said of the rows of a section of which nothing else is said.
  func value(ofSection section: Handle, in pool: IdentifierPool) -> Value {
    guard let sections else { return whole }
    let known = pool.sections.withBytes(of: section) { sections.find($0) }
    return known.map { sectionValues[Int($0)] } ?? whole
  }

  /// What is said of an item in a section.
  func value(ofItem item: Handle, inSection section: Handle, in snapshot: Snapshot) -> Value {
    if let pointer = self.item, let content = snapshot.content(ofItem: item),
      let own = DiffableServer.value(at: pointer, in: content, snapshot.pool.work, read)
    {
      return own
    }
    return value(ofSection: section, in: snapshot.pool)
  }

  /// What is said of the row at an index path, nil when there is none.
  func value(at path: IndexPath, in snapshot: Snapshot) -> Value? {
    snapshot.itemHandle(at: path).map { item in
      value(ofItem: item, inSection: snapshot.sectionHandle(at: path.section), in: snapshot)
    }
  }
}

extension RowRule where Value: Equatable {
  /// Says whether different things are said of two sections; nil when the same is said of all.
  func difference(in pool: IdentifierPool) -> ((_ one: Handle, _ other: Handle) -> Bool)? {
    if sections == nil { return nil }
    return { one, other in value(ofSection: one, in: pool) != value(ofSection: other, in: pool) }
  }
}

extension SectionSetting {
  /// The number of the section among those that are known, or a new one.
  fileprivate func section(
    in sections: Interner,
    _ identifiers: IdentifierReader
  ) throws(DiffableError) -> Handle {
    // The bytes come out of a parsed message, so they are JSON; the nesting was checked then.
    guard let document = try? JSONDocument(parsing: section, maxNestingDepth: .max) else {
      return section.withUnsafeBytes { sections.intern($0) }
    }
    do throws(DiffableError) {
      return try identifiers.withCanonicalBytes(of: document.root) { sections.intern($0) }
    } catch {
      throw error.at(place)
    }
  }
}

/// What stands at a place in a content.
///
/// - Parameters:
///   - pointer: The place.
///   - content: The content.
///   - work: Told how long it is.
///   - read: What the value there means.
/// - Returns: What the closure returns, nil when there is nothing.
func value<Result>(
  at pointer: JSONPointer,
  in content: Content,
  _ work: Work,
  _ read: (JSONView) -> Result?
) -> Result? {
  content.withUnsafeBytes { text in
    // Read to its end all the same, since it may be kept.
    pointer.range(in: text, work).flatMap { range in
      let document = try? JSONDocument(parsing: Array(text[range]), maxNestingDepth: .max)
      return document.flatMap { read($0.root) }
    }
  }
}
