import DataSources
import DiffableProtocol
import JSON
import Snapshots

/// Which sections have which titles in the index, read once from each section's content.
///
/// It is made when it is first asked for; then an apply costs it the contents of the sections that
/// it touched, and where sections came, went or moved a pass over the numbers of all of them.
struct IndexTitles {
  /// What is said of a section that was not asked yet.
  private static let unread: Int32 = -2
  private static let none: Int32 = -1

  private var numbers = TitleNumbers()
  /// How many bytes the texts have together.
  var byteCount: Int { numbers.byteCount }
  /// The number of each section's title, by the section's handle.
  private var ofHandles: [Int32] = []
  /// The same by the section's index.
  private var ofSections: [Int32] = []
  /// The first section that has a title, by the title's number; ``none`` when no section has it any
  /// more.
  private var firsts: [Int32] = []
  /// The first section of each title, in display order.
  private(set) var firstSections: [Int32] = []
  private var isCurrent = false

  /// Notes an apply.
  mutating func note(_ applied: Applied) {
    // Of a list without sections nothing was read, and all the same it was asked for.
    guard isCurrent || !ofHandles.isEmpty else { return }
    for sections in [applied.touchedSections, applied.sectionsWithOtherContent] {
      for section in sections where Int(section) < ofHandles.count {
        ofHandles[Int(section)] = Self.unread
      }
      if !sections.isEmpty { isCurrent = false }
    }
  }

  /// Makes it that of a list whose applies were noted.
  ///
  /// - Throws: `requestCancelled`; the next question begins where this one began.
  mutating func update(
    to snapshot: Snapshot,
    _ checkpoint: Checkpoint,
    title: (Handle) -> [UInt8]?
  ) throws(DiffableError) {
    guard !isCurrent else { return }
    ofSections = snapshot.sectionHandles
    try dropFormerTitles(checkpoint)
    firsts = Array(repeating: Self.none, count: numbers.count)
    firstSections = []
    for (index, section) in ofSections.enumerated() {
      if index & 63 == 63 { try checkpoint.step() }
      if snapshot.pool.work.isCalledOff { throw .cancelled }
      let number = try self.number(of: section, checkpoint, title)
      ofSections[index] = number
      guard number >= 0, firsts[Int(number)] == Self.none else { continue }
      firsts[Int(number)] = Int32(index)
      firstSections.append(Int32(index))
    }
    isCurrent = true
  }

  /// Begins anew when titles that no section has any more, as far as that is known, are most of all or
  /// have most of the bytes.
  private mutating func dropFormerTitles(_ checkpoint: Checkpoint) throws(DiffableError) {
    var isUsed = [Bool](repeating: false, count: numbers.count)
    for (index, section) in ofSections.enumerated() where Int(section) < ofHandles.count {
      if index & 63 == 63 { try checkpoint.step() }
      let number = ofHandles[Int(section)]
      if number >= 0 { isUsed[Int(number)] = true }
    }
    let used = try numbers.summed(checkpoint) { isUsed[Int($0)] }
    guard numbers.count > 64 + 2 * used.count || byteCount > 4096 + 2 * used.bytes else { return }
    var former = numbers
    let sections = ofSections
    self = IndexTitles()
    ofSections = sections
    while let dropped = former.dropTable() { try checkpoint.step(dropped / 8) }
  }

  private mutating func number(
    of section: Handle,
    _ checkpoint: Checkpoint,
    _ title: (Handle) -> [UInt8]?
  ) throws(DiffableError) -> Int32 {
    if Int(section) >= ofHandles.count {
      let missing = max(Int(section) + 1 - ofHandles.count, ofHandles.count)
      ofHandles.append(contentsOf: repeatElement(Self.unread, count: missing))
    }
    let known = ofHandles[Int(section)]
    guard known == Self.unread else { return known }
    try checkpoint.step()
    let read = title(section).map { number(ofTitle: $0) } ?? Self.none
    ofHandles[Int(section)] = read
    return read
  }

  private mutating func number(ofTitle text: [UInt8]) -> Int32 {
    if let number = numbers[text] { return number }
    firsts.append(Self.none)
    return numbers.add(text)
  }

  /// The first section that has a title and is wanted.
  ///
  /// - Parameters:
  ///   - text: The title.
  ///   - checkpoint: Asked now and then whether to go on.
  ///   - isWanted: Whether the section at an index is.
  /// - Returns: The section's index, nil when there is none.
  /// - Throws: `requestCancelled`.
  /// - Complexity: O(1), and O(sections from the title's first on) when that is not wanted.
  func firstSection(
    titled text: [UInt8],
    _ checkpoint: Checkpoint,
    where isWanted: (Int) -> Bool = { _ in true }
  ) throws(DiffableError) -> Int? {
    guard let number = numbers[text], firsts[Int(number)] != Self.none else { return nil }
    for index in Int(firsts[Int(number)])..<ofSections.count {
      if index & 63 == 63 { try checkpoint.step() }
      guard ofSections[index] == number else { continue }
      if isWanted(index) { return index }
      try checkpoint.step()
    }
    return nil
  }
}

/// The numbers of titles by their texts, in many tables: while a large one grows nobody looks around.
private struct TitleNumbers {
  // To `String`, different bytes can be the same text.
  private var tables = [[[UInt8]: Int32]](repeating: [:], count: 256)
  private(set) var count = 0
  /// How many bytes the texts have together.
  private(set) var byteCount = 0

  private static func table(of text: [UInt8]) -> Int { text.hashValue & 255 }

  subscript(text: [UInt8]) -> Int32? { tables[Self.table(of: text)][text] }

  /// Gives the next number to a text that has none.
  mutating func add(_ text: [UInt8]) -> Int32 {
    let number = Int32(count)
    tables[Self.table(of: text)][text] = number
    count += 1
    byteCount += text.count
    return number
  }

  /// Drops the last table, and says how many texts it had; nil when there is none.
  mutating func dropTable() -> Int? { tables.popLast()?.count }

  /// How many texts have some of the numbers, and how many bytes they have together.
  func summed(
    _ checkpoint: Checkpoint,
    _ isIncluded: (Int32) -> Bool
  ) throws(DiffableError) -> (count: Int, bytes: Int) {
    var sum = (count: 0, bytes: 0)
    for table in tables {
      try checkpoint.step(table.count / 8)
      for (text, number) in table where isIncluded(number) {
        sum = (sum.count + 1, sum.bytes + text.count)
      }
    }
    return sum
  }
}
