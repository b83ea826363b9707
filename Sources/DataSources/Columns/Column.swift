public import Snapshots

/// What is read from the contents of a data source's items, once for each, and kept by handle.
///
/// A value is read when it is first asked for, and again once the item's content was set or dropped
/// or the item is new to the list, whose handle may have been another's. So an apply costs a column
/// no more than what it touched.
public final class Column<Values: ColumnValues> {
  @usableFromInline let read: (Handle, Content?) -> Values.Value
  @usableFromInline let readInto: (Handle, Content?, inout Values) -> Void

  // Not checked at run time, for each item that is asked for: nobody is called while they change.

  /// What was read of the contents that the data source shows.
  @exclusivity(unchecked) @usableFromInline var kept = Values()
  /// What was read in a step that is not committed, as it has the items.
  @exclusivity(unchecked) @usableFromInline var aside: [Values.Value?] = []
  /// That step.
  @exclusivity(unchecked) @usableFromInline var asideStep: ColumnStep?
  /// What ``kept`` and ``aside`` take, as ``home`` has counted them.
  @exclusivity(unchecked) @usableFromInline var countedBytes = 0
  @exclusivity(unchecked) @usableFromInline var asideBytes = 0
  /// What ``commit(_:)`` does, made where the type of the values is known, so that the compiler
  /// specialises it.
  @exclusivity(unchecked) @usableFromInline var commitValues: ((ColumnStep) -> Void)?
  /// Where it is found, and taken out when it ends.
  @usableFromInline var home: Columns?

  /// Creates a column for which nothing was read yet.
  ///
  /// - Parameters:
  ///   - read: Reads an item's value from its content; it may depend on the item's identifier, and
  ///     on nothing else.
  ///   - readInto: Does the same and sets it, where that takes less than to make a value first.
  @inlinable
  public init(
    read: @escaping (Handle, Content?) -> Values.Value,
    into readInto: ((Handle, Content?, inout Values) -> Void)? = nil
  ) {
    self.read = read
    self.readInto = readInto ?? { $2.set(read($0, $1), of: $0) }
    // It is kept by the column alone, and ends with it.
    commitValues = { [unowned(unsafe) self] step in keepValues(of: step) }
  }

  deinit {
    home?.take(-countedBytes, aside: -asideBytes)
    home?.remove(ObjectIdentifier(self))
  }

  /// The value of an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - reading: Which state of its content counts.
  /// - Returns: The value.
  /// - Complexity: O(1) when it was read before, what reading costs otherwise.
  @inlinable
  public func value(of item: Handle, in reading: RowReading) -> Values.Value {
    guard reading.isPublished else { return read(item, in: reading) }
    if let step = reading.step, let index = step.index(of: item) {
      return value(of: item, at: index, of: step, reading)
    }
    if let value = kept[item] { return value }
    let value = read(item, in: reading)
    if keeps(reading) {
      kept.set(value, of: item)
      countKept(reading.work)
    }
    return value
  }

  /// The values of many items at once, those read that were not read before.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - reading: Which state of their contents counts.
  /// - Returns: What has the value of each of them; nil when it is about other contents than those
  ///   that are kept, and the items are to be asked for one by one, or when it was called off.
  @inlinable
  public func values(
    of items: UnsafeBufferPointer<Handle>,
    in reading: RowReading
  ) -> Values? {
    guard reading.isPublished else { return nil }
    if let step = reading.step, items.contains(where: { step.index(of: $0) != nil }) {
      return nil
    }
    if kept.hasAll(items) { return kept }
    guard keeps(reading) else { return nil }
    // Taken out while they are written, so that they are not copied for each item.
    var values = kept
    kept = Values()
    let isRead = read(items, into: &values, in: reading)
    kept = values
    countKept(reading.work)
    return isRead && !reading.isCalledOff ? values : nil
  }

  /// Reads the values of those items that have none, and says whether all were read.
  @inlinable
  func read(
    _ items: UnsafeBufferPointer<Handle>,
    into values: inout Values,
    in reading: RowReading
  ) -> Bool {
    let work = reading.work
    let need = TableNeed(items, bound: reading.contents.pool.items.handleBound)
    guard values.makeRoom(for: need, work) else { return false }
    for item in items where !values.has(item) {
      let content = reading.content(ofItem: item)
      guard work.mayRead(content?.count ?? 0) else { return false }
      readInto(item, content, &values)
      if work.isCalledOff {
        values.forget(item)
        return false
      }
    }
    return true
  }

  /// Whether an item has another value after a step than before.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - reading: The state after the step.
  /// - Returns: True also when that is not known.
  @inlinable
  public func isChanged(_ item: Handle, in reading: RowReading) -> Bool {
    guard reading.isPublished, let step = reading.step else { return true }
    guard let index = step.index(of: item) else { return false }
    guard let before = kept[item] else { return true }
    return before != value(of: item, at: index, of: step, reading)
  }

  @inlinable
  func read(_ item: Handle, in reading: RowReading) -> Values.Value {
    let content = reading.content(ofItem: item)
    _ = reading.work.mayRead(content?.count ?? 0)
    return read(item, content)
  }

  @inlinable
  func value(
    of item: Handle,
    at index: Int,
    of step: ColumnStep,
    _ reading: RowReading
  ) -> Values.Value {
    if asideStep === step, let value = aside[index] { return value }
    let value = read(item, in: reading)
    guard keeps(reading) else { return value }
    if asideStep !== step {
      emptyAside()
      asideStep = step
      aside.append(contentsOf: repeatElement(nil, count: step.items.count))
    }
    aside[index] = value
    let bytes = Values.byteCount(of: value)
    asideBytes += bytes
    home?.take(0, aside: bytes, reading.work)
    return value
  }

  /// Whether what is read now is to be kept.
  @inlinable
  func keeps(_ reading: RowReading) -> Bool {
    !reading.isCalledOff && home?.isKeeping != false
  }

  /// Counts what is kept now.
  @inlinable
  func countKept(_ work: Work? = nil) {
    let bytes = kept.byteCount
    home?.take(bytes - countedBytes, aside: 0, work)
    countedBytes = bytes
  }

  @inlinable
  func keepValues(of step: ColumnStep) {
    let isRead = asideStep === step
    for (index, item) in step.items.enumerated() {
      if isRead, let value = aside[index] { kept.set(value, of: item) } else { kept.forget(item) }
    }
    countKept()
    emptyAside()
  }

  @inlinable
  func emptyAside() {
    asideStep = nil
    // The room of a short step serves the next one.
    aside.removeAll(keepingCapacity: aside.capacity <= 64)
    home?.take(0, aside: -asideBytes)
    asideBytes = 0
  }
}

extension Column: AnyColumn {
  func commit(_ step: ColumnStep) { commitValues?(step) }

  func letGo() {
    kept = Values()
    countKept()
  }

  func letGoOfAside() { emptyAside() }
}

/// A column of any type of value.
protocol AnyColumn: AnyObject {
  /// Keeps what was read in a step, and forgets what else it touched.
  func commit(_ step: ColumnStep)
  /// Forgets what is kept: it is read again when it is asked for.
  func letGo()
  /// Forgets what was read in a step.
  func letGoOfAside()
}
