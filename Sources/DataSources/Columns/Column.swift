public import Snapshots

/// What is read from the contents of a data source's items, once for each, and kept by handle.
///
/// A value is read when it is first asked for, and again once the item's content was set or dropped
/// or the item is new to the list, whose handle may have been another's. So an apply costs a column
/// no more than what it touched.
public final class Column<Value> {
  @usableFromInline let areEqual: (Value, Value) -> Bool
  @usableFromInline let read: (Handle, Content?) -> Value
  /// The values by handle, nil where none was read yet.
  @usableFromInline var values: [Value?] = []
  /// What was read in a step that is not committed.
  @usableFromInline var aside: (step: ColumnStep, values: [Handle: Value])?
  /// What ``commit(_:)`` does, made where the type of the values is known, so that the compiler
  /// specialises it.
  @usableFromInline var commitValues: ((ColumnStep) -> Void)?

  /// Creates a column for which nothing was read yet.
  ///
  /// - Parameters:
  ///   - areEqual: Says whether two values are the same to all who ask.
  ///   - read: Reads an item's value from its content; it may depend on the item's identifier, and
  ///     on nothing else.
  @inlinable
  public init(
    areEqual: @escaping (Value, Value) -> Bool,
    read: @escaping (Handle, Content?) -> Value
  ) {
    self.areEqual = areEqual
    self.read = read
    commitValues = { [unowned self] step in keepValues(of: step) }
  }

  /// The value of an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - reading: Which state of its content counts.
  /// - Returns: The value.
  /// - Complexity: O(1) when it was read before, what reading costs otherwise.
  @inlinable
  public func value(of item: Handle, in reading: RowReading) -> Value {
    guard reading.isPublished else { return read(item, reading.content(ofItem: item)) }
    if let step = reading.step, step.touches(item) { return value(of: item, in: step, reading) }
    if Int(item) < values.count, let value = values[Int(item)] { return value }
    let value = read(item, reading.content(ofItem: item))
    set(value, of: item)
    return value
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
    guard step.touches(item) else { return false }
    guard Int(item) < values.count, let before = values[Int(item)] else { return true }
    return !areEqual(before, value(of: item, in: step, reading))
  }

  @inlinable
  func value(of item: Handle, in step: ColumnStep, _ reading: RowReading) -> Value {
    if aside?.step !== step { aside = (step, [:]) }
    if let value = aside?.values[item] { return value }
    let value = read(item, reading.content(ofItem: item))
    aside?.values[item] = value
    return value
  }

  @inlinable
  func set(_ value: Value, of item: Handle) {
    if Int(item) >= values.count { makeRoom(for: item) }
    values[Int(item)] = value
  }
}

extension Column {
  /// Makes the table so long that it has an item, and twice as long as it was.
  @inlinable
  func makeRoom(for item: Handle) {
    let missing = Int(item) + 1 - values.count
    values.append(contentsOf: repeatElement(nil, count: max(missing, values.count)))
  }

  @inlinable
  func keepValues(of step: ColumnStep) {
    for item in step.items where Int(item) < values.count { values[Int(item)] = nil }
    guard let aside, aside.step === step else { return }
    for (item, value) in aside.values { set(value, of: item) }
    self.aside = nil
  }
}

extension Column: AnyColumn {
  func commit(_ step: ColumnStep) { commitValues?(step) }
}

/// A column of any type of value.
protocol AnyColumn: AnyObject {
  /// Keeps what was read in a step, and forgets what else it touched.
  func commit(_ step: ColumnStep)
}
