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

  /// Makes its tables long enough for some handles.
  ///
  /// - Parameters:
  ///   - need: What there will be values of.
  ///   - work: Told how much was done.
  /// - Returns: Whether to go on.
  mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool

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

/// How long a table by handle has to be.
public struct TableNeed {
  /// More than the greatest of the handles that will have values now.
  @usableFromInline let count: Int
  /// More than any handle that there is.
  @usableFromInline let bound: Int

  @usableFromInline
  init(_ items: UnsafeBufferPointer<Handle>, bound: Int) {
    count = items.max().map { Int($0) + 1 } ?? 0
    self.bound = bound
  }
}

/// Values of any type, each where its handle leads.
public struct PlainValues<Value: Equatable>: ColumnValues {
  @usableFromInline var values: [Value?] = []

  /// Creates no values.
  @inlinable
  public init() {}

  /// Makes the table long enough for some handles.
  @inlinable
  public mutating func makeRoom(for need: TableNeed, _ work: Work) -> Bool {
    values.makeRoom(for: need, nil, work)
  }

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

extension Array {
  /// Makes a table so long that it has an entry for an item, and up to twice as long as it was.
  @inlinable
  public mutating func makeRoom(for item: Handle, _ filler: Element) {
    guard Int(item) >= count else { return }
    let wanted = Swift.max(Int(item) + 1 - count, Swift.min(count, tablePortion))
    append(contentsOf: repeatElement(filler, count: wanted))
  }

  /// Makes a table long enough for some handles, in portions: one that has grown up to millions of
  /// entries would fill them, and copy itself, without a look.
  ///
  /// - Parameters:
  ///   - need: The handles. What is not filled of a table takes no memory, so a long one gets all the
  ///     room that it may need.
  ///   - filler: What an entry has at first.
  ///   - work: Told how much was done.
  /// - Returns: Whether to go on.
  @inlinable
  public mutating func makeRoom(for need: TableNeed, _ filler: Element, _ work: Work) -> Bool {
    guard need.count > count else { return true }
    if need.count > Swift.max(capacity, tablePortion) {
      reserveCapacity(Swift.max(need.bound, 2 * count))
    }
    while count < need.count {
      let portion = Swift.min(need.count - count, tablePortion)
      append(contentsOf: repeatElement(filler, count: portion))
      guard work.mayRead(portion * MemoryLayout<Element>.stride) else { return false }
    }
    return true
  }
}

/// How many entries of a table are filled at once.
@usableFromInline let tablePortion = 1 << 16
