import Snapshots
import Testing

@Suite struct HandleSetTests {

  @Test func `a set has what was inserted and nothing else`() {
    var set = HandleSet()
    let handles: [Handle] = [0, 1, 63, 64, 65, 127, 128, 5_000]
    let first = handles.map { set.insert($0) }
    let second = handles.map { set.insert($0) }
    #expect(first.allSatisfy { $0 } && !second.contains(true))
    for handle in 0..<Handle(6_000) {
      #expect(set.contains(handle) == handles.contains(handle))
    }
    #expect(!set.contains(.max))
  }

  @Test func `a set lacks what was taken out, and says whether it has all of some`() {
    var set = HandleSet([0, 63, 64, 200])
    func hasAll(_ handles: [Handle]) -> Bool {
      handles.withUnsafeBufferPointer { set.contains(all: $0) }
    }
    #expect(hasAll([]) && hasAll([200, 0, 64, 63]))
    for missing in [1, 65, 201, 255, 256, 5_000] as [Handle] {
      #expect(!hasAll([missing]) && !hasAll([0, missing, 64]))
    }
    set.remove(64)
    set.remove(5_000)
    #expect(hasAll([0, 63, 200]) && !hasAll([0, 64]) && !set.contains(64))
    #expect(set.insert(64) && hasAll([64]))
  }

  @Test func `a set can be made from handles`() {
    #expect(!HandleSet([]).contains(0))
    let set = HandleSet([70, 3, 70])
    #expect((0..<100).filter { set.contains($0) } == [3, 70])
  }

  @Test func `repeats are named once each, in short lists and long ones`() throws {
    #expect(try repeats(in: [], Work()) == [])
    #expect(try repeats(in: [1, 2, 3], Work()) == [])
    #expect(try repeats(in: [1, 2, 2, 1, 2], Work()) == [2, 1])
    #expect(try repeats(in: Array(0..<100), Work()) == [])
    #expect(try repeats(in: Array(0..<100) + [99, 0, 99], Work()) == [99, 0])
  }

  @Test func `ordered handles keep the order in which they came`() {
    var handles = OrderedHandles()
    #expect(handles.isEmpty)
    for handle in [5, 2, 9, 2, 5] as [Handle] { handles.append(handle) }
    #expect(handles.handles == [5, 2, 9])
    handles.remove(2)
    handles.remove(7)
    #expect(handles.handles == [5, 9])
    handles.append(2)
    #expect(handles.handles == [5, 9, 2])
    #expect(handles.contains(2) && !handles.contains(7))
    for handle in [5, 2, 9] as [Handle] { handles.remove(handle) }
    #expect(handles.isEmpty && handles.handles == [])
  }
}
