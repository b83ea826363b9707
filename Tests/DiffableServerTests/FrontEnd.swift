/// A front end that believes nothing but notifications: it keeps a list of each data source by
/// replaying what each didApply says.
struct FrontEnd {
  /// A list, and the revision that it shows.
  struct Shown {
    var revision = 0
    var list = Replica()
    /// Whether the notification told to read the list anew, which has not been done yet.
    var isStale = false
  }

  private(set) var shown: [String: Shown] = [:]

  /// How many notifications merged several applies.
  private(set) var numberOfMerged = 0

  mutating func read(_ name: String, contents: Value, revision: Int) throws {
    shown[name] = Shown(revision: revision, list: try Replica(contents: contents))
  }

  /// Follows a notification.
  ///
  /// - Returns: Whether it was one.
  mutating func receive(_ message: Value) throws -> Bool {
    guard let params = message["params"], let name = params["dataSource"]?.text else {
      return false
    }
    switch message["method"]?.text {
    case "dataSource/didClose":
      shown[name] = nil
    case "dataSource/didApply":
      try apply(params, to: name)
    default:
      return false
    }
    return true
  }

  private mutating func apply(_ params: Value, to name: String) throws {
    var state = shown[name] ?? Shown()
    guard params["fromRevision"]?.integer == state.revision, let next = params["revision"]?.integer,
      next > state.revision
    else { throw Replica.Mismatch(reason: "the chain is broken at \(state.revision)") }
    if params["origin"]?.text == "merged" {
      numberOfMerged += 1
    } else if next != state.revision + 1 {
      throw Replica.Mismatch(reason: "an apply that is not merged spans several revisions")
    }
    state.revision = next
    if let changes = params["changes"] {
      if !state.isStale { try state.list.follow(changes) }
    } else {
      state.isStale = true
    }
    if !state.isStale {
      guard params["numberOfSections"]?.integer == state.list.sections.count,
        params["numberOfItems"]?.integer == state.list.numberOfItems
      else { throw Replica.Mismatch(reason: "the numbers are not those of the list") }
    }
    shown[name] = state
  }
}
