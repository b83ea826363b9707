/// A place that does not depend on what other sections hold: a section and an offset in it.
struct SectionOffset: Hashable {
  var section: Handle
  var offset: Int32
}

/// An element that may have changed its place, with the places before and after.
struct TouchedElement {
  var handle: Handle
  /// Where it was, nil when it is new.
  var old: SectionOffset?
  /// Where it is, nil when it is gone.
  var new: SectionOffset?

  /// Whether it is in the same section before and after.
  var survives: Bool { old != nil && old?.section == new?.section }
}

extension Snapshot {
  func place(ofItem item: Handle) -> SectionOffset? {
    indexPath(ofItem: item).map {
      SectionOffset(section: sections[$0.section], offset: Int32($0.item))
    }
  }

  /// Sections are the same problem as items, one level up: all in one list.
  func place(ofSection section: Handle) -> SectionOffset? {
    sections.index(of: section).map { SectionOffset(section: 0, offset: Int32($0)) }
  }
}
