import DiffableServer
import JSON
import Replicas
import Testing
import Transcripts

/// The law that a front end lives by: replaying what is announced gives the data source's list.
@Suite struct ReplayLawTests {
  @Test(arguments: TranscriptFile.all)
  func `a list made of announced changes is the list that is read`(file: TranscriptFile) throws {
    let session = TranscriptSession()
    let server = session.server
    var lists: [[UInt8]: ListReplica] = [:]
    var isWithoutContent = false
    for exchange in try file.transcript().exchanges {
      isWithoutContent = isWithoutContent || keepsContentBack(exchange.sent)
      for answer in session.answers(to: exchange) {
        let message = try JSONDocument(parsing: answer[...]).root
        guard let method = message["method"], let params = message["params"],
          let name = params["dataSource"]
        else { continue }
        let key = Array(name.bytes)
        if method.equals("dataSource/didClose") { lists[key] = nil }
        guard method.equals("dataSource/didApply") else { continue }

        guard params["changes"] != nil else {
          // The list is to be read as a whole.
          lists[key] = try read(key, from: server)
          continue
        }
        var list = lists[key] ?? ListReplica()
        _ = try list.follow(didApply: params)
        lists[key] = list
        // A batch of requests may have gone on, or closed the data source, before it is asked.
        guard let current = try read(key, from: server), current.revision == list.revision else {
          continue
        }
        #expect(rows(list) == rows(current), "line \(exchange.line)")
        guard !isWithoutContent, list.knowsContents else { continue }
        for (content, expected) in zip(contents(list), contents(current)) {
          #expect(areEqual(content, expected), "line \(exchange.line)")
        }
      }
    }
  }

  /// Whether a message sets an option by which contents differ from what is announced of them.
  private func keepsContentBack(_ message: [UInt8]) -> Bool {
    let document = try? JSONDocument(parsing: message[...])
    guard let options = document?.root["params"]?["options"] else { return false }
    return options["includeContent"]?.bool == false
      || options["contentChanges"]?.string == "ignore"
  }

  /// The identifiers of each section and its items.
  private func rows(_ list: ListReplica) -> [[[UInt8]]] {
    list.sections.map { [$0.identifier] + $0.items.map(\.identifier) }
  }

  /// The contents of each section and its items.
  private func contents(_ list: ListReplica) -> [[UInt8]?] {
    list.sections.flatMap { [$0.content] + $0.items.map(\.content) }
  }

  /// Whether two contents are the same value: another spelling of it is not announced.
  private func areEqual(_ lhs: [UInt8]?, _ rhs: [UInt8]?) -> Bool {
    guard let lhs, let rhs else { return lhs == rhs }
    return ExchangeComparison.report([lhs], [rhs]) == nil
  }

  private func read(_ name: [UInt8], from server: Session) throws -> ListReplica? {
    var question = JSONWriter()
    question.beginObject()
    question.member("jsonrpc", "2.0")
    question.member("id", "read")
    question.member("method", "snapshot/contents")
    question.name("params")
    question.beginObject()
    question.name("dataSource")
    question.raw(name)
    question.endObject()
    question.endObject()
    let answers = server.answers(to: question.bytes)
    let answer = try JSONDocument(parsing: try #require(answers.last)[...]).root
    return try answer["result"].map { try ListReplica(contents: $0) }
  }
}
