import DataSources
import DiffableProtocol
import Snapshots
import Views

/// A data source under the name that clients know it by.
final class StoredDataSource {
  // See Session for why some are not checked; sums and titles are, since others compute them.

  let name: String
  let source: DataSource
  /// Where the identifiers are, also those of the drafts made from it.
  var pool: IdentifierPool { source.snapshot.pool }
  @exclusivity(unchecked) private(set) var options: DataSourceOptions
  /// The table options, made ready for questions.
  @exclusivity(unchecked) private(set) var table: TableRules
  /// What makes it a view, nil when it is none.
  @exclusivity(unchecked) var view: StoredView?
  /// The views above it, those of others included, in the order in which they were created; a view
  /// has none of its own: they are those of the data source at the bottom.
  @exclusivity(unchecked) private(set) var followers: [StoredDataSource] = []
  /// The same for the model; what follows has become a view before.
  @exclusivity(unchecked) private(set) var views: [View] = []
  /// The length of each option that was sent, in bytes of its JSON.
  private var optionLengths: [String: Int] = [:]
  /// What the options take.
  @exclusivity(unchecked) private(set) var optionBytes = 0
  /// What it is counted as among everything.
  @exclusivity(unchecked) var counted = TotalBytes()
  /// The number of the last apply.
  @exclusivity(unchecked) var lastApply = 0
  /// The running sums of the rows' heights.
  var heights = RunningHeights()
  /// The titles of sections in the index.
  var indexTitles = IndexTitles()

  /// Who is told of applies.
  let subscription: Subscription

  init(
    name: String,
    options: DataSourceOptions,
    limits: Limits,
    pool: IdentifierPool,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) {
    self.name = name
    self.options = options
    table = try TableRules(
      options.table,
      IdentifierReader(limits: limits, work: pool.work),
      checkpoint
    )
    source = DataSource(
      historyRevisions: options.history ?? limits.historyRevisions,
      historyBytes: limits.historyBytes,
      pool: pool,
      contentRules: ContentRules(options.contentEffect) { [work = pool.work] in
        areEqualJSON($0, $1, work)
      }
    )
    subscription = Subscription(to: name, source, options.announcing)
    source.columns.maxBytes = limits.maxTotalBytes
    source.greatestLevel = limits.greatestOutlineLevel
    source.needsReload = table.cells.difference(in: pool)
  }

  /// Refuses an edit of a view, which follows a list that takes edits.
  func refuseAsView() throws(DiffableError) {
    if let view { throw .viewIsReadOnly(self, view) }
  }

  /// Takes in a view above it that was created last.
  func add(follower: StoredDataSource) {
    guard let view = follower.view else { return }
    followers.append(follower)
    views.append(view.view)
  }

  /// Lets go of views above it.
  func removeFollowers(where isClosed: (StoredDataSource) -> Bool) {
    followers.removeAll(where: isClosed)
    views = followers.compactMap { $0.view?.view }
  }

  /// Makes table options ready that may come in place of those that there are.
  ///
  /// - Throws: What is wrong with them, or `requestCancelled`.
  /// - Complexity: O(options that are others).
  func rules(
    for options: TableOptions,
    limits: Limits,
    _ checkpoint: Checkpoint
  ) throws(DiffableError) -> TableRules {
    let earlier = (options: self.options.table, rules: table)
    let identifiers = IdentifierReader(limits: limits, work: pool.work)
    return try TableRules(options, identifiers, checkpoint, after: earlier)
  }

  /// Changes the options.
  func configure(_ options: DataSourceOptions, _ rules: TableRules) {
    table = rules
    if options.table.heights != self.options.table.heights { heights = RunningHeights() }
    if options.table.indexTitles != self.options.table.indexTitles { indexTitles = IndexTitles() }
    self.options = options
    subscription.announcing = options.announcing
    source.contentRules.effect = options.contentEffect
    source.needsReload = table.cells.difference(in: pool)
  }

  /// By how much more the options take when some are replaced that have so many bytes.
  ///
  /// Made ready for questions, what is said of many sections takes up to five times its JSON.
  func growth(byOptions lengths: [String: Int]) -> Int {
    5 * lengths.reduce(0) { $0 + $1.value - (optionLengths[$1.key] ?? 0) }
  }

  /// Counts options by the bytes that were sent.
  func countOptions(_ lengths: [String: Int]) {
    optionBytes += growth(byOptions: lengths)
    optionLengths.merge(lengths) { $1 }
  }
}

extension DataSourceOptions {
  fileprivate var contentEffect: ContentRules.Effect {
    switch contentChanges {
    case .reconfigure: .reconfigure
    case .reload: .reload
    case .ignore: .ignore
    }
  }
}
