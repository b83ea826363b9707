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

  /// Calls a closure with the value at a place, nil when there is none.
  func withValue<Result>(at place: RowPlace, _ body: (PlacedValue?) -> Result) -> Result {
    guard let text = text(place.origin) else { return body(nil) }
    return text.withUnsafeBytes { text in
      guard let pointer = place.pointer else { return body(PlacedValue(text)) }
      let range = pointer.range(in: text)
      return body(range.map { PlacedValue(UnsafeRawBufferPointer(rebasing: text[$0])) })
    }
  }

  private func text(_ origin: RowPlace.Origin) -> [UInt8]? {
    switch origin {
    case .content: content
    case .identifier: pool.items.bytes(of: item)
    case .section: section.map(pool.sections.bytes(of:))
    }
  }
}

extension PlacedValue {
  /// The text by which a value is searched: that of a string, or a number as it was sent.
  var searchedText: String? {
    if let searchedBytes { return String(decoding: searchedBytes, as: UTF8.self) }
    return kind == .string ? view?.string : nil
  }

  /// Likewise, folded.
  func searchedText(folds: Bool) -> FoldedText? {
    if let searchedBytes { return FoldedText(searchedBytes, folds: folds) }
    return kind == .string ? view?.string.map { FoldedText($0, folds: folds) } : nil
  }

  private var searchedBytes: UnsafeRawBufferPointer? { kind == .number ? bytes : plainText }
}
