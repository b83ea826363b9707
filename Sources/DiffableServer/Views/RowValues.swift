import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// The values of one row, read where a view asks for them.
///
/// It is good for as long as the content and the pool are there that it was made from: rows are
/// read by the million, so neither is counted.
struct RowValues {
  private unowned(unsafe) let pool: IdentifierPool
  private let item: Handle
  private let content: UnsafeRawBufferPointer?
  /// The section that has the row in the base, where it is known.
  private let section: Handle?

  /// What is told of long work on one value.
  private var work: Work { pool.work }

  /// What is told of work on one value, nil for a short one: it would be counted for each row.
  @inline(__always)
  func work(on value: PlacedValue?) -> Work? {
    value?.bytes.count ?? 0 < Work.longText ? nil : work
  }

  /// Calls a closure with the values of a row.
  static func with<Result>(
    _ item: Handle,
    _ content: Content?,
    section: Handle? = nil,
    _ pool: IdentifierPool,
    _ body: (RowValues) -> Result
  ) -> Result {
    guard let content else {
      return body(RowValues(pool: pool, item: item, content: nil, section: section))
    }
    return content.withUnsafeBytes { content in
      body(RowValues(pool: pool, item: item, content: content, section: section))
    }
  }

  /// Calls a closure with the value at a place, nil when there is none.
  func withValue<Result>(at place: RowPlace, _ body: (PlacedValue?) -> Result) -> Result {
    switch place.origin {
    case .content:
      guard let content else { return body(nil) }
      return withValue(at: place.pointer, in: content, body)
    case .identifier:
      return pool.items.withBytes(of: item) { withValue(at: place.pointer, in: $0, body) }
    case .section:
      guard let section else { return body(nil) }
      return pool.sections.withBytes(of: section) { withValue(at: place.pointer, in: $0, body) }
    }
  }

  private func withValue<Result>(
    at pointer: JSONPointer?,
    in text: UnsafeRawBufferPointer,
    _ body: (PlacedValue?) -> Result
  ) -> Result {
    _ = work.mayRead(text.count)
    // What is found after that was called off is not kept.
    guard !work.isCalledOff else { return body(nil) }
    guard let pointer else { return body(PlacedValue(text)) }
    let range = pointer.range(in: text)
    return body(range.map { PlacedValue(UnsafeRawBufferPointer(rebasing: text[$0])) })
  }
}

extension PlacedValue {
  /// The text by which a value is searched: that of a string, or a number as it was sent.
  func searchedText(_ work: Work?) -> String? {
    if let searchedBytes { return String(decoding: searchedBytes, as: UTF8.self) }
    return decodedText(work).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Likewise, folded, which may be long work.
  func searchedText(folds: Bool, _ work: Work?) -> FoldedText? {
    if let searchedBytes { return FoldedText(searchedBytes, folds: folds, work) }
    return decodedText(work)?.withUnsafeBytes { FoldedText($0, folds: folds, work) }
  }

  private var searchedBytes: UnsafeRawBufferPointer? { kind == .number ? bytes : plainText }
}
