import Glibc
import JSON
import Replicas
import Transcripts

/// Runs a transcript against a server in this process and draws the lists as they change.
struct Play {
  private let session: ReplaySession
  private let isCompared: Bool
  private let renderer: PlayRenderer
  private var lists: [[UInt8]: ListReplica] = [:]
  private var problems = 0

  /// Plays a file; the exit code is 0 when every answer was as expected and 1 otherwise.
  static func run(path: String) -> Int32 {
    do throws(Files.Failure) {
      let (transcript, recording) = try Files.transcript(at: path)
      let session = try ReplaySession(recording, path: path)
      let renderer = PlayRenderer(style: .current())
      // In a recording an answer need not stand behind the message that it answers.
      let isCompared = recording == nil && transcript.lines.contains(where: \.isExpectation)
      var play = Play(session: session, isCompared: isCompared, renderer: renderer)
      return play.play(transcript)
    } catch {
      Files.write("diffabled play: \(error)\n", to: STDERR_FILENO)
      return error.exitCode
    }
  }

  private init(session: ReplaySession, isCompared: Bool, renderer: PlayRenderer) {
    self.session = session
    self.isCompared = isCompared
    self.renderer = renderer
  }

  private mutating func play(_ transcript: Transcript) -> Int32 {
    var exchanges = transcript.exchanges.makeIterator()
    var previous = Transcript.Line.blank
    for line in transcript.lines {
      switch line {
      case .prose(let text):
        // Prose sets off a new thought, after the answers that came before it.
        if previous.isSent { show([""]) }
        show([renderer.prose(text)])
      case .sent, .stream:
        guard let exchange = exchanges.next() else { continue }
        show(exchange.stream.map(renderer.sent(stream:)) ?? renderer.sent(exchange.sent))
        run(exchange)
      case .blank:
        // One empty line sets a paragraph apart as well as several do.
        if previous != .blank { show([""]) }
      case .expected, .nothing:
        continue
      }
      previous = line
    }
    show(
      renderer.summary(
        exchanges: transcript.exchanges.count,
        problems: problems,
        isCompared: isCompared
      )
    )
    return problems == 0 ? 0 : 1
  }

  /// Sends one message, shows what it does and holds the answers against the expected ones.
  private mutating func run(_ exchange: Transcript.Exchange) {
    let answers = session.answers(to: exchange)
    for answer in answers { show(answer) }
    if isCompared, let report = ExchangeComparison.report(exchange.expected, answers) {
      problems += 1
      show(renderer.mismatch(line: exchange.line, report: report))
    }
  }

  private mutating func show(_ answer: [UInt8]) {
    guard let document = try? JSONDocument(parsing: answer[...]) else { return }
    let message = document.root
    guard message.kind != .array else {
      for element in message.elements { show(renderer.answered(element)) }
      return
    }
    guard let method = message["method"], let params = message["params"] else {
      show(renderer.answered(message))
      return
    }
    if method.equals("dataSource/didApply") {
      showList(params)
    } else {
      if method.equals("dataSource/didClose"), let name = params["dataSource"] {
        lists[Array(name.bytes)] = nil
      }
      show(renderer.announced(message))
    }
  }

  /// Follows a change and draws the list that it leads to.
  private mutating func showList(_ params: JSONView) {
    guard let name = params["dataSource"] else { return }
    let key = Array(name.bytes)
    let before = lists[key] ?? ListReplica()
    guard params["changes"] != nil else {
      showListAsRead(params, key)
      return
    }
    do {
      var after = before
      let changes = try after.follow(didApply: params)
      lists[key] = after
      show(renderer.list(params, before: before, after: after, changes: changes))
    } catch {
      problems += 1
      show(renderer.misfit(error))
      showListAsRead(params, key)
    }
  }

  /// Reads the list as a whole, where the announcement says nothing that could be followed.
  private mutating func showListAsRead(_ params: JSONView, _ key: [UInt8]) {
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
      let document = try? JSONDocument(parsing: answer[...]),
      let contents = document.root["result"],
      let list = try? ListReplica(contents: contents)
    else { return }
    lists[key] = list
    show(renderer.list(params, before: list, after: list, changes: nil))
  }

  private func show(_ lines: [String]) {
    Files.write(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
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
