import Snapshots
import TestSupport
import Testing

@Suite struct HandleTableTests {

  @Test func `an empty table has no values`() {
    let table = HandleTable<String>()
    #expect(table.count == 0)
    #expect(table[0] == nil)
    #expect(table[16_000_000] == nil)
  }

  @Test func `a value is found under its handle and nowhere else`() {
    var table = HandleTable<String>()
    for handle in [0, 63, 64, 4_095, 4_097, 262_143, 262_145, 16_000_000] as [Handle] {
      table[handle] = "\(handle)"
      #expect(table[handle] == "\(handle)")
      #expect(table[handle + 1] == nil)
    }
    #expect(table.count == 8)
  }

  @Test func `setting nil removes a value, once`() {
    var table = HandleTable<String>()
    table[70] = "a"
    table[70] = nil
    table[70] = nil
    table[9_000] = nil
    #expect(table[70] == nil)
    #expect(table.count == 0)
  }

  @Test func `values come in ascending order of their handles`() {
    var table = HandleTable<Int>()
    for handle in [5_000, 2, 64, 300_000, 63, 270_000] as [Handle] {
      table[handle] = Int(handle) * 2
    }
    var seen: [Handle] = []
    table.forEach { handle, value in
      #expect(value == Int(handle) * 2)
      seen.append(handle)
    }
    #expect(seen == [2, 63, 64, 5_000, 270_000, 300_000])
  }

  @Test func `removing everything leaves the copies alone`() {
    var table = HandleTable<Int>()
    table[1] = 1
    let copy = table
    table.removeAll()
    #expect(table.count == 0 && table[1] == nil)
    #expect(copy.count == 1 && copy[1] == 1)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random writes agree with a dictionary and leave older copies alone`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = HandleTable<UInt64>()
    var model: [Handle: UInt64] = [:]
    var copies: [(table: HandleTable<UInt64>, model: [Handle: UInt64])] = []
    for step in 0..<2_000 {
      let handle = Handle.random(in: 0..<9_000, using: &random)
      let value = step % 3 == 0 ? nil : random.next()
      let target = step % 2 == 0 ? model.keys.min() ?? handle : handle
      table[target] = value
      model[target] = value
      if step % 50 == 0 { copies.append((table, model)) }
    }
    copies.append((table, model))
    for copy in copies {
      #expect(contents(of: copy.table) == copy.model, "seed \(random.seed)")
      #expect(copy.table.count == copy.model.count, "seed \(random.seed)")
    }
  }

  private func contents(of table: HandleTable<UInt64>) -> [Handle: UInt64] {
    var contents: [Handle: UInt64] = [:]
    table.forEach { contents[$0] = $1 }
    return contents
  }
}
