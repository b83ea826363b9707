import DiffableServer
import JSON
import Testing

/// Two requests and a cancellation of one of them, read at every place where the session looks.
///
/// The other one, and every question that follows, is answered as if that had never been sent.
@Suite struct CancellingPairsTests {
  private static let firsts = [
    "a shuffle": edit(#"{"op":"shuffleItems","seed":1}"#),
    "a sort": edit(#"{"op":"sortItems","by":[{"pointer":"/n"}]}"#),
    "a document": request(
      "dataSource/apply",
      #""snapshot":{"sections":[{"id":"B","items":[\#(numbers(4200))]},"A"]}"#
    ),
    "a tree": request(
      "dataSource/applySection",
      #""section":"A","snapshot":{"items":[{"id":"top","children":[\#(numbers(4200))]}]}"#
    ),
    "a view": #"{"jsonrpc":"2.0","id":ID,"method":"dataSource/create","params":{"#
      + #""dataSource":"view","view":{"of":"list","sortBy":[{"pointer":"/n"}]}}}"#,
    "a draft": #"{"jsonrpc":"2.0","id":ID,"method":"snapshot/edit","params":{"#
      + #""snapshot":"draft","edits":[{"op":"shuffleItems","seed":1},{"op":"reverseItems"}]}}"#,
    "a difference": #"{"jsonrpc":"2.0","id":ID,"method":"snapshot/changes","params":{"#
      + #""from":{"snapshot":"draft"},"to":{"dataSource":"list"}}}"#,
    "contents": request("snapshot/contents", ""),
  ]

  private static func request(_ method: String, _ params: String) -> String {
    let separator = params.isEmpty ? "" : ","
    return #"{"jsonrpc":"2.0","id":ID,"method":"\#(method)","params":{"dataSource":"list""#
      + separator + params + "}}"
  }

  private static func edit(_ edit: String) -> String {
    request("dataSource/edit", #""edits":[\#(edit)]"#)
  }

  private static func numbers(_ count: Int) -> String {
    (0..<count).map(String.init).joined(separator: ",")
  }

  private func message(_ id: Int, _ name: String) throws -> String {
    try #require(Self.firsts[name]).replacing("ID", with: String(id))
  }

  @Test(arguments: firsts.keys.sorted())
  func `a cancellation counts wherever it is read`(first: String) throws {
    let messages = [try message(1, first), try message(2, "a shuffle")]
    let both = Play(messages)
    let alone = [Play([messages[0]]), Play([messages[1]])]
    #expect(both.cancelled == [])
    #expect(alone[0].numberOfLooks > 0)
    // There are more than can be played, so some places are left out; the first and the last are in.
    let places = Set((0..<8).map { 1 + $0 * (both.numberOfLooks - 1) / 7 })
    for look in places.sorted() {
      for id in 1...2 {
        // The first is answered when the second looks around.
        let isLate = id == 1 && look > alone[0].numberOfLooks
        let play = Play(messages, cancelling: id, at: look)
        let place = "\(id) at look \(look) of \(alone[0].numberOfLooks) and \(both.numberOfLooks)"
        #expect(play.cancelled == (isLate ? [] : [id]), "\(place)")
        let expected = isLate ? both : alone[2 - id]
        #expect(play.answers == expected.answers, "\(place)")
        #expect(play.state == expected.state, "\(place)")
      }
    }
  }

  @Test func `sorting looks around while it compares`() throws {
    let looks = Play([try message(1, "a sort")]).numberOfLooks
    // Two passes over 4200 items and some twelve comparisons of each.
    #expect(looks > 4)
  }
}

/// A session in which messages were read ahead, and a cancellation at one of its looks.
private final class Play {
  private let server = Session(limits: Limits())
  private var ahead = ReadAhead()
  private(set) var numberOfLooks = 0
  /// What was sent, but for the answers to what was cancelled.
  private(set) var answers: [String] = []
  /// The ids of the requests that were cancelled.
  private(set) var cancelled: [Int] = []
  /// What the session says of all its lists afterwards.
  private(set) var state: [String] = []

  private static let items = (0..<4200)
    .map { #"{"id":\#($0),"content":{"n":\#($0 * 7919 % 4200)}}"# }.joined(separator: ",")

  init(_ messages: [String], cancelling id: Int = 0, at look: Int = 0) {
    for message in [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#,
      #"{"jsonrpc":"2.0","id":0,"method":"dataSource/create","params":{"dataSource":"list","#
        + #""snapshot":{"sections":[{"id":"A","items":[\#(Self.items)]}]}}}"#,
      #"{"jsonrpc":"2.0","id":0,"method":"snapshot/create","params":{"snapshot":"draft","#
        + #""from":{"dataSource":"list"}}}"#,
    ] { _ = send(message) }
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
    for message in messages { ahead.append(input(message), for: server) }
    server.mayContinue = { [unowned self] in
      numberOfLooks += 1
      if numberOfLooks == look { ahead.append(input(cancel), for: server) }
      return true
    }
    while let entry = ahead.popFirst() {
      server.receive(entry.input, cancelling: entry.cancelled)
      take()
    }
    server.mayContinue = { true }
    state = [
      #""snapshot/contents","params":{"dataSource":"list"}"#,
      #""snapshot/contents","params":{"snapshot":"draft"}"#,
      #""dataSource/sectionSnapshot","params":{"dataSource":"list","section":"A"}"#,
      #""dataSource/list""#, #""snapshot/list""#,
    ].flatMap { send(#"{"jsonrpc":"2.0","id":0,"method":\#($0)}"#) }
  }

  private func input(_ message: String) -> Session.Input { .message(Array(message.utf8)[...]) }

  private func send(_ message: String) -> [String] {
    server.receive(input(message))
    var answers: [String] = []
    while let answer = server.nextMessage() {
      answers.append(String(decoding: answer, as: UTF8.self))
    }
    return answers
  }

  private func take() {
    while let answer = server.nextMessage() {
      let root = (try? JSONDocument(parsing: answer))?.root
      if root?["error"]?["code"]?.integer == -32800, let id = root?["id"]?.integer {
        cancelled.append(id)
      } else {
        answers.append(String(decoding: answer, as: UTF8.self))
      }
    }
  }
}
