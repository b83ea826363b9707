/// The sections of a snapshot in display order, and how many items each has.
///
/// Flat arrays: a section's index by handle, and prefix sums of the item counts.
///
/// - Invariant: `starts` has one entry more than `handles`, begins with 0 and ascends;
///   `slots[handles[i]] == i`, and every other slot is `-1`.
package struct SectionOrder {
  /// Section handles in display order.
  package private(set) var handles: [Handle] = []
  /// `starts[i]` is the position of section i's first item; the last entry counts all items.
  package private(set) var starts: [Int32] = [0]
  /// The index of each section by its handle, `-1` when it is not here.
  private var slots: [Int32] = []

  package init() {}

  /// Creates the order of distinct sections; `starts` as in the property.
  package init(sections: [Handle], starts: [Int32]) {
    handles = sections
    self.starts = starts
    renumber(from: 0)
  }

  package var count: Int { handles.count }

  package func index(of section: Handle) -> Int? {
    guard section >= 0, section < slots.count else { return nil }
    let slot = slots[Int(section)]
    return slot < 0 ? nil : Int(slot)
  }

  package func contains(_ section: Handle) -> Bool { index(of: section) != nil }

  /// The positions of a section's items in the whole snapshot.
  package func positions(inSectionAt index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }

  /// The index of the section that holds the item at a position.
  package func sectionIndex(ofPosition position: Int) -> Int {
    // Empty sections share their start, and so their end, with the next one.
    handles.indices.partitioningIndex { Int(starts[$0 + 1]) > position }
  }

  /// Counts items that came to a section, or with a negative number, left it.
  package mutating func addItems(_ delta: Int, toSectionAt index: Int) {
    guard delta != 0 else { return }
    let delta = Int32(delta)
    for i in index + 1..<starts.count { starts[i] += delta }
  }

  /// Counts items that left several sections, in one pass: `departures` by section index.
  package mutating func removeItems(_ departures: [Int: Int]) {
    var gone: Int32 = 0
    let sections = departures.keys.sorted()
    for (turn, section) in sections.enumerated() {
      gone += Int32(departures[section] ?? 0)
      let next = turn + 1 < sections.count ? sections[turn + 1] : handles.count
      for index in section..<next { starts[index + 1] -= gone }
    }
  }

  /// Counts items that came to sections which follow one another, in one pass.
  mutating func addItems(_ arrivals: [Int], toSectionsFrom first: Int) {
    var come: Int32 = 0
    for index in first..<handles.count {
      if index - first < arrivals.count { come += Int32(arrivals[index - first]) }
      starts[index + 1] += come
    }
  }

  /// Counts no item in any section.
  mutating func removeAllItems() {
    starts = Array(repeating: 0, count: starts.count)
  }

  package mutating func insert(_ sections: [Handle], at index: Int) {
    handles.insert(contentsOf: sections, at: index)
    let start = starts[index]
    starts.insert(contentsOf: repeatElement(start, count: sections.count), at: index)
    renumber(from: index)
  }

  /// Takes out the sections at some distinct indexes, each with its items, in one pass.
  package mutating func remove(at indexes: Set<Int>) {
    var removed = indexes.sorted()[...]
    guard let first = removed.first else { return }
    var target = first
    var start = starts[first]
    for index in first..<handles.count {
      let size = starts[index + 1] - starts[index]
      if index == removed.first {
        removed.removeFirst()
        slots[Int(handles[index])] = -1
        continue
      }
      handles[target] = handles[index]
      starts[target] = start
      start += size
      target += 1
    }
    starts[target] = start
    handles.removeSubrange(target...)
    starts.removeSubrange((target + 1)...)
    renumber(from: first)
  }

  /// Moves the section at an index, with its items; `target` counts after it was taken out.
  package mutating func move(from index: Int, to target: Int) {
    let size = positions(inSectionAt: index).count
    let section = handles[index]
    remove(at: [index])
    insert([section], at: target)
    addItems(size, toSectionAt: target)
  }

  package mutating func removeAll() {
    self = SectionOrder()
  }

  private mutating func renumber(from index: Int) {
    if let greatest = handles[index...].max(), Int(greatest) >= slots.count {
      let missing = Int(greatest) + 1 - slots.count
      slots.append(contentsOf: repeatElement(-1, count: max(missing, slots.count)))
    }
    for i in index..<handles.count { slots[Int(handles[i])] = Int32(i) }
  }
}

extension SectionOrder {
  /// Says what is wrong with the redundancy; empty when nothing is.
  package func checkInvariants() -> [String] {
    var violations: [String] = []
    if starts.count != handles.count + 1 || starts[0] != 0 {
      violations.append("starts \(starts) do not fit \(handles.count) sections")
    }
    if zip(starts, starts.dropFirst()).contains(where: { $0 > $1 }) {
      violations.append("starts \(starts) do not ascend")
    }
    for (slot, handle) in handles.enumerated() where index(of: handle) != slot {
      violations.append("section handle \(handle) at \(slot) has another slot")
    }
    if slots.count(where: { $0 >= 0 }) != handles.count {
      violations.append("slots name sections that are not here")
    }
    return violations
  }
}
