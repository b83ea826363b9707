/// A program that is spoken to in lines.
///
/// The clock runs while `ask` does; `expect` looks at what came afterwards, so that no table shows
/// how fast requests are refused.
final class Conversation {
  let program: ChildProcess
  /// What one request may take of a processor, in nanoseconds; nil when it may take any time.
  var patience: Int?
  private var lines = LineHeads()

  /// Starts a program.
  init(_ arguments: [String]) throws {
    program = try ChildProcess(arguments)
  }

  /// Starts a daemon, with an empty data source that has some options.
  convenience init(_ arguments: [String], options: String) throws {
    try self.init(arguments)
    try ask(Messages.initialize)
    try ask(Messages.create(options: options))
    try expect()
  }

  /// Starts the daemon of a build, with an empty data source.
  convenience init(_ build: Build) throws {
    try self.init([build.daemon], options: "{}")
  }

  deinit { program.end() }

  /// Writes requests and reads until all are answered.
  func ask(_ requests: [UInt8], responses: Int = 1) throws {
    lines.removeAll()
    let start = patience == nil ? 0 : program.processorTime
    try program.write(requests)
    while lines.numberOfResponses < responses {
      if let patience { try wait(until: start + patience) }
      try program.read { lines.add($0) }
    }
  }

  /// Makes the same request again and again, a number of which are always on their way.
  func ask(_ request: [UInt8], times: Int, inFlight: Int) throws {
    let some = (0...inFlight).map { Array(repeatElement(request, count: $0).joined()) }
    lines.removeAll()
    try program.write(some[inFlight])
    var (asked, answered) = (inFlight, 0)
    while answered < times {
      try program.read { lines.add($0) }
      let more = min(lines.numberOfResponses - answered, times - asked)
      answered = lines.numberOfResponses
      try program.write(some[more])
      asked += more
    }
  }

  /// Checks that what was asked last was answered with a result, and that each of these texts
  /// stands near the beginning of a line that came.
  func expect(_ texts: String...) throws {
    if lines.contain(#","error":{"#) { throw ConversationError.refused(lines.text) }
    for text in texts + [#","result":"#] where !lines.contain(text) {
      throw ConversationError.unexpected(lines.text, insteadOf: text)
    }
  }

  private func wait(until processorTime: Int) throws {
    while try !program.hasOutput(withinMilliseconds: 500) {
      if program.processorTime > processorTime { throw ConversationError.tooSlow }
    }
  }
}

/// How a conversation can end early.
enum ConversationError: Error, CustomStringConvertible {
  case refused(String)
  case unexpected(String, insteadOf: String)
  case tooSlow
  case ended

  /// What stands in a table.
  var word: String {
    switch self {
    case .refused: "refused"
    case .unexpected: "wrong"
    case .tooSlow: "too slow"
    case .ended: "ended"
    }
  }

  var description: String {
    switch self {
    case .refused(let answer): "the daemon refused a request:\n\(answer)"
    case .unexpected(let answer, let text): "the daemon did not answer \(text) but\n\(answer)"
    case .tooSlow: "the daemon took too long over a request"
    case .ended: "the program has ended"
    }
  }
}

/// A request, and what stands near the beginning of its answer.
struct Exchange {
  let request: [UInt8]
  let answer: String
  /// Whether it is what is measured, and not something that has to come in between.
  var isTimed = true
}

extension Conversation {
  /// Applies a whole list.
  func apply(_ list: ItemList, _ kind: IdentifierKind = .string) throws {
    try ask(Messages.apply(list, kind))
    try expect(#""numberOfItems":\#(list.items.count),"#)
  }

  /// Applies a list, and once more when it is to be shuffled; returns the list that is there.
  func apply(_ list: ItemList, _ order: Order) throws -> ItemList {
    let lists = order.lists(list)
    for list in lists { try apply(list) }
    return lists[lists.count - 1]
  }

  /// Makes requests, each when the one before it is answered, and adds the time from the first byte
  /// in to the last byte out, and what the daemon had of the processor.
  func measure(
    _ work: String,
    _ exchanges: [Exchange],
    tail: Bool = false,
    into turn: inout Turn
  ) throws {
    try measure([work], exchanges, tail: tail, into: &turn)
  }

  /// Makes requests of several kinds in turn, all of which are measured.
  func measure(
    _ works: [String],
    _ exchanges: [Exchange],
    tail: Bool = false,
    into turn: inout Turn
  ) throws {
    var kinds = works.map { _ in (wall: Samples(), processor: Samples()) }
    let warmUp = exchanges.count / 10
    for (round, exchange) in exchanges.enumerated() {
      let kind = round % works.count
      let start = program.processorTime
      let duration = try time { try ask(exchange.request) }
      if round >= warmUp, exchange.isTimed {
        kinds[kind].wall.add(duration)
        kinds[kind].processor.add(program.processorTime - start)
      }
      try expect(exchange.answer)
    }
    for (work, kind) in zip(works, kinds) {
      turn.add(work, kind.wall, .microseconds, tail: tail)
      turn.add(work, "cpu", Double(kind.processor.median), .microseconds)
    }
  }
}
