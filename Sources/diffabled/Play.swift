import DiffableServer
import Glibc
import JSON
import Transcripts

/// Runs a transcript against a server in this process and draws the lists as they change.
struct Play {
  private let server: Server
  private let renderer: PlayRenderer
  private var lists: [[UInt8]: ListReplica] = [:]
  private var problems = 0

  /// Plays a file; the exit code is 0 when every answer was as expected and 1 otherwise.
  static func run(path: String) -> Int32 {
    guard let bytes = PlayFiles.read(path) else {
      let reason = String(cString: strerror(errno))
      PlayFiles.write("diffabled play: cannot read \(path): \(reason)\n", to: STDERR_FILENO)
      return 1
    }
    do {
      let transcript = try Transcript(parsing: bytes)
      var play = Play(server: Server(limits: Limits()), renderer: PlayRenderer(style: .current()))
      return play.play(transcript)
    } catch {
      PlayFiles.write("diffabled play: \(path), \(error)\n", to: STDERR_FILENO)
      return 1
    }
  }

  private init(server: Server, renderer: PlayRenderer) {
    self.server = server
    self.renderer = renderer
  }

  private mutating func play(_ transcript: Transcript) -> Int32 {
    var exchanges = transcript.exchanges.makeIterator()
    var previous = Transcript.Line.blank
    for line in transcript.lines {
      switch line {
      case .prose(let text):
        // Prose sets off a new thought, after the answers that came before it.
        if case .sent = previous { show([""]) }
        show([renderer.prose(text)])
      case .sent:
        guard let exchange = exchanges.next() else { continue }
        show(renderer.sent(exchange.sent))
        run(exchange)
      case .blank:
        // One empty line sets a paragraph apart as well as several do.
        if previous != .blank { show([""]) }
      case .expected, .nothing:
        continue
      }
      previous = line
    }
    show(renderer.summary(exchanges: transcript.exchanges.count, problems: problems))
    return problems == 0 ? 0 : 1
  }

  /// Sends one message, shows what it does and holds the answers against the expected ones.
  private mutating func run(_ exchange: Transcript.Exchange) {
    let answers = answers(to: exchange.sent)
    for answer in answers { show(answer) }
    if let report = ExchangeComparison.report(exchange.expected, answers) {
      problems += 1
      show(renderer.mismatch(line: exchange.line, report: report))
    }
  }

  private mutating func answers(to message: [UInt8]) -> [[UInt8]] {
    server.receive(message[...])
    var answers: [[UInt8]] = []
    while let answer = server.nextMessage() { answers.append(Array(answer)) }
    return answers
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
    guard params["changes"]?["sections"] != nil else {
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
    guard let answer = answers(to: question.bytes).last,
      let document = try? JSONDocument(parsing: answer[...]),
      let contents = document.root["result"],
      let list = try? ListReplica(contents: contents)
    else { return }
    lists[key] = list
    show(renderer.list(params, before: list, after: list, changes: nil))
  }

  private func show(_ lines: [String]) {
    PlayFiles.write(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
  }
}
