/// A request whose cost should follow what it concerns, and not what is there.
struct GrowthRow: Sendable {
  /// What it is called on the command line, behind `growth:`.
  let name: String
  /// The request, and the list that it meets.
  let title: String
  /// Options of the data source, each with a comma behind it.
  var options = ""
  /// What the daemon is started with.
  var arguments: @Sendable (_ size: Int) -> [String] = { _ in [] }
  /// Which of the costs stands in the table.
  var figure: @Sendable ([Double]) -> Double = median
  /// Makes the list and the requests.
  let run: @Sendable (GrowthTrial) throws -> Void

  /// The worst of the costs.
  static let worst: @Sendable ([Double]) -> Double = { $0.max() ?? .nan }

  /// What one request may take of a processor, in nanoseconds, before it is given up.
  private static let patience = 60_000_000_000

  /// The row as a part of the table.
  var part: Part { Part(name, .overPipes(measure)) }

  private func measure(_ build: Build, _ column: Workload, _ turn: inout Turn) throws {
    let conversation = try Conversation(
      [build.daemon] + arguments(column.size),
      options: #"{\#(options)"changeFormat":"none"}"#
    )
    conversation.patience = Self.patience
    let trial = GrowthTrial(conversation, size: column.size)
    do {
      try run(trial)
      turn.add("\(name) \(title)", figure(trial.costs), .milliseconds)
    } catch let error as ConversationError {
      turn.add("\(name) \(title)", insteadOfValue: error.word, .milliseconds)
      print("growth:\(name) \(column.head): \(error)")
    }
  }
}

/// A daemon with the list of a row, and what requests to it cost.
final class GrowthTrial {
  /// The size n of the column.
  let size: Int
  /// What the requests that were measured took of a processor, in nanoseconds.
  private(set) var costs: [Double] = []
  private let daemon: Conversation
  /// What the request takes by which one sees that the one before it is over.
  private lazy var costOfSettling = settlingCost()

  init(_ daemon: Conversation, size: Int) {
    self.daemon = daemon
    self.size = size
  }

  /// Makes a request that is not measured.
  func prepare(_ method: String, _ members: String) throws {
    try prepare(Messages.request(1, method, members))
  }

  /// Makes a request that is not measured.
  func prepare(_ request: [UInt8]) throws {
    try daemon.ask(request)
    try daemon.expect()
  }

  /// Makes a request and adds what it cost; its answer has to have a text near its beginning.
  func measure(_ method: String, _ members: String, answer: String = "") throws {
    try measure(Messages.request(1, method, members), answer: answer)
  }

  /// Makes requests and adds what they cost together; nobody reads until all are written.
  func measure(_ requests: [UInt8], responses: Int = 1, answer: String = "") throws {
    // What is left to do once a request is answered is done before the next one is.
    let settling = costOfSettling
    let start = daemon.program.processorTime
    try daemon.ask(requests + Messages.counts, responses: responses + 1)
    costs.append(Double(max(0, daemon.program.processorTime - start - settling)))
    try daemon.expect(answer)
  }

  private func settlingCost() -> Int {
    let costs = (0..<9).map { _ in
      let start = daemon.program.processorTime
      try? daemon.ask(Messages.counts)
      return Double(daemon.program.processorTime - start)
    }
    return Int(median(costs))
  }
}

extension GrowthTrial {
  /// Makes edits of the data source that are not measured.
  func prepare(edits: [String]) throws {
    try prepare("dataSource/edit", Self.members(edits))
  }

  /// Makes edits of the data source in one request, whose answer has to tell some counts.
  func measure(edits: [String], _ counts: String) throws {
    try measure("dataSource/edit", Self.members(edits), answer: counts)
  }

  /// Makes an edit of the data source nine times, each time another one.
  func measure(_ counts: String, edit: (_ round: Int) -> String) throws {
    for round in 0..<9 { try measure(edits: [edit(round)], counts) }
  }

  private static func members(_ edits: [String]) -> String {
    #""dataSource":"d","edits":[\#(edits.joined(separator: ","))]"#
  }

  /// Some place below a bound, for each number another one, in no visible order.
  func place(_ number: Int, below bound: Int? = nil) -> Int {
    number * 2_654_435_761 % (bound ?? size)
  }

  /// An item or section that is in no list yet.
  func new(_ number: Int) -> Int { 2 * size + number }
}
