import DiffableServer
import Framing
import JSON
import JSONRPC
import TestSupport
import Testing
import Transcripts

/// What the clients of the transcripts send, damaged and in pieces, through framing and server.
@Suite struct StreamMutationTests {

  @Test(arguments: TranscriptFile.all)
  func `a damaged stream is answered, and the same however it is split`(
    file: TranscriptFile
  ) throws {
    let messages = try file.transcript().exchanges.map(\.sent)
    for round in 0..<12 {
      var generator = SeededGenerator(seed: UInt64(round))
      let format: FrameFormat = round % 2 == 0 ? .lines : .lsp
      let stream = damaged(framed(messages, format), &generator)
      let limits = round % 3 == 0 ? Limits() : small
      let whole = Conversation([stream[...]], limits)
      let pieces = Conversation(pieces(stream, &generator), limits)
      #expect(whole.output == pieces.output, "round \(round), seed \(generator.seed)")
      let answers = try whole.answers
      #expect(answers == whole.expected, "round \(round), seed \(generator.seed)")
    }
  }

  private var small: Limits {
    var limits = Limits()
    limits.maxMessageBytes = 400
    limits.maxHeaderBytes = 64
    limits.maxNestingDepth = 7
    limits.maxDataSources = 1
    limits.maxItemsPerDataSource = 9
    limits.maxSectionsPerDataSource = 2
    limits.maxIdentifierBytes = 12
    limits.historyRevisions = 2
    return limits
  }

  private func framed(_ messages: [[UInt8]], _ format: FrameFormat) -> [UInt8] {
    var stream: [UInt8] = []
    for message in messages { FrameEncoder.append(message, in: format, to: &stream) }
    return stream
  }

  private func damaged(_ stream: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var stream = stream
    for _ in 0...Int.random(in: 0..<6, using: &generator) {
      let start = Int.random(in: 0..<stream.count, using: &generator)
      let end = min(stream.count, start + Int.random(in: 1...300, using: &generator))
      let target = Int.random(in: 0...stream.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: stream[start] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: stream.insert(Array("\"\\{}[],:01\n".utf8)[target % 11], at: start)
      case 2: stream.insert(contentsOf: stream[start..<end], at: target)
      default: stream.removeSubrange(start..<min(end, start + 20))
      }
      if stream.isEmpty { return [0x0A] }
    }
    return stream
  }

  private func pieces(
    _ stream: [UInt8],
    _ generator: inout SeededGenerator
  ) -> [ArraySlice<UInt8>] {
    var rest = stream[...]
    var pieces: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
      let size = Int.random(in: 1...64, using: &generator)
      pieces.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return pieces
  }
}

/// What a server answers to a stream, and for what it owes an answer.
private struct Conversation {
  private(set) var output: [[UInt8]] = []
  /// The ids that have to be answered, for each message that wants an answer.
  private(set) var expected: [[String]] = []
  private let server: Session
  private let limits: Limits

  init(_ pieces: [ArraySlice<UInt8>], _ limits: Limits) {
    self.limits = limits
    server = Session(limits: limits)
    var decoder = FrameDecoder(
      limits: FrameLimits(
        maxMessageBytes: limits.maxMessageBytes,
        maxHeaderBytes: limits.maxHeaderBytes
      )
    )
    for piece in pieces {
      decoder.append(piece)
      while server.exitCode == nil, let event = decoder.next() { handle(event) }
    }
    decoder.finish()
    while server.exitCode == nil, let event = decoder.next() { handle(event) }
  }

  private mutating func expect(_ ids: [String]) {
    if !ids.isEmpty { expected.append(ids) }
  }

  private mutating func handle(_ event: FrameEvent) {
    let isWhole = server.receive(event.input)
    switch event {
    case .message(let message), .unterminatedMessage(let message):
      if isWhole { expect(ids(in: message)) }
    case .strayText, .malformedHeader, .oversizedMessage: expect(["null"])
    }
    while let message = server.nextMessage() { output.append(Array(message)) }
  }

  private func ids(in message: ArraySlice<UInt8>) -> [String] {
    let document = try? JSONDocument(parsing: message, maxNestingDepth: limits.maxNestingDepth)
    guard let root = document?.root else { return ["null"] }
    switch Incoming(decoding: root) {
    case .invalid: return ["null"]
    case .single(let message): return id(of: message).map { [$0] } ?? []
    case .batch(let elements): return elements.compactMap { id(of: Message(decoding: $0)) }
    }
  }

  private func id(of message: Message) -> String? {
    switch message {
    case .request(let id, _, _):
      id.length <= limits.maxIdentifierBytes ? String(decoding: id.bytes, as: UTF8.self) : "null"
    case .invalid: "null"
    case .notification, .response: nil
    }
  }

  /// The ids that were answered, message by message.
  var answers: [[String]] {
    get throws {
      try output.compactMap { message in
        let root = try JSONDocument(parsing: message, maxNestingDepth: 1 << 10).root
        if root["method"] != nil { return nil }
        let responses = root.kind == .array ? Array(root.elements) : [root]
        return responses.map { String(decoding: $0["id"]?.bytes ?? [], as: UTF8.self) }
      }
    }
  }
}
