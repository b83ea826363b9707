import DiffableServer

/// Whole sessions: any bytes go in as they would on standard input, and all that comes out is held
/// against what a client may rely on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let input = FuzzInput(start, count) else { return 0 }
  let trial = FuzzedSession(SessionChoice(input.choice))
  trial.run(input.stream, in: input.pieces)
  return 0
}

/// What one byte says about a session.
struct SessionChoice {
  /// Whether there is a data source before the first message comes.
  let isPrepared: Bool
  /// Whether everything is read before the first message is handled, so that it may be cancelled.
  let readsAhead: Bool
  /// After how many messages the client reads what was written.
  let pace: Int
  let limits: Limits

  init(_ byte: UInt8) {
    isPrepared = byte & 1 != 0
    readsAhead = byte & 4 != 0
    pace = 1 + Int(byte >> 3 & 7)
    var limits = byte & 2 == 0 ? Limits() : .small
    limits.mergeAfterBytes = [1 << 20, 1000, 200, 0][Int(byte >> 6)]
    self.limits = limits
  }
}

extension Limits {
  /// Limits that a few hundred bytes reach.
  fileprivate static var small: Limits {
    var limits = Limits()
    limits.maxMessageBytes = 1500
    limits.maxHeaderBytes = 64
    limits.maxNestingDepth = 12
    limits.maxDataSources = 3
    limits.maxSnapshots = 3
    limits.maxItemsPerDataSource = 24
    limits.maxSectionsPerDataSource = 8
    limits.maxIdentifierBytes = 24
    limits.maxNameBytes = 12
    limits.historyRevisions = 4
    limits.historyBytes = 1000
    limits.maxQueuedBytes = 4000
    return limits
  }
}
