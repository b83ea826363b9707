import DataSources
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

  func has(_ item: Handle) -> Bool {
    Int(item) < beginnings.count && beginnings[Int(item)] != Self.unknown
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

  mutating func set(_ key: SortKeyBytes?, of item: Handle) {
    beginnings.makeRoom(for: item, Self.unknown)
    beginnings[Int(item)] = key?.beginning ?? Self.missing
    rests.forget(item)
    guard let rest = key?.rest, !rest.isEmpty else { return }
    rest.withUnsafeBytes { rests.set($0, ByteValues.nothing, of: item) }
  }

  mutating func forget(_ item: Handle) {
    guard has(item) else { return }
    beginnings[Int(item)] = Self.unknown
    rests.forget(item)
  }
}
