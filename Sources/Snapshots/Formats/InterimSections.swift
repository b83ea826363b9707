/// The sections on the way from a snapshot to the next one: those that are new or move stand at
/// their places already, and those that are to be deleted are still here.
///
/// Only in such a list can items move from any section into any other, so both formats that go step
/// by step pass through it. A section that is to be deleted stands right after the staying section
/// that was before it, whatever comes in between.
///
/// Everything is found from the changes alone: a section that neither arrives nor leaves is known
/// by how many like it stand before it, which is the same number in every list on the way.
///
/// - Complexity: O(s log s) to create for s changes of sections, O(log s) for each look-up.
struct InterimSections {
  /// Indexes before of the sections that are to be deleted, ascending.
  let deletes: [Int]
  /// Indexes before of the sections that move, ascending.
  let moveSources: [Int]
  /// Indexes before of the sections that are to be deleted or move, ascending.
  private let departures: [Int]
  /// Indexes after of the sections that are new or have moved, ascending.
  let arrivals: [Int]
  /// How many sections that stay are before each of those that are to be deleted.
  private let staysBeforeDeletes: [Int]
  /// How many sections that stay are before each of those that arrive.
  private let staysBeforeArrivals: [Int]
  /// The index after of each section that moves, by the index before.
  private let moveTargets: [Int: Int]

  /// - Throws: `interrupted`.
  init(_ sections: Changes.Sections, _ work: Work) throws(SnapshotError) {
    let deletes = sections.deletes.map(\.at)
    let moveSources = try sections.moves.map(\.from).sorted(work, by: <)
    let departures = try (deletes + moveSources).sorted(work, by: <)
    let arrivals = try (sections.inserts.map(\.at) + sections.moves.map(\.to))
      .sorted(work, by: <)
    staysBeforeDeletes = try deletes.map(work) { $0 - departures.count(below: $0) }
    staysBeforeArrivals = try Array(arrivals.enumerated()).map(work) { $0.element - $0.offset }
    moveTargets = Dictionary(uniqueKeysWithValues: sections.moves.map { ($0.from, $0.to) })
    self.deletes = deletes
    self.moveSources = moveSources
    self.departures = departures
    self.arrivals = arrivals
  }

  /// The index here of the section that has an index in the snapshot after.
  func index(ofAfter index: Int) -> Int {
    index + deletesBefore(after: index)
  }

  /// The index here of the section that has an index in the snapshot before.
  func index(ofBefore index: Int) -> Int {
    if let target = moveTargets[index] { return self.index(ofAfter: target) }
    let earlier = deletes.count(below: index)
    if earlier < deletes.count, deletes[earlier] == index {
      let stays = staysBeforeDeletes[earlier]
      return earlier + stays + staysBeforeArrivals.count(below: stays)
    }
    let stays = index - departures.count(below: index)
    return self.index(ofAfter: stays + staysBeforeArrivals.count(below: stays + 1))
  }

  /// How many sections that do not move stand before the one that has an index in the snapshot
  /// before, those that are to be deleted included.
  func unmoved(before index: Int) -> Int {
    index - moveSources.count(below: index)
  }

  /// The same for the section that has an index in the snapshot after, those that are new excluded.
  func unmoved(after index: Int) -> Int {
    staysBefore(after: index) + deletesBefore(after: index)
  }

  private func staysBefore(after index: Int) -> Int {
    index - arrivals.count(below: index)
  }

  private func deletesBefore(after index: Int) -> Int {
    staysBeforeDeletes.count(below: staysBefore(after: index) + 1)
  }
}

extension [Int] {
  /// How many of some ascending numbers are less than a bound.
  func count(below bound: Int) -> Int {
    indices.partitioningIndex { self[$0] >= bound }
  }

  /// Whether a number is among these, which are in ascending order.
  func hasAscending(_ number: Int) -> Bool {
    let place = count(below: number)
    return place < count && self[place] == number
  }
}
