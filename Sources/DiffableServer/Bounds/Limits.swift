import DiffableProtocol

/// How much a client may ask for; what a daemon runs with, and what `initialize` answers.
public struct Limits: Sendable, Equatable {
  /// The longest message, in bytes without its framing; a parsed text addresses 2^28 bytes.
  public var maxMessageBytes = 1 << 28

  /// The longest header block, in bytes.
  public var maxHeaderBytes = 8192

  /// How deep arrays and objects may be nested in a message.
  public var maxNestingDepth = 256

  /// How many messages a batch may have.
  public var maxBatchMessages = 100_000

  /// How many data sources may be open.
  public var maxDataSources = 4096

  /// How many views may stand on one another.
  public var maxViewDepth = 8

  /// How many named snapshots may be open.
  public var maxSnapshots = 4096

  /// How many items one data source or snapshot may have.
  public var maxItemsPerDataSource = 1 << 24

  /// How many sections one data source or snapshot may have.
  public var maxSectionsPerDataSource = 1 << 20

  /// How many bytes all data sources and snapshots may take together, as they are counted.
  public var maxTotalBytes = 4 << 30

  /// The longest identifier, in bytes of its shortest JSON: of a string without the quotes.
  public var maxIdentifierBytes = 4096

  /// The longest name of a data source or snapshot, in bytes.
  public var maxNameBytes = 256

  /// How many revisions a data source keeps for `dataSource/changes` and `dataSource/revert`.
  public var historyRevisions = 64

  /// How many bytes a data source keeps for them.
  public var historyBytes = 64 << 20

  /// How many bytes of output may wait before notifications are merged.
  public var mergeAfterBytes = 1 << 20

  /// How many bytes of output may wait before no more input is read.
  public var maxQueuedBytes = 64 << 20

  /// How many bytes are read behind a request that still runs, and at most one block more.
  public var maxReadAheadBytes = 64 << 20

  /// The default limits.
  public init() {}
}

extension Limits {
  /// One limit: the single place from which its flag, its help and its wire name come.
  public struct Entry: Sendable {
    /// The name on the wire, in camel case.
    public let name: String

    /// Where the value stands.
    public let keyPath: any WritableKeyPath<Limits, Int> & Sendable

    /// The values that may be set.
    public let range: ClosedRange<Int>

    /// The value when nothing is set.
    public var defaultValue: Int { Limits()[keyPath: keyPath] }

    /// The name as a flag: `maxMessageBytes` is `--max-message-bytes`.
    public var flag: String {
      "--" + name.flatMap { $0.isUppercase ? "-" + $0.lowercased() : String($0) }
    }
  }

  /// Every limit, in the order in which they are documented and answered.
  public static let entries: [Entry] = [
    Entry(name: "maxMessageBytes", keyPath: \.maxMessageBytes, range: 1...(1 << 28)),
    Entry(name: "maxHeaderBytes", keyPath: \.maxHeaderBytes, range: 32...(1 << 30)),
    Entry(name: "maxNestingDepth", keyPath: \.maxNestingDepth, range: 1...(1 << 20)),
    Entry(name: "maxBatchMessages", keyPath: \.maxBatchMessages, range: 1...(1 << 28)),
    Entry(name: "maxDataSources", keyPath: \.maxDataSources, range: 1...(1 << 24)),
    Entry(name: "maxViewDepth", keyPath: \.maxViewDepth, range: 1...256),
    Entry(name: "maxSnapshots", keyPath: \.maxSnapshots, range: 1...(1 << 24)),
    Entry(name: "maxItemsPerDataSource", keyPath: \.maxItemsPerDataSource, range: 1...(1 << 28)),
    Entry(
      name: "maxSectionsPerDataSource",
      keyPath: \.maxSectionsPerDataSource,
      range: 1...(1 << 24)
    ),
    Entry(name: "maxTotalBytes", keyPath: \.maxTotalBytes, range: 1...(1 << 40)),
    Entry(name: "maxIdentifierBytes", keyPath: \.maxIdentifierBytes, range: 1...65533),
    Entry(name: "maxNameBytes", keyPath: \.maxNameBytes, range: 1...65535),
    Entry(name: "historyRevisions", keyPath: \.historyRevisions, range: 0...(1 << 20)),
    Entry(name: "historyBytes", keyPath: \.historyBytes, range: 0...(1 << 40)),
    Entry(name: "mergeAfterBytes", keyPath: \.mergeAfterBytes, range: 0...(1 << 40)),
    Entry(name: "maxQueuedBytes", keyPath: \.maxQueuedBytes, range: 0...(1 << 40)),
    Entry(name: "maxReadAheadBytes", keyPath: \.maxReadAheadBytes, range: 0...(1 << 40)),
  ]
}

extension Limits {
  /// The error of what would pass a limit.
  ///
  /// - Parameters:
  ///   - limit: The limit.
  ///   - subject: What would pass it, as the subject of a sentence with its verb.
  ///   - remedy: What the client can do.
  ///   - details: What else is known.
  /// - Returns: The error.
  func exceeded(
    _ limit: KeyPath<Limits, Int>,
    _ subject: String,
    remedy: String = "send less",
    _ details: (inout DiffableError) -> Void = { _ in }
  ) -> DiffableError {
    guard let entry = Limits.entries.first(where: { $0.keyPath == limit }) else {
      preconditionFailure("a limit without an entry")
    }
    let isGreatest = self[keyPath: limit] >= entry.range.upperBound
    let other = isGreatest ? "" : ", or start the daemon with \(entry.flag)"
    return DiffableError(
      .limitExceeded,
      "\(subject) more than \(entry.name) = \(self[keyPath: limit]) allows; \(remedy)\(other)."
    ) {
      $0.limit = (entry.name, self[keyPath: limit])
      details(&$0)
    }
  }

  /// The error of an answer that is longer than any message may be.
  var exceededByAnswer: DiffableError {
    exceeded(\.maxMessageBytes, "The answer is", remedy: "ask for less")
  }

  /// Refuses a client's own name for something when it is too long.
  func check(_ token: Token, _ member: String) throws(DiffableError) {
    guard token.length > maxIdentifierBytes else { return }
    throw exceeded(\.maxIdentifierBytes, "A \(member) of \(token.length) bytes is").at(member)
  }
}
