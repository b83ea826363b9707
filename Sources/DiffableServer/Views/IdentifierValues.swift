import DataSources
import Snapshots

/// The identifiers of the sections that many rows are put into, flat: one array for all.
struct IdentifierValues: ColumnValues {
  private var bytes = ByteValues()

  var byteCount: Int { bytes.byteCount }

  static func byteCount(of identifier: [UInt8]) -> Int {
    ByteValues.byteCount(ofLength: identifier.count)
  }

  func has(_ item: Handle) -> Bool { bytes.has(item) }

  mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool {
    bytes.makeRoom(for: need, work)
  }

  subscript(item: Handle) -> [UInt8]? {
    bytes.has(item) ? bytes.withBytes { Array($0[item]) } : nil
  }

  mutating func set(_ identifier: [UInt8], of item: Handle) {
    identifier.withUnsafeBytes { bytes.set($0, ByteValues.nothing, of: item) }
  }

  mutating func forget(_ item: Handle) { bytes.forget(item) }
}
