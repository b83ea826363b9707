/// Heights of handles, and running sums over the chunks of a rope that holds them.
///
/// Heights are whole numbers of whatever unit, so that sums are exact.
struct ChunkHeights {
  /// Heights by handle; what is in no chunk has any.
  private var heights: ContiguousArray<Int32> = []
  /// The sum of each chunk by its identifier.
  private var sums: ContiguousArray<Int> = []
  /// Where each chunk begins by its slot, and the height of all of them at the end.
  private(set) var tops: ContiguousArray<Int> = [0]

  subscript(handle: Handle) -> Int { Int(heights[Int(handle)]) }

  /// The height of all chunks together.
  var total: Int { tops[tops.count - 1] }

  mutating func set(_ height: Int32, of handle: Handle) {
    heights.extend(to: Int(handle), with: 0)
    heights[Int(handle)] = height
  }

  mutating func setSum(_ sum: Int, ofChunk id: Int32) {
    sums.extend(to: Int(id), with: 0)
    sums[Int(id)] = sum
  }

  /// Sums up chunks in display order, whose own sums are known.
  mutating func addUp(_ ids: some Collection<Int32>) {
    tops.removeAll(keepingCapacity: true)
    tops.reserveCapacity(ids.count + 1)
    var top = 0
    for id in ids {
      tops.append(top)
      top += sums[Int(id)]
    }
    tops.append(top)
  }

  /// The slot of the chunk that covers a distance from the top, which is not below all of them.
  func slot(at offset: Int) -> Int { tops.indices.partitioningIndex { tops[$0] > offset } - 1 }
}

extension ContiguousArray {
  /// Lengthens the array by copies of `filler`, at least to double, until it has an element at
  /// `index`.
  fileprivate mutating func extend(to index: Int, with filler: Element) {
    let missing = index + 1 - count
    guard missing > 0 else { return }
    append(contentsOf: repeatElement(filler, count: Swift.max(missing, count)))
  }
}
