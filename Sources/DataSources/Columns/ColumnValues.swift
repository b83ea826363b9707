public import Snapshots

/// How the values of a column lie in memory, by handle.
public protocol ColumnValues {
  /// What is read for each item.
  associatedtype Value: Equatable

  /// Creates what has no values.
  init()

  /// Whether there is a value for an item.
  func has(_ item: Handle) -> Bool

  /// Whether there is a value for each of many items.
  func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool

  /// The value for an item, nil when there is none.
  subscript(item: Handle) -> Value? { get }

  /// Keeps a value for an item, in place of the one that it has.
  mutating func set(_ value: Value, of item: Handle)

  /// Drops the value for an item, if there is one.
  mutating func forget(_ item: Handle)

  /// How many bytes the values take, however many an allocator gives them.
  var byteCount: Int { get }

  /// About how many bytes a value will take among the others.
  static func byteCount(of value: Value) -> Int
}

extension ColumnValues {
  /// Whether there is a value for each of many items.
  @inlinable
  public func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool { items.allSatisfy(has) }

  /// About how many bytes a value will take among the others: its place in a table.
  @inlinable
  public static func byteCount(of value: Value) -> Int { MemoryLayout<Value?>.stride }
}

/// Values of any type, each where its handle leads.
public struct PlainValues<Value: Equatable>: ColumnValues {
  @usableFromInline var values: [Value?] = []

  /// Creates no values.
  @inlinable
  public init() {}

  /// How many bytes the table takes.
  @inlinable
  public var byteCount: Int { values.count * MemoryLayout<Value?>.stride }

  /// Whether there is a value for an item.
  @inlinable
  public func has(_ item: Handle) -> Bool { Int(item) < values.count && values[Int(item)] != nil }

  /// The value for an item, nil when there is none.
  @inlinable
  public subscript(item: Handle) -> Value? {
    Int(item) < values.count ? values[Int(item)] : nil
  }

  /// Keeps a value for an item.
  @inlinable
  public mutating func set(_ value: Value, of item: Handle) {
    values.makeRoom(for: item, nil)
    values[Int(item)] = value
  }

  /// Drops the value for an item.
  @inlinable
  public mutating func forget(_ item: Handle) {
    if Int(item) < values.count { values[Int(item)] = nil }
  }
}

/// Bytes by handle, all in one array; what was replaced is swept out when it is half of it.
public struct ByteValues {
  /// So many bytes can be read behind the last one of any entry.
  public static let padding = 32

  @usableFromInline static let absent = -1
  /// The bytes of the entries, in front of each how many it has, and room behind them.
  @usableFromInline var arena: [UInt8] = []
  /// Where the entry of each handle begins.
  @usableFromInline var starts: [Int] = []
  /// Where the last entry ends.
  private var end = 0
  private var numberUnused = 0

  /// How many bytes an entry takes that has so many.
  public static func byteCount(ofLength length: Int) -> Int {
    MemoryLayout<Int>.stride + 4 + length
  }

  /// No bytes.
  public static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Creates what has no bytes for any handle.
  public init() {}

  /// How many bytes entries and table take; none where there are none.
  public var byteCount: Int {
    (end > 0 ? end + Self.padding : 0) + starts.count * MemoryLayout<Int>.stride
  }

  /// Whether there are bytes for a handle.
  @inlinable
  public func has(_ item: Handle) -> Bool {
    Int(item) < starts.count && starts[Int(item)] != Self.absent
  }

  /// Whether there are bytes for each of many handles.
  @inlinable
  public func hasAll(_ items: UnsafeBufferPointer<Handle>) -> Bool {
    starts.withUnsafeBufferPointer { starts in
      for item in items {
        guard Int(item) < starts.count, starts[Int(item)] != Self.absent else { return false }
      }
      return true
    }
  }

  /// Keeps bytes for a handle, in place of those that it has.
  ///
  /// - Parameters:
  ///   - head: What they begin with.
  ///   - rest: What follows on it.
  ///   - item: The handle.
  public mutating func set(
    _ head: UnsafeRawBufferPointer,
    _ rest: UnsafeRawBufferPointer,
    of item: Handle
  ) {
    forget(item)
    starts.makeRoom(for: item, Self.absent)
    let (start, count) = (end, head.count + rest.count)
    starts[Int(item)] = start
    end += 4 + count
    makeRoomAtEnd()
    arena.withUnsafeMutableBytes { arena in
      let entry = UnsafeMutableRawBufferPointer(rebasing: arena[start...])
      entry.storeBytes(of: UInt32(count), as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: entry[4...]).copyMemory(from: head)
      UnsafeMutableRawBufferPointer(rebasing: entry[(4 + head.count)...]).copyMemory(from: rest)
    }
  }

  /// Sees to it that there is all the padding behind the last entry.
  private mutating func makeRoomAtEnd() {
    let missing = end + Self.padding - arena.count
    guard missing > 0 else { return }
    let portion = min(arena.count, 1 << 16)
    arena.append(contentsOf: repeatElement(0, count: max(missing, portion)))
  }

  /// Drops the bytes of a handle, if it has any.
  @inlinable
  public mutating func forget(_ item: Handle) {
    if has(item) { drop(item) }
  }

  @usableFromInline
  mutating func drop(_ item: Handle) {
    withBytes { numberUnused += 4 + $0[item].count }
    starts[Int(item)] = Self.absent
    if numberUnused > 4096, numberUnused > end / 2 { sweep() }
  }

  /// Calls a closure with a look at all bytes.
  @inlinable
  public func withBytes<Result>(_ body: (Look) -> Result) -> Result {
    arena.withUnsafeBytes { arena in
      starts.withUnsafeBufferPointer { body(Look(arena: arena, starts: $0)) }
    }
  }

  /// A look at the bytes of each handle.
  public struct Look {
    @usableFromInline let arena: UnsafeRawBufferPointer
    @usableFromInline let starts: UnsafeBufferPointer<Int>

    @usableFromInline
    init(arena: UnsafeRawBufferPointer, starts: UnsafeBufferPointer<Int>) {
      self.arena = arena
      self.starts = starts
    }

    /// The bytes of a handle that has some.
    @inlinable
    public subscript(item: Handle) -> UnsafeRawBufferPointer {
      let start = starts[Int(item)]
      let count = Int(arena.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      return UnsafeRawBufferPointer(rebasing: arena[start + 4..<start + 4 + count])
    }
  }

  private mutating func sweep() {
    let former = self
    self = ByteValues()
    arena.reserveCapacity(former.end - former.numberUnused + Self.padding)
    for item in former.starts.indices where former.has(Handle(item)) {
      former.withBytes { set($0[Handle(item)], Self.nothing, of: Handle(item)) }
    }
  }
}

extension Array {
  /// Makes a table so long that it has an entry for an item, and twice as long as it was.
  @inlinable
  public mutating func makeRoom(for item: Handle, _ filler: Element) {
    guard Int(item) >= count else { return }
    append(contentsOf: repeatElement(filler, count: Swift.max(Int(item) + 1 - count, count)))
  }
}
