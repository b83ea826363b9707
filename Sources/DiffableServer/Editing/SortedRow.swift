import DiffableProtocol
import JSON
import Snapshots
import Views

/// An item that is sorted by a value in its content.
struct SortedRow {
  let item: Handle
  /// Which one it is of those that are sorted together.
  var number: Int32 = 0
  /// What the value begins with, in the direction in which it is sorted; without one it comes last.
  private var beginning = KeyBeginning.greatest
  /// What is left of it, in memory that somebody else keeps.
  private(set) var rest = UnsafeRawBufferPointer(start: nil, count: 0)

  init(item: Handle) { self.item = item }

  /// Reads what the item is sorted by.
  ///
  /// The content has to stay where it is for as long as rows are compared.
  ///
  /// - Parameters:
  ///   - content: Its content.
  ///   - key: Where the value stands.
  ///   - work: Told how far it is; when it is called off, the row has no value, or a part of one.
  /// - Returns: Bytes that have to stay likewise.
  mutating func read(_ content: Content?, _ key: Edit.SortKey, _ work: Work) -> [UInt8]? {
    beginning = .greatest
    rest = UnsafeRawBufferPointer(start: nil, count: 0)
    return content?.withUnsafeBytes { text in
      guard let range = key.pointer.range(in: text, work) else { return nil }
      let kept = read(PlacedValue(UnsafeRawBufferPointer(rebasing: text[range])), work)
      if key.isDescending { beginning = beginning.reversed }
      return kept
    }
  }

  private mutating func read(_ value: PlacedValue, _ work: Work) -> [UInt8]? {
    if let text = value.plainText {
      beginning = SortKeyBytes.beginning(ofPlainText: text)
      rest = UnsafeRawBufferPointer(rebasing: text.dropFirst(SortKeyBytes.textInBeginning))
      return nil
    }
    guard work.mayRead(value.bytes.count), let key = SortKeyBytes(value, .value, work) else {
      return nil
    }
    beginning = key.beginning
    // A text ends with two zeros there, and where it stands with none.
    let count = max(0, key.rest.count - (value.kind == .string ? 2 : 0))
    guard count > 0 else { return nil }
    rest = key.rest.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[..<count]) }
    return key.rest
  }

  /// Negative, zero or positive as this one stands to another that is sorted by the same key.
  func order(to other: SortedRow, by key: Edit.SortKey) -> Int {
    guard beginning == other.beginning else { return beginning < other.beginning ? -1 : 1 }
    // Of two numbers one may be whole in its beginning, and the other not.
    let order =
      rest.isEmpty == other.rest.isEmpty
      ? rest.order(to: other.rest)
      : value(by: key).order(to: other.value(by: key))
    return key.isDescending ? -order : order
  }

  private func value(by key: Edit.SortKey) -> SortKeyBytes {
    SortKeyBytes(key.isDescending ? beginning.reversed : beginning, rest: Array(rest))
  }
}
