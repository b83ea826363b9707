public import DataSources
import Snapshots

/// What a step will have done to a view; nothing has happened yet.
public struct PreparedView {
  /// The view.
  public let view: View
  let outcome: Outcome

  enum Outcome {
    /// Nothing of it is shown, and nothing had to be computed.
    case none(BaseStep)
    /// Nothing that is shown changes; the list is what is shown with contents that are equal to
    /// those shown and that came in their place, nil without any.
    indirect case silent(BaseStep, View.State, Snapshot?)
    /// There is a new revision.
    indirect case revision(PreparedApply, View.State)
  }

  init(_ view: View, _ outcome: Outcome) {
    self.view = view
    self.outcome = outcome
  }

  /// What the new revision will have done, nil when there is none.
  public var applied: Applied? {
    if case .revision(let prepared, _) = outcome { prepared.applied } else { nil }
  }

  func commit() {
    switch outcome {
    case .none(let step):
      view.passOver(step)
    case .silent(let step, let state, let equal):
      if let equal { view.source.takeEqualContents(of: equal) }
      view.passOver(step, state)
    case .revision(let prepared, let state):
      _ = view.source.commit(prepared)
      view.take(state)
    }
  }
}

/// What a step will have done to the views above a data source; nothing has happened yet.
///
/// It is to be committed or dropped before anything else happens to the data sources; a base's own
/// apply is committed first.
public struct PreparedViews {
  /// The views that were evaluated, each behind its base.
  public private(set) var views: [PreparedView] = []
  private var columnStep: ColumnStep?
  /// What will have happened to the rows of views that others have as their base.
  private var steps: [ObjectIdentifier: BaseStep] = [:]

  /// Prepares nothing, for a data source that no view follows.
  public init() {}

  /// Prepares the views that follow an apply.
  ///
  /// - Parameters:
  ///   - prepared: The apply.
  ///   - source: The data source, which is no view.
  ///   - all: All views in the order in which they were created, those of others included.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Throws: `interrupted`.
  /// - Complexity: O(views), and what each view takes.
  public init(
    following prepared: PreparedApply,
    of source: DataSource,
    among all: [View],
    _ checkpoint: ViewCheckpoint = ViewCheckpoint()
  ) throws(ViewError) {
    columnStep = prepared.columnStep
    let step = BaseStep(prepared.applied, isPublished: true, columnStep)
    for view in all {
      if view.base === source {
        append(try view.prepare(following: step, checkpoint))
      } else {
        try follow(view, checkpoint)
      }
    }
  }

  /// Prepares an update of a view, and those that follow it.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - definition: What it is to be.
  ///   - change: What becomes of its rules.
  ///   - all: All views in the order in which they were created.
  ///   - checkpoint: Asked now and then whether to go on.
  /// - Throws: `interrupted`.
  /// - Complexity: O(n log n) for n rows of the base.
  public init(
    updating view: View,
    to definition: ViewDefinition,
    _ change: RulesChange = .any,
    among all: [View],
    _ checkpoint: ViewCheckpoint = ViewCheckpoint()
  ) throws(ViewError) {
    append(try view.prepare(updatingTo: definition, change, checkpoint))
    for other in all { try follow(other, checkpoint) }
  }

  /// Makes it happen; it cannot be refused any more.
  public func commit() {
    for prepared in views { prepared.commit() }
  }

  private mutating func append(_ prepared: PreparedView) {
    prepared.view.place = views.count
    views.append(prepared)
  }

  /// Prepares a view whose base is a view that was prepared.
  private mutating func follow(_ view: View, _ checkpoint: ViewCheckpoint) throws(ViewError) {
    guard let baseView = view.baseView, let step = step(of: baseView) else { return }
    append(try view.prepare(following: step, checkpoint))
  }

  /// What will have happened to a view's rows, nil for nothing: all that follow it look at the same.
  private mutating func step(of baseView: View) -> BaseStep? {
    if let step = steps[ObjectIdentifier(baseView)] { return step }
    let place = baseView.place
    guard place < views.count, views[place].view === baseView else { return nil }
    let isPublished = baseView.isPublished
    let step: BaseStep? =
      switch views[place].outcome {
      case .none, .silent(_, _, nil): nil
      case .silent(_, _, let equal?):
        BaseStep(equal, of: baseView.source.snapshot, isPublished: isPublished, columnStep)
      case .revision(let apply, _):
        BaseStep(apply.applied, isPublished: isPublished, columnStep)
      }
    steps[ObjectIdentifier(baseView)] = step
    return step
  }
}
