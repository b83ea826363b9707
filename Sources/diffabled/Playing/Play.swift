import Glibc
import JSON
import Replicas
import Transcripts

/// Runs a transcript against a server in this process and draws the lists as they change.
struct Play {
  private let session: ReplaySession
  private let isCompared: Bool
  private let view: any PlayView
  private let renderer = PlayRenderer(style: .current())
  private var lists: [[UInt8]: ListReplica] = [:]
  /// Lists that are to be read as a whole at their next change: they were too long, or not the newest
  /// yet.
  private var unread: Set<[UInt8]> = []
  private var problems = 0

  /// Plays a file; the exit code is 0 when every answer was as expected and 1 otherwise.
  static func run(_ options: PlayOptions) -> Int32 {
    do throws(Files.Failure) {
      let (transcript, recording) = try Files.transcript(at: options.path)
      let session = try ReplaySession(recording, path: options.path)
      // In a recording an answer need not stand behind the message that it answers.
      let isCompared = recording == nil && transcript.lines.contains(where: \.isExpectation)
      let view = view(options, steps: transcript.exchanges.count)
      var play = Play(session: session, isCompared: isCompared, view: view)
      return play.play(transcript)
    } catch {
      StandardStreams.writeError("diffabled play: \(error)")
      return error.exitCode
    }
  }

  private init(session: ReplaySession, isCompared: Bool, view: any PlayView) {
    self.session = session
    self.isCompared = isCompared
    self.view = view
  }

  /// One screen on a terminal, else text.
  private static func view(_ options: PlayOptions, steps: Int) -> any PlayView {
    var style = PlayStyle.current()
    guard let terminal = Terminal() else {
      return PlayStream(style: style, isVerbose: options.isVerbose)
    }
    // How much fits is seen when it is drawn: the window may get another size.
    style.width = 1000
    return PlayScreen(terminal: terminal, style: style, options: options, steps: steps)
  }

  /// Plays to the end, or until nobody wants to see more.
  private mutating func play(_ transcript: Transcript) -> Int32 {
    var count = 0
    var exchanges = transcript.exchanges.makeIterator()
    var previous = Transcript.Line.blank
    for line in transcript.lines {
      switch line {
      case .prose(let text):
        view.prose(text, isNew: previous.isSent)
      case .sent, .stream:
        guard let exchange = exchanges.next() else { continue }
        count += 1
        view.sent(exchange)
        run(exchange)
        guard view.endStep() else { return end(count, of: transcript) }
      case .blank:
        // One empty line sets a paragraph apart as well as several do.
        if previous != .blank { view.paragraph() }
      case .expected, .nothing:
        continue
      }
      previous = line
    }
    return end(count, of: transcript)
  }

  private func end(_ count: Int, of transcript: Transcript) -> Int32 {
    view.end(
      renderer.summary(
        exchanges: count,
        problems: problems,
        isCompared: isCompared,
        rest: transcript.exchanges.count - count
      )
    )
    return problems == 0 ? 0 : 1
  }

  /// Sends one message, shows what it does and holds the answers against the expected ones.
  private mutating func run(_ exchange: Transcript.Exchange) {
    let answers = session.answers(to: exchange)
    let documents = answers.map { try? JSONDocument(parsing: $0[...], maxNestingDepth: .max) }
    let newest = newestNews(in: documents)
    for (index, answer) in answers.enumerated() {
      view.received(answer)
      guard let document = documents[index] else { continue }
      show(document.root, isNewest: newest.contains(index))
    }
    if isCompared, let report = ExchangeComparison.report(exchange.expected, answers) {
      problems += 1
      view.problem(renderer.mismatch(line: exchange.line, report: report))
    }
  }

  /// Which of some answers are the last ones that tell anything of a list: what is read as a whole is
  /// the list after them.
  private func newestNews(in answers: [JSONDocument?]) -> Set<Int> {
    var newest: [[UInt8]: Int] = [:]
    for (index, answer) in answers.enumerated() {
      guard let message = answer?.root, message.kind == .object, let method = message["method"],
        method.equals("dataSource/didApply") || method.equals("dataSource/didClose"),
        let name = message["params"]?["dataSource"]
      else { continue }
      newest[Array(name.bytes)] = index
    }
    return Set(newest.values)
  }

  /// Shows one message; it is the newest when nothing more has come of the list that it is about.
  private mutating func show(_ message: JSONView, isNewest: Bool) {
    guard message.kind != .array else {
      for element in message.elements { view.answered(element) }
      return
    }
    guard let method = message["method"], let params = message["params"] else {
      view.answered(message)
      return
    }
    if method.equals("dataSource/didApply") {
      showList(message, params, isNewest)
    } else {
      if method.equals("dataSource/didClose"), let name = params["dataSource"] {
        lists[Array(name.bytes)] = nil
        unread.remove(Array(name.bytes))
      }
      view.announced(message)
    }
  }

  /// Follows a change and draws the list that it leads to.
  private mutating func showList(
    _ message: JSONView,
    _ params: JSONView,
    _ isNewest: Bool
  ) {
    guard let name = params["dataSource"] else { return }
    let key = Array(name.bytes)
    let before = lists[key] ?? ListReplica()
    guard params["changes"] != nil, !unread.contains(key) else {
      return showListAsRead(message, params, key, isNewest)
    }
    do {
      var after = before
      let changes = try after.follow(didApply: params)
      if !after.knowsContents, isNewest, let read = read(key) { after = read }
      lists[key] = after
      view.list(key, params, before: before, after: after, changes: changes)
    } catch {
      problems += 1
      view.problem(renderer.misfit(error))
      showListAsRead(message, params, key, isNewest)
    }
  }

  /// Reads the list as a whole, where the announcement says nothing that could be followed.
  private mutating func showListAsRead(
    _ message: JSONView,
    _ params: JSONView,
    _ key: [UInt8],
    _ isNewest: Bool
  ) {
    guard isNewest, let list = read(key) else {
      lists[key] = nil
      unread.insert(key)
      view.announced(message)
      return
    }
    unread.remove(key)
    lists[key] = list
    view.list(key, params, before: list, after: list, changes: nil)
  }

  /// The list as it is now, nil when it is too long to be read as a whole.
  private func read(_ key: [UInt8]) -> ListReplica? {
    var question = JSONWriter()
    question.beginObject()
    question.member("jsonrpc", "2.0")
    question.member("id", "play")
    question.member("method", "snapshot/contents")
    question.name("params")
    question.beginObject()
    question.name("dataSource")
    question.raw(key)
    question.endObject()
    question.endObject()
    guard let answer = session.answers(to: question.bytes).last,
      let document = try? JSONDocument(parsing: answer[...], maxNestingDepth: .max),
      let contents = document.root["result"]
    else { return nil }
    return try? ListReplica(contents: contents)
  }
}

extension Transcript.Line {
  /// Whether it goes to the daemon.
  fileprivate var isSent: Bool {
    switch self {
    case .sent, .stream: true
    case .blank, .prose, .expected, .nothing: false
    }
  }

  /// Whether it says what is answered.
  fileprivate var isExpectation: Bool {
    switch self {
    case .expected, .nothing: true
    case .blank, .prose, .sent, .stream: false
    }
  }
}
