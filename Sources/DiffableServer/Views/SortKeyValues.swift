import DataSources
import DiffableProtocol
import Snapshots
import Views

/// The keys of many rows, flat: what decides most comparisons in one array, what is left in another.
struct SortKeyValues: ColumnValues {
  /// What no key begins with.
  private static var unknown: KeyBeginning { .least }
  /// Likewise, where it is known that a row has none.
  private static var missing: KeyBeginning { .greatest }

  private var beginnings: [KeyBeginning] = []
  private var rests = ByteValues()

  var byteCount: Int { beginnings.count * MemoryLayout<KeyBeginning>.stride + rests.byteCount }

  static func byteCount(of key: SortKeyBytes?) -> Int {
    let rest = key?.rest ?? []
    return MemoryLayout<KeyBeginning>.stride
      + (rest.isEmpty ? 0 : ByteValues.byteCount(ofLength: rest.count))
  }

  func has(_ item: Handle) -> Bool {
    Int(item) < beginnings.count && beginnings[Int(item)] != Self.unknown
  }

  mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool {
    // Many rows have all of their keys in what these begin with, and need no place for the rest.
    beginnings.makeRoom(for: need, Self.unknown, work)
  }

  subscript(item: Handle) -> SortKeyBytes?? {
    guard has(item) else { return nil }
    guard let beginning = beginning(of: item) else { return .some(nil) }
    return SortKeyBytes(beginning, rest: rests.has(item) ? rests.withBytes { Array($0[item]) } : [])
  }

  /// What the key of a row begins with, nil for a row without one.
  func beginning(of item: Handle) -> KeyBeginning? {
    let beginning = beginnings[Int(item)]
    return beginning == Self.missing ? nil : beginning
  }

  func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool {
    beginnings.withUnsafeBufferPointer { beginnings in
      for item in items {
        guard Int(item) < beginnings.count, beginnings[Int(item)] != Self.unknown else {
          return false
        }
      }
      return true
    }
  }

  mutating func set(_ key: SortKeyBytes?, of item: Handle) {
    set(key?.beginning ?? Self.missing, of: item)
    guard let rest = key?.rest, !rest.isEmpty else { return }
    rest.withUnsafeBytes { rests.set($0, ByteValues.nothing, of: item) }
  }

  /// Keeps the key of a value.
  mutating func set(
    _ value: PlacedValue?,
    _ comparison: RowSortKey.Comparison,
    of item: Handle,
    _ work: Work?
  ) {
    if comparison == .value, let text = value?.plainText {
      set(plainText: text, of: item)
    } else {
      set(value.flatMap { SortKeyBytes($0, comparison, work) }, of: item)
    }
  }

  /// Keeps the key of a text without zeros: the same as ``SortKeyBytes`` makes of it.
  private mutating func set(plainText text: UnsafeRawBufferPointer, of item: Handle) {
    let beginning = SortKeyBytes.beginning(ofPlainText: text)
    // Behind the text stand two zeros, of which the beginning has those that it has room for.
    let zeros = min(2, text.count + 2 - SortKeyBytes.textInBeginning)
    guard zeros > 0 else { return set(beginning, of: item) }
    beginnings.makeRoom(for: item, Self.unknown)
    beginnings[Int(item)] = beginning
    let rest = UnsafeRawBufferPointer(
      rebasing: text[min(SortKeyBytes.textInBeginning, text.count)...]
    )
    withUnsafeBytes(of: UInt16(0)) { end in
      rests.set(rest, UnsafeRawBufferPointer(rebasing: end[..<zeros]), of: item)
    }
  }

  private mutating func set(_ beginning: KeyBeginning, of item: Handle) {
    beginnings.makeRoom(for: item, Self.unknown)
    beginnings[Int(item)] = beginning
    rests.forget(item)
  }

  mutating func forget(_ item: Handle) {
    guard has(item) else { return }
    beginnings[Int(item)] = Self.unknown
    rests.forget(item)
  }
}
