import DiffableServer
import TestSupport

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
    /// The data source that it is about, and how much there was to tell of it by then.
    let source: String
    let toTell: Int
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
  private var lastID = 1_000_000
  /// The messages sent last, for failures.
  private(set) var lastMessages: [String] = []

  var numberOfApplies = 0
  var numberOfErrors = 0
  var numberOfMerged = 0

  init(seed: UInt64, limits: Limits) {
    session = TestClient(limits)
    maker = RequestMaker(random: SeededGenerator(seed: seed))
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
    for _ in 0..<(isBatch ? 1 + maker.number(below: 3) : 1) {
      let request = maker.request(of: world)
      lastID += 1
      let isSilent = maker.chance(8)
      let id = isSilent ? "" : #""id":\#(lastID),"#
      let text =
        #"{"jsonrpc":"2.0",\#(id)"method":"\#(request.method)","params":\#(request.params)}"#
      texts.append(text)
      let outcome = outcome(of: request)
      let source = try Value(request.params)["dataSource"]?.text ?? ""
      let toTell = (told[source] ?? 0) + (owed[source]?.count ?? 0)
      guard !isSilent else { continue }
      expected.append(
        Expected(id: lastID, request: text, outcome: outcome, source: source, toTell: toTell)
      )
    }
    let message = isBatch ? list(texts) : texts[0]
    lastMessages = lastMessages.suffix(11) + [message]
    if !expected.isEmpty { unanswered.append(expected) }
    session.post(message)
  }

  /// What the model says of a request.
  private mutating func outcome(of request: SentRequest) -> Result<Reply, Refused> {
    defer {
      for event in world.events { owed[event.source, default: []].append(event) }
      world.events = []
    }
    do throws(Refused) {
      return .success(try request.law(&world))
    } catch {
      return .failure(error)
    }
  }
}
