import Snapshots

/// The rows of a section in parts: those of a part stand in front of those of the next, and within
/// a part they are in order or not.
///
/// A window reaches a few rows, so only the parts that it reaches are put in order. The parts are
/// told apart by the first numbers of rows and by no positions, so that edits leave them right.
struct RowParts {
  private static let mostParts = 256
  /// Parts of fewer rows are not worth telling apart.
  private static let fewestRows = 8

  /// The least first number of the rows of each part but the first, ascending.
  private(set) var bounds: [UInt64] = []
  private var isOrdered: [Bool] = [false]

  var count: Int { isOrdered.count }
  /// Whether all rows are in order.
  var areOrdered: Bool { !isOrdered.contains(false) }

  /// Finds bounds between which about as many of some rows are.
  ///
  /// - Parameters:
  ///   - number: How many rows there are.
  ///   - areAlikeOrdered: Whether rows with the same first number are in order as they come.
  ///   - first: The first number of one of them.
  init(number: Int, areAlikeOrdered: Bool, _ first: (Int) -> UInt64) {
    let parts = min(Self.mostParts, number / Self.fewestRows)
    guard parts > 1 else { return }
    let sample = (0..<parts * 4).map { first($0 * number / (parts * 4)) }.sorted()
    for index in stride(from: 4, to: sample.count, by: 4) {
      let (bound, last) = (sample[index], bounds.last)
      if last.map({ bound > $0 }) ?? true {
        bounds.append(bound)
      } else if bound == last, bound < .max {
        // Many have this number: with a bound behind it they have a part to themselves.
        bounds.append(bound + 1)
      }
    }
    isOrdered = Array(repeating: false, count: bounds.count + 1)
    guard areAlikeOrdered else { return }
    for (part, bound) in bounds.enumerated().dropFirst() where bounds[part - 1] + 1 == bound {
      isOrdered[part] = true
    }
  }

  /// The part of rows with a first number.
  func index(of first: UInt64) -> Int {
    bounds.withUnsafeBufferPointer { RowParts.index(of: first, $0) }
  }

  /// The part of each of many rows.
  func indexes(of rows: UnsafeMutableBufferPointer<KeyBeginning>) -> [UInt8] {
    bounds.withUnsafeBufferPointer { bounds in
      rows.map { UInt8(truncatingIfNeeded: RowParts.index(of: $0.first, bounds)) }
    }
  }

  private static func index(of first: UInt64, _ bounds: UnsafeBufferPointer<UInt64>) -> Int {
    var index = 0
    var length = bounds.count
    // Without branches: what comes is in no order.
    while length > 0 {
      let half = (length &+ 1) / 2
      index = bounds[index &+ half &- 1] <= first ? index &+ half : index
      length &-= half
    }
    return index
  }

  func isOrdered(_ part: Int) -> Bool { isOrdered[part] }

  mutating func setOrdered(_ parts: Range<Int>) {
    for part in parts { isOrdered[part] = true }
  }
}

extension Array {
  /// Puts elements into parts, within which they keep their order.
  ///
  /// - Parameters:
  ///   - numbers: The part of each.
  ///   - count: How many parts there are.
  /// - Returns: The elements, and where the parts begin and the last one ends.
  /// - Complexity: O(n + count).
  func distributed(
    by numbers: [some BinaryInteger],
    among count: Int
  ) -> (elements: [Element], starts: [Int]) {
    var starts = [Int](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for part in 0..<count { starts[part + 1] += starts[part] }
    var places = starts
    let distributed = [Element](unsafeUninitializedCapacity: self.count) { result, initialized in
      for index in indices {
        let part = Int(numbers[index])
        result.initializeElement(at: places[part], to: self[index])
        places[part] += 1
      }
      initialized = self.count
    }
    return (distributed, starts)
  }
}

/// The sections of which not all rows are in order, and the parts of their rows.
///
/// Each revision of a view has its own, and few sections are others from one to the next: they are on
/// pages, of which one alone is copied for a section.
struct PartedSections {
  private static let pageBits: Handle = 9

  private var pages: [Handle: [Handle: RowParts]] = [:]

  var isEmpty: Bool { pages.isEmpty }

  subscript(section: Handle) -> RowParts? {
    get { pages[section >> Self.pageBits]?[section] }
    set {
      let page = section >> Self.pageBits
      guard newValue != nil || pages[page]?[section] != nil else { return }
      pages[page, default: [:]][section] = newValue
      if pages[page]?.isEmpty == true { pages[page] = nil }
    }
  }
}
