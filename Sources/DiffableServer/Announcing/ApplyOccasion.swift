import DiffableProtocol
import Snapshots

/// What a front end is told of an apply besides the difference.
struct ApplyOccasion {
  /// The method that brought it about.
  let origin: Method
  /// Whether the front end is to animate the change.
  let animatingDifferences: Bool
  /// The front end's own name for it.
  let tag: Token?
  /// Whether the front end is to read everything anew.
  var reloadData = false
  /// The row that the user has moved by hand.
  var transaction: RowTransaction?
  /// A notification that goes out before the apply, once nothing can refuse it any more.
  var notice: [UInt8]?
  /// Differences that are in the order of a format already, by what they are of.
  var arranged: [ObjectIdentifier: ArrangedChanges] = [:]

  init(_ origin: Method, _ conditions: ApplyConditions) {
    self.origin = origin
    animatingDifferences = conditions.animatingDifferences
    tag = conditions.tag
  }
}
