import DataSources
import Snapshots
import TestSupport
import Testing

/// Bytes stay those of their handles, whatever moves, and what is unused is given back.
@Suite struct ByteValuesTests {
  @Test func `where there are no bytes none are counted`() {
    #expect(ByteValues().byteCount == 0)
  }

  @Test(arguments: [1, 2, 3])
  func `each handle has what it was given last, and a copy what it had`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (values, model) = (ByteValues(), [Handle: [UInt8]]())
    var copies: [(values: ByteValues, model: [Handle: [UInt8]])] = []
    for step in 0..<4000 {
      let item = Handle.random(in: 0..<200, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        values.forget(item)
        model[item] = nil
      } else {
        let bound = [4, 300, 9000].randomElement(using: &random) ?? 4
        let length = Int.random(in: 0..<bound, using: &random)
        set(&values, &model, item, length, using: &random)
      }
      if step % 1000 == 999 { copies.append((values, model)) }
    }
    // So long that each has a block of its own.
    for item in Handle(200)..<204 { set(&values, &model, item, 300_000, using: &random) }
    set(&values, &model, 201, 300_001, using: &random)
    for (values, model) in copies + [(values, model)] { expect(values, model) }
  }

  @Test func `what is unused is never more than what is used`() {
    var values = ByteValues()
    let bytes = [UInt8](repeating: 7, count: 1000)
    let count = 5000
    for _ in 0..<3 { for item in 0..<count { set(&values, Handle(item), bytes) } }
    let entry = ByteValues.byteCount(ofLength: bytes.count)
    #expect(values.byteCount < 2 * count * entry)
    // All but each hundredth, so that some of every block stays.
    for item in 0..<count where item % 100 > 0 { values.forget(Handle(item)) }
    #expect(values.byteCount < 2 * count / 100 * entry + 3 << 20)
    for item in 0..<count { values.forget(Handle(item)) }
    #expect(values.byteCount <= 2 * count * MemoryLayout<Int>.stride)
  }

  /// So a large table is never copied as a whole while it grows.
  @Test func `bytes stay where they are while others come`() {
    var values = ByteValues()
    let bytes = [UInt8](repeating: 7, count: 1000)
    for item in 0..<3000 { set(&values, Handle(item), bytes) }
    let places = { (values: ByteValues) in
      values.withBytes { look in (0..<3000).map { look[Handle($0)].baseAddress } }
    }
    let before = places(values)
    for item in 3000..<20_000 { set(&values, Handle(item), bytes) }
    let moved = zip(before, places(values)).count { $0 != $1 }
    #expect(moved < 1100, "what lies in the block that is being filled may move")
  }

  private func set(
    _ values: inout ByteValues,
    _ model: inout [Handle: [UInt8]],
    _ item: Handle,
    _ length: Int,
    using random: inout SeededGenerator
  ) {
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    model[item] = bytes
    set(&values, item, bytes)
  }

  private func set(_ values: inout ByteValues, _ item: Handle, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { all in
      values.set(
        UnsafeRawBufferPointer(rebasing: all[..<(all.count / 3)]),
        UnsafeRawBufferPointer(rebasing: all[(all.count / 3)...]),
        of: item
      )
    }
  }

  private func expect(_ values: ByteValues, _ model: [Handle: [UInt8]]) {
    for item in Handle(0)..<210 {
      #expect(values.has(item) == (model[item] != nil))
      if let bytes = model[item] { #expect(values.withBytes { Array($0[item]) } == bytes) }
    }
  }
}
