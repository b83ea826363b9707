import DataSources
import Snapshots

// What views count towards a bound on memory; see ``Snapshots/Weight``.

extension View {
  /// What its rows and sections take, and what it has not shown yet; contents are its base's.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int {
    source.snapshot.numberOfItems * Weight.item + source.sectionBytes + state.byteCount
      + unseen.byteCount
  }
}

extension View.State {
  /// What the lists take beside the one that is shown.
  fileprivate var byteCount: Int {
    ((arranged?.numberOfItems ?? 0) + (unfolded?.list.numberOfItems ?? 0)) * Weight.item
  }
}

extension PreparedView {
  /// By how much more the view will take, but for contents that went and that it did not show.
  fileprivate var growth: Int {
    switch outcome {
    case .none(let step):
      return step.unseenBytes
    case .silent(let step, let state, _):
      return step.unseenBytes + state.byteCount - view.state.byteCount
    case .revision(let prepared, let state):
      let (applied, bytes) = (prepared.applied, prepared.bytes)
      return state.byteCount - view.state.byteCount - view.unseen.byteCount
        + (applied.after.numberOfItems - applied.before.numberOfItems) * Weight.item
        + bytes.come.sections - bytes.gone.sections
    }
  }

  /// By how much drafts will keep more that the view leaves behind.
  fileprivate var heldGrowth: Int {
    guard case .revision(let prepared, _) = outcome else { return 0 }
    return view.source.heldGrowth(by: prepared)
  }
}

extension PreparedViews {
  /// By how much more the views will take.
  public var growth: Int { views.reduce(0) { $0 + $1.growth } }

  /// By how much drafts will keep more that the views leave behind.
  public var heldGrowth: Int { views.reduce(0) { $0 + $1.heldGrowth } }
}
