/// Counts long work, so that whoever asked for it may call it off.
///
/// The model knows neither time nor I/O: it says how much it has done, in portions so large that an
/// edit of a few items says nothing. What many short loops go through is added up, so that a
/// thousand of them are as long as one that is a thousand times longer. Work on a copy that is
/// called off has changed nothing.
public final class Work {
  /// How many elements are gone through between two questions.
  static let portion = 1024
  /// How many bytes a text has at least that nobody calls short.
  public static let longText = 4096

  /// Told how many elements were gone through, and says whether to go on; nil when nobody asks.
  ///
  /// An element takes some tenths of a microsecond.
  public var mayContinue: ((_ elements: Int) -> Bool)?

  // Not checked at run time, since they are asked for each row: nobody is called while they change.
  // Inlined into another module they would be checked all the same.

  /// Whether it was called off where that could not be thrown: what was found since is not to be
  /// used, and not to be kept.
  public var isCalledOff: Bool { @inline(never) get { wasCalledOff } }
  @exclusivity(unchecked) private var wasCalledOff = false
  /// How many elements were gone through since anybody was told of some.
  @exclusivity(unchecked) private var unreportedElements = 0
  /// How many bytes of texts were read since anybody was told of some.
  @exclusivity(unchecked) private var unreportedBytes = 0

  /// Creates work that nobody calls off.
  public init() {}

  /// Begins anew, after whatever was called off.
  public func begin() {
    wasCalledOff = false
    unreportedElements = 0
    unreportedBytes = 0
  }

  /// Says that elements were gone through, where nothing can be thrown.
  ///
  /// - Parameter elements: How many.
  /// - Returns: Whether to go on; if not, ``isCalledOff``.
  public func mayGoOn(_ elements: Int) -> Bool {
    guard let mayContinue else { return true }
    if !wasCalledOff { wasCalledOff = !mayContinue(elements) }
    return !wasCalledOff
  }

  /// Calls it off, where it has found that there is no room for what it finds.
  public func callOff() { wasCalledOff = true }

  /// Says that a text is read where nothing can be thrown; nobody is asked about few short ones.
  ///
  /// - Parameter length: How many bytes it has: 64 take about as long as an element.
  /// - Returns: Whether to go on.
  @inline(never)
  public func mayRead(_ length: Int) -> Bool {
    unreportedBytes &+= length
    guard unreportedBytes >= Work.longText else { return true }
    defer { unreportedBytes = 0 }
    return mayGoOn(unreportedBytes / 64)
  }

  /// Says that a portion was done.
  ///
  /// - Throws: `interrupted`.
  @inline(never)
  private func portionIsDone() throws(SnapshotError) {
    defer { unreportedElements = 0 }
    guard let mayContinue, !mayContinue(unreportedElements) else { return }
    throw .interrupted
  }

  /// Says that a loop has gone through another element, or through some at once.
  ///
  /// - Parameter count: How many; nobody is asked about few.
  /// - Throws: `interrupted`.
  @inline(__always)
  func pass(all count: Int = 1) throws(SnapshotError) {
    unreportedElements &+= count
    if unreportedElements >= Work.portion { try portionIsDone() }
  }

  /// Says how many elements were passed to find something, where nothing can be thrown: whatever is
  /// gone through next asks.
  ///
  /// - Parameter count: How many.
  func wentPast(_ count: Int) { unreportedElements &+= count }

  /// Says how many levels of a tree were passed on the way up from an item, where nothing can be
  /// thrown.
  ///
  /// - Parameter levels: How many; a few are a part of the work that the item is.
  func wentUp(_ levels: Int) { if levels > 8 { _ = mayGoOn(levels) } }

  /// Does work that is done to its end, because something was committed before it or beside it.
  ///
  /// - Parameter body: The work; it throws nothing but `interrupted`.
  /// - Returns: What it returns.
  public func uninterrupted<Result>(_ body: () throws(SnapshotError) -> Result) -> Result {
    let former = mayContinue
    mayContinue = nil
    defer { mayContinue = former }
    do throws(SnapshotError) {
      return try body()
    } catch {
      preconditionFailure("nobody could interrupt this: \(error)")
    }
  }
}

// MARK: - Going through many elements

// Few elements are left to the standard library, and added up.

extension Array {
  func forEach(
    _ work: Work,
    _ body: (Element) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    for element in self {
      try body(element)
      try work.pass()
    }
  }

  func contains(
    _ work: Work,
    where predicate: (Element) -> Bool
  ) throws(SnapshotError) -> Bool {
    for element in self {
      if predicate(element) { return true }
      try work.pass()
    }
    return false
  }

  func map<Result>(
    _ work: Work,
    _ transform: (Element) -> Result
  ) throws(SnapshotError) -> [Result] {
    guard try isLong(for: work) else { return map(transform) }
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self {
      results.append(transform(element))
      try work.pass()
    }
    return results
  }

  func compactMap<Result>(
    _ work: Work,
    _ transform: (Element) -> Result?
  ) throws(SnapshotError) -> [Result] {
    guard try isLong(for: work) else { return compactMap(transform) }
    var results: [Result] = []
    for element in self {
      if let result = transform(element) { results.append(result) }
      try work.pass()
    }
    return results
  }

  func filter(
    _ work: Work,
    _ isIncluded: (Element) -> Bool
  ) throws(SnapshotError) -> [Element] {
    guard try isLong(for: work) else { return filter(isIncluded) }
    return try compactMap(work) { isIncluded($0) ? $0 : nil }
  }

  func sorted(
    _ work: Work,
    by areInOrder: (Element, Element) -> Bool
  ) throws(SnapshotError) -> [Element] {
    var sorted = self
    try sorted.sort(work, by: areInOrder)
    return sorted
  }

  mutating func sort(
    _ work: Work,
    by areInOrder: (Element, Element) -> Bool
  ) throws(SnapshotError) {
    guard try isLong(for: work) else { return sort(by: areInOrder) }
    var comparisons = 0
    do {
      try sort { left, right in
        comparisons += 1
        // A comparison is a part of the work that going through an element is.
        if comparisons % 4 == 0 { try work.pass() }
        return areInOrder(left, right)
      }
    } catch {
      // Only the work throws; `sort` forgets of which type.
      throw error as? SnapshotError ?? .interrupted
    }
  }

  /// Whether somebody has to be asked while these are gone through; if not, they are counted as gone
  /// through already.
  private func isLong(for work: Work) throws(SnapshotError) -> Bool {
    guard count < Work.portion else { return true }
    try work.pass(all: count)
    return false
  }
}
