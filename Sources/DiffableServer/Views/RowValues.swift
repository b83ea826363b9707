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
  func value(at place: RowPlace) -> PlacedValue? {
    guard let text = text(place.origin) else { return nil }
    guard let pointer = place.pointer else { return PlacedValue(text, text.indices) }
    return pointer.range(in: text).map { PlacedValue(text, $0) }
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
    if let text = withSearchedBytes({ String(decoding: $0, as: UTF8.self) }) { return text }
    return kind == .string ? view?.string : nil
  }

  /// Likewise, folded.
  func searchedText(folds: Bool) -> FoldedText? {
    if let text = withSearchedBytes({ FoldedText($0, folds: folds) }) { return text }
    return kind == .string ? view?.string.map { FoldedText($0, folds: folds) } : nil
  }

  private func withSearchedBytes<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    kind == .number ? withBytes(body) : withPlainText(body)
  }
}
