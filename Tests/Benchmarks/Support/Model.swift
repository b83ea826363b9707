import DataSources
import Snapshots

/// A list with its identifiers ready to be handed to a snapshot builder.
struct ListBytes {
  let list: ItemList
  fileprivate let sections: [[UInt8]]
  fileprivate let items: IdentifierBytes

  init(_ list: ItemList, _ kind: IdentifierKind = .string) {
    self.list = list
    sections = (0..<list.numberOfSections).map { Array("\"section \($0)\"".utf8) }
    items = IdentifierBytes(list.items, kind)
  }
}

/// A data source in this process.
///
/// No other file, but for the tables of look-ups, batches and memory, names what the model consists
/// of: so little is in the way when the same benchmarks are to be built with an older model.
struct Model {
  let source = DataSource()

  var snapshot: Snapshot { source.snapshot }

  var numberOfItems: Int { snapshot.numberOfItems }

  /// An empty data source.
  init() {}

  /// A data source with a list as its state, fresh or shuffled.
  init(_ list: ItemList, _ order: Order = .fresh) throws {
    for list in order.lists(list) { try replace(with: ListBytes(list)) }
  }

  /// Makes a list the state of the data source.
  @discardableResult
  func replace(with bytes: ListBytes) throws -> Applied {
    var draft = source.draft()
    var builder = SnapshotBuilder(replacing: draft.snapshot)
    builder.reserveCapacity(sections: bytes.sections.count, items: bytes.list.items.count)
    for (index, section) in bytes.sections.enumerated() {
      section.withUnsafeBytes { _ = builder.appendSection($0) }
      bytes.items.forEach(in: bytes.list.offsets(inSection: index)) { builder.appendItem($0) }
    }
    draft.replace(with: try builder.build())
    return try source.apply(&draft)
  }

  /// Makes an edit the next state of the data source: finds the identifiers that it names, edits,
  /// finds the difference and publishes.
  func apply(_ edit: SingleEdit, subject: [UInt8], anchor: [UInt8]) throws -> Applied {
    let items = source.snapshot.pool.items
    let item = edit.subjectIsNew ? items.known(subject) : items.found(subject)
    let anchor = edit.hasAnchor ? items.found(anchor) : item
    var draft = source.draft()
    try draft.edit { try edit.make(&$0, item, anchor) }
    return try source.apply(&draft)
  }
}

extension Model {
  /// Checks that an edit has just been made.
  func check(_ edit: SingleEdit, subject: [UInt8], anchor: [UInt8]) throws {
    let items = snapshot.pool.items
    let place = snapshot.index(ofItem: items.known(subject))
    let expected: Int? =
      switch edit {
      case .insert, .move: snapshot.index(ofItem: items.known(anchor)).map { $0 + 1 }
      case .delete: nil
      case .append: snapshot.numberOfItems - 1
      }
    guard place == expected else { throw BenchmarkError("an edit went wrong: \(edit)") }
  }
}

extension SingleEdit {
  /// Makes the edit in a snapshot.
  func make(_ snapshot: inout Snapshot, _ item: Handle, _ anchor: Handle) throws {
    switch self {
    case .insert: try snapshot.insertItems([item], .after(anchor))
    case .delete: try snapshot.deleteItems([item])
    case .move: try snapshot.moveItem(item, .after(anchor))
    case .append: try snapshot.appendItems([item])
    }
  }
}

extension Interner {
  /// The handle of an identifier that may be new.
  func known(_ identifier: [UInt8]) -> Handle {
    identifier.withUnsafeBytes { intern($0) }
  }

  /// The handle of an identifier that is there.
  func found(_ identifier: [UInt8]) -> Handle {
    identifier.withUnsafeBytes { find($0) } ?? -1
  }
}
