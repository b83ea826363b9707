import DataSources
import Snapshots

/// A list with its identifiers ready to be handed to a snapshot builder.
struct Model {
  let list: ItemList
  private let identifiers: IdentifierBytes

  init(_ list: ItemList, _ kind: IdentifierKind = .string) {
    self.list = list
    identifiers = IdentifierBytes(list.items, kind)
  }

  /// Makes this list the state of a data source.
  @discardableResult
  func replace(_ source: DataSource) throws -> Applied {
    var draft = source.draft()
    var builder = SnapshotBuilder(replacing: draft.snapshot)
    builder.reserveCapacity(list.items.count)
    for section in 0..<ItemList.numberOfSections {
      Array("\"section \(section)\"".utf8).withUnsafeBytes { _ = builder.appendSection($0) }
      identifiers.forEach(in: list.offsets(inSection: section)) { builder.appendItem($0) }
    }
    draft.snapshot = try builder.build()
    return try source.apply(&draft, areEqual: ==)
  }

  /// A data source with this list as its state.
  func dataSource() throws -> DataSource {
    let source = DataSource()
    try replace(source)
    return source
  }
}

extension Interner {
  /// The handle of an item, made known if need be.
  func handle(of item: Int, _ kind: IdentifierKind = .string) -> Handle {
    kind.bytes(of: item).withUnsafeBytes { intern($0) }
  }
}
