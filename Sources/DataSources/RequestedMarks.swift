public import Snapshots

/// What a draft itself asked to be shown anew, in the order in which it was marked.
///
/// It says nothing of what content, other cells or the way back over earlier applies add to that.
public struct RequestedMarks {
  /// Sections to reload.
  public var reloadedSections: [Handle] = []
  /// Items to reload.
  public var reloadedItems: [Handle] = []
  /// Items to reconfigure.
  public var reconfiguredItems: [Handle] = []

  /// Creates no marks.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool {
    reloadedSections.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
  }

  /// How many there are.
  public var count: Int {
    reloadedSections.count + reloadedItems.count + reconfiguredItems.count
  }

  /// Takes the marks of a snapshot.
  init(of snapshot: Snapshot) {
    reloadedSections = snapshot.reloadedSections
    reloadedItems = snapshot.reloadedItems
    reconfiguredItems = snapshot.reconfiguredItems
  }
}
