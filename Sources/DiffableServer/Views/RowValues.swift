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

  init(_ item: Handle, _ content: Content?, section: Handle? = nil, _ pool: IdentifierPool) {
    self.pool = pool
    self.item = item
    self.content = content
    self.section = section
  }

  /// The value at a place, nil when there is none.
  ///
  /// Of the text that has it nothing else is parsed.
  func value(at place: RowPlace) -> JSONView? {
    guard let text = text(place.origin) else { return nil }
    var range = text.indices
    if let pointer = place.pointer {
      guard let found = pointer.range(in: text) else { return nil }
      range = found
    }
    // All of it came out of a parsed message, so it is JSON; the nesting was checked then.
    return (try? JSONDocument(parsing: text[range], maxNestingDepth: .max))?.root
  }

  private func text(_ origin: RowPlace.Origin) -> [UInt8]? {
    switch origin {
    case .content: content
    case .identifier: pool.items.bytes(of: item)
    case .section: section.map(pool.sections.bytes(of:))
    }
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
