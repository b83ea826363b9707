import DiffableServer
import JSONRPC
import TestSupport
import Testing

/// A session of a random client beside a model of everything that the daemon knows, and a front end
/// that believes nothing but notifications.
struct SessionTrial {
  /// What the model and the daemon do not agree on.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a request must be answered with.
  struct Expected {
    let id: Int
    let request: String
    let outcome: Result<Reply, Refused>
    /// The data source that it is about, and how much there was to tell of it, and of the views
    /// that follow, by then.
    let source: String
    let toTell: [String: Int]
  }

  let session: TestClient
  var world = World()
  var frontEnd = FrontEnd()
  private var maker: RequestMaker

  /// The requests without an answer, message by message in the order in which they were sent.
  var unanswered: [[Expected]] = []
  /// What is still to be told of each data source, and how much was told.
  var owed: [String: [World.Event]] = [:]
  var told: [String: Int] = [:]
  /// The data sources of which something is to be told, in order; nil when applies are merged.
  var order: [String]?
  private var lastID = 1_000_000
  /// The messages sent last, for failures.
  private(set) var lastMessages: [String] = []

  var numberOfApplies = 0
  var numberOfErrors = 0
  var numberOfMerged = 0
  /// How many revisions of views were told.
  var numberOfFollowed = 0

  init(seed: UInt64, limits: Limits, aboutViews: Int = 0) {
    // Identifiers out of use are given back at once where views might still show them.
    session = TestClient(limits, releaseThreshold: aboutViews > 0 ? 1 : nil)
    maker = RequestMaker(random: SeededGenerator(seed: seed), aboutViews: aboutViews)
    if limits.mergeAfterBytes == Limits().mergeAfterBytes { order = [] }
  }

  var seed: UInt64 { maker.random.seed }

  /// Sends a message; unless the front end stalls, everything that it brings about is judged.
  mutating func step(stalling: Bool) throws {
    let errors = numberOfErrors
    try post()
    guard !stalling || maker.chance(4) else { return }
    try pull()
    // What an error may have changed may be anywhere.
    if stalling || errors < numberOfErrors || maker.chance(20) { try compareEverything() }
  }

  // MARK: Sending

  private mutating func post() throws {
    let isBatch = maker.chance(8)
    var texts: [String] = []
    var expected: [Expected] = []
    var cancelled: [RequestID] = []
    for _ in 0..<(isBatch ? 1 + maker.number(below: 3) : 1) {
      let request = maker.request(of: world)
      lastID += 1
      let isSilent = maker.chance(8)
      let id = isSilent ? "" : #""id":\#(lastID),"#
      let text =
        #"{"jsonrpc":"2.0",\#(id)"method":"\#(request.method)","params":\#(request.params)}"#
      texts.append(text)
      let isCancelled = maker.aboutViews > 0 && !isBatch && !isSilent && maker.chance(3)
      if isCancelled { cancelled = [try RequestID(Value("\(lastID)").view)].compactMap(\.self) }
      let (outcome, changed) =
        isCancelled ? (.failure(Refused("requestCancelled")), []) : outcome(of: request)
      let source = try Value(request.params)["dataSource"]?.text ?? ""
      var toTell = [source: (told[source] ?? 0) + (owed[source]?.count ?? 0)]
      for name in changed { toTell[name] = (told[name] ?? 0) + (owed[name]?.count ?? 0) }
      guard !isSilent else { continue }
      expected.append(
        Expected(id: lastID, request: text, outcome: outcome, source: source, toTell: toTell)
      )
    }
    let message = isBatch ? list(texts) : texts[0]
    lastMessages = lastMessages.suffix(11) + [message]
    if !expected.isEmpty { unanswered.append(expected) }
    session.post(Array(message.utf8), cancelling: Set(cancelled))
  }

  /// What the model says of a request, and of which data sources there is something to tell.
  private mutating func outcome(
    of request: SentRequest
  ) -> (outcome: Result<Reply, Refused>, changed: [String]) {
    let result: Result<Reply, Refused>
    do throws(Refused) {
      result = .success(try request.law(&world))
    } catch {
      result = .failure(error)
    }
    defer { world.events = [] }
    for event in world.events { owed[event.source, default: []].append(event) }
    order?.append(contentsOf: world.events.map(\.source))
    return (result, world.events.map(\.source))
  }
}

extension SessionTrial {
  /// Sends messages, and records the first thing on which the model and the daemon do not agree.
  mutating func play(_ messages: Int, stalling: Bool) throws {
    for step in 0..<messages {
      do {
        try self.step(stalling: stalling)
      } catch {
        let messages = lastMessages.joined(separator: "\n")
        Issue.record("seed \(seed), step \(step): \(error)\n\(messages)")
        throw error
      }
    }
  }
}
