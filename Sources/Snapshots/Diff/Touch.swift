/// A place that does not depend on what other sections hold: a section and an offset in it.
struct Spot: Hashable {
  var section: Handle
  var offset: Int32
}

/// An element that may have changed its place, with the places before and after.
struct Touch {
  var handle: Handle
  /// Where it was, nil when it is new.
  var old: Spot?
  /// Where it is, nil when it is gone.
  var new: Spot?

  /// Whether it is in the same section before and after.
  var survives: Bool { old != nil && old?.section == new?.section }
}

extension Snapshot {
  func spot(ofItem item: Handle) -> Spot? {
    indexPath(ofItem: item).map {
      Spot(section: sections.handles[$0.section], offset: Int32($0.item))
    }
  }

  /// Sections are the same problem as items, one level up: all in one list.
  func spot(ofSection section: Handle) -> Spot? {
    sections.index(of: section).map { Spot(section: 0, offset: Int32($0)) }
  }
}
