/// Numbers one behind the other in memory that nobody can share.
///
/// Before a write an array asks whether somebody shares its memory. Here nobody need ask, which is a
/// fifth of the instructions that a new identifier takes.
struct OwnNumbers<Number: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<Number>
  private(set) var count: Int

  /// Creates some copies of a number.
  init(repeating number: Number = 0, count: Int = 0) {
    memory = .allocate(capacity: count)
    memory.initialize(repeating: number)
    self.count = count
  }

  deinit { memory.deallocate() }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Number {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      return memory[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      memory[index] = newValue
    }
  }

  /// Makes room for a number of them.
  mutating func reserveCapacity(_ capacity: Int) {
    guard capacity > memory.count else { return }
    let larger = UnsafeMutableBufferPointer<Number>.allocate(capacity: capacity)
    _ = larger.update(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }

  @inline(__always)
  mutating func append(_ number: Number) {
    if count == memory.count { reserveCapacity(max(16, 2 * count)) }
    memory[count] = number
    count &+= 1
  }
}
