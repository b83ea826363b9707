/// The least number of moves that any batch needs between two snapshots.
public struct Minimum: Equatable {

  /// Moved items: those that change section, and in each section those that break the order.
  public var items = 0
  /// Moved sections.
  public var sections = 0

  /// Finds the numbers by going through everything.
  public init(from before: [ModelSnapshot.Section], to after: [ModelSnapshot.Section]) {
    sections = disordered(before.map(\.name), after.map(\.name))
    let oldItems = Set(before.flatMap(\.items))
    for section in after {
      let old = before.first { $0.name == section.name }?.items ?? []
      let oldHere = Set(old)
      items += disordered(old, section.items)
      items += section.items.count { oldItems.contains($0) && !oldHere.contains($0) }
    }
  }
}

/// How many of the names that both lists have cannot stay while the others keep their order.
private func disordered(_ before: [String], _ after: [String]) -> Int {
  if before == after { return 0 }
  let places = Dictionary(uniqueKeysWithValues: zip(before, before.indices))
  let values = after.compactMap { places[$0] }
  return values.count - longestIncreasing(values)
}

/// The length of the longest increasing subsequence, by comparing each value with all before it.
public func longestIncreasing(_ values: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, value) in values.enumerated() {
    var best = 0
    for earlier in 0..<index where values[earlier] < value { best = max(best, lengths[earlier]) }
    lengths.append(best + 1)
  }
  return lengths.max() ?? 0
}
