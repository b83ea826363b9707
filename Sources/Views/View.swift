public import DataSources
public import Snapshots

/// A list that is computed from the list of another data source, and follows it.
///
/// What it shows is a data source of its own, ``source``, in the pool of its base: so differences,
/// history and look-ups are those of any list. Its states share the base's contents.
///
/// Nothing is changed before ``PreparedView/commit()``: a base and all views above it are prepared
/// together, see ``PreparedViews``.
public final class View {
  /// What is shown.
  public let source: DataSource
  /// The data source whose rows it takes.
  public let base: DataSource
  /// The view that the base is, if it is one.
  let baseView: View?

  // Not checked at run time: only what takes a step changes these, and calls nobody meanwhile.

  /// What was computed last.
  @exclusivity(unchecked) private(set) var state: State
  /// What the base gave other contents since the view's revision.
  @exclusivity(unchecked) private(set) var unseen = UnseenContents()

  /// Where it stood in the last ``PreparedViews`` that had it, so that nobody has to search there.
  @exclusivity(unchecked) var place = 0

  /// Whose contents its rows have, of which state, and whether that one is told of it.
  private let contentSource: DataSource
  @exclusivity(unchecked) private var shownContents: HeldStates.State
  @exclusivity(unchecked) private var isHolding = false

  /// What a view has besides the list that it shows.
  struct State {
    var definition: ViewDefinition
    /// The revision of the base that is shown.
    var baseRevision: Int
    /// All rows, of which a window shows some; nil without a window.
    var arranged: Snapshot?
    /// The sections of those in which not all rows are in order, since no window reached them.
    var parts = PartedSections()
    /// The items of the base, shown or hidden; nil when hidden ones are not taken.
    var unfolded: UnfoldedRows?
    /// Where the window came out, nil without one.
    var extent: WindowExtent?
  }

  /// Creates a view that shows nothing yet: its first revision is that of the first update.
  ///
  /// - Parameters:
  ///   - base: The data source whose rows it takes.
  ///   - baseView: The view that the base is, if it is one.
  ///   - source: What is to show it: in the base's pool, without sections.
  public init(of base: DataSource, _ baseView: View?, shownBy source: DataSource) {
    precondition(source.snapshot.pool === base.snapshot.pool, "a view of another pool")
    self.base = base
    self.baseView = baseView
    self.source = source
    contentSource = base.contentSource ?? base
    source.contentSource = contentSource
    shownContents = contentSource.heldState
    state = State(definition: ViewDefinition(), baseRevision: 0)
  }

  /// The revision of the base that is shown.
  public var baseRevision: Int { state.baseRevision }
  /// Where the window came out, nil without one.
  public var extent: WindowExtent? { state.extent }
  /// Whether every change of the base is followed.
  public var isLive: Bool { state.definition.isLive }

  /// The rows of the base, and what they contain for the view: when it is paused, both may not be the
  /// same rows any more.
  public var reading: RowReading {
    RowReading(
      of: state.unfolded?.list ?? base.snapshot,
      contents: source.snapshot,
      isPublished: false
    )
  }

  /// Whether the rows shown have the contents that the data source at the bottom has.
  var isPublished: Bool { isLive && isBasePublished }
  /// Likewise of the base's rows.
  var isBasePublished: Bool { baseView?.isPublished ?? true }

  /// Adds what the view can name and its data source does not show.
  ///
  /// - Parameter live: Where to add it.
  public func insertHandles(into live: inout LiveHandles) {
    if let arranged = state.arranged { live.insertAll(of: arranged) }
    if let unfolded = state.unfolded { live.insertAll(of: unfolded.list) }
    switch state.definition.rules.sections {
    case .base: break
    case .groups(let groups): live.insert(sections: groups.always)
    case .one(let section): live.insert(sections: [section])
    }
    if case .around(let item, _, _) = state.definition.window { live.insert(items: [item]) }
  }

  /// Takes what was prepared, all of which is shown.
  func take(_ state: State) {
    self.state = state
    unseen = UnseenContents()
    letGoOfContents()
    shownContents = baseView?.shownContents ?? contentSource.heldState
    // What follows every change has nothing but what its base has.
    if !isLive { holdContents() }
  }

  /// Takes a step of its base of which nothing is shown.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - state: What was computed, nil when nothing had to be.
  func passOver(_ step: BaseStep, _ state: State? = nil) {
    if let state { self.state = state }
    if isLive, let revision = step.applied?.revision { self.state.baseRevision = revision }
    unseen = step.passed(over: unseen)
    if !isHolding, !step.contents.isEmpty || !step.sectionContents.isEmpty { holdContents() }
  }

  private func holdContents() {
    isHolding = true
    contentSource.heldStates.hold(shownContents)
  }

  /// Notes that it keeps no contents of a former revision any more, because it is closed.
  public func letGoOfContents() {
    if isHolding { contentSource.heldStates.letGo(shownContents) }
    isHolding = false
  }
}

/// Everything that can be changed of a view.
public struct ViewDefinition {
  /// What becomes of the base's rows.
  public var rules = ViewRules()
  /// Which of them are shown, nil for all.
  public var window: ViewWindow?
  /// Whether every change of the base is followed.
  public var isLive = true

  /// Creates a definition that shows the base as it is.
  public init() {}
}

/// What was given other content in steps that a view did not show.
///
/// All of them count, also those of rows that are not shown: a row that left, got other content
/// unseen and came back shows it all the same.
struct UnseenContents {
  private(set) var items = HandleList()
  private(set) var sections = HandleList()

  var byteCount: Int { (items.count + sections.count) * MemoryLayout<Handle>.stride }

  /// Whether it is the other one, and not only one that is equal.
  func isShared(with other: UnseenContents) -> Bool {
    items.isShared(with: other.items) && sections.isShared(with: other.sections)
  }

  mutating func insert(_ step: BaseStep) {
    items.append(contentsOf: step.contents)
    sections.append(contentsOf: step.sectionContents)
  }
}
