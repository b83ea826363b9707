/// Makes scalars that differ in case and marks alone the same.
struct Folding: Sendable {
  /// The one there is.
  static let table = Folding()

  /// Where the results of each scalar of the ranges begin, with one more entry at the end.
  private var starts: [Int32] = []
  private var results: [UInt32] = []
  /// The first entry of each range.
  private var rangeStarts: [Int] = []

  private init() {
    var mapped: [UInt32: String] = [:]
    for line in FoldTable.lines {
      for (offset, result) in line.results.split(separator: " ").enumerated() {
        mapped[line.first + UInt32(offset)] = String(result)
      }
    }
    for range in FoldTable.ranges {
      rangeStarts.append(starts.count)
      for scalar in range {
        starts.append(Int32(results.count))
        results += mapped[scalar]?.unicodeScalars.map(\.value) ?? [scalar]
      }
    }
    starts.append(Int32(results.count))
  }

  /// Calls a closure with what a scalar becomes, scalar by scalar: none, one or several.
  func fold(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    let narrow = 0xFF01...0xFF5E ~= scalar ? scalar - 0xFEE0 : scalar
    switch narrow {
    case 0x41...0x5A: body(narrow + 0x20)
    case ..<0x80: body(narrow)
    case 0x300...0x36F: break
    default:
      guard let entry = entry(of: narrow) else { return body(narrow) }
      for index in starts[entry]..<starts[entry + 1] { body(results[Int(index)]) }
    }
  }

  private func entry(of scalar: UInt32) -> Int? {
    for (range, start) in zip(FoldTable.ranges, rangeStarts) where range.contains(scalar) {
      return start + Int(scalar - range.lowerBound)
    }
    return nil
  }
}
