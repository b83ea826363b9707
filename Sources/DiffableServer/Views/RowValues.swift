import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// The values of one row, read where a view asks for them.
struct RowValues {
  let pool: IdentifierPool
  let item: Handle
  let content: Content?
  /// The section that has the row in the base, where it is known.
  let section: Handle?

  private var documents: [RowPlace.Origin: JSONDocument?] = [:]

  init(_ item: Handle, _ content: Content?, section: Handle? = nil, _ pool: IdentifierPool) {
    self.pool = pool
    self.item = item
    self.content = content
    self.section = section
  }

  /// The value at a place, nil when there is none.
  mutating func value(at place: RowPlace) -> JSONView? {
    guard let root = document(place.origin)?.root else { return nil }
    return place.pointer.map { root.value(at: $0) } ?? root
  }

  private mutating func document(_ origin: RowPlace.Origin) -> JSONDocument? {
    if let known = documents[origin] { return known }
    let text: [UInt8]? =
      switch origin {
      case .content: content
      case .identifier: pool.items.bytes(of: item)
      case .section: section.map(pool.sections.bytes(of:))
      }
    // All of it came out of a parsed message, so it is JSON; the nesting was checked then.
    let document = text.flatMap { try? JSONDocument(parsing: $0[...], maxNestingDepth: .max) }
    documents[origin] = document
    return document
  }
}

extension JSONView {
  /// The text by which a value is searched: that of a string, or a number as it was sent.
  var searchedText: String? {
    switch kind {
    case .string: string
    case .number: withBytes { String(decoding: $0, as: UTF8.self) }
    case .null, .bool, .array, .object: nil
    }
  }
}
