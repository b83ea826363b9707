import Framing

@testable import DiffableServer

/// One session: a server, the bytes on their way to it, and the client at the other end.
final class FuzzedSession {
  private static let preparation = [
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dataSource/create","params":{"dataSource":"list","#
      + #""snapshot":{"sections":[{"id":"A","items":[1,2,{"id":"a","content":{"n":1}}]},"B"]}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"snapshot/create","params":{"snapshot":"draft","#
      + #""from":{"dataSource":"list"}}}"#,
  ]

  private let choice: SessionChoice
  let server: Session
  private var decoder: FrameDecoder
  private var ahead = ReadAhead()
  var client: SessionClient
  private(set) var numberOfMessages = 0
  /// What could be read when it was looked at last, nil when it never was.
  var state: [[UInt8]]?

  init(_ choice: SessionChoice) {
    self.choice = choice
    server = Session(limits: choice.limits, releaseThreshold: 8)
    decoder = FrameDecoder(
      limits: FrameLimits(
        maxMessageBytes: choice.limits.maxMessageBytes,
        maxHeaderBytes: choice.limits.maxHeaderBytes
      )
    )
    client = SessionClient(limits: choice.limits)
    server.mayContinue = { [unowned self] in
      // Whoever is asked while a request runs may take out what is ready.
      pull()
      return true
    }
  }

  func run(_ stream: ArraySlice<UInt8>, in pieces: [ArraySlice<UInt8>]) {
    // Options can keep contents out of what is announced, and escapes can hide the options.
    client.knowsContents = !["includeContent", "contentChanges", "\\u"].contains { word in
      stream.indices.contains { stream[$0...].starts(with: word.utf8) }
    }
    if choice.isPrepared {
      for message in Self.preparation { handle(.init(.message(Array(message.utf8)[...]))) }
    }
    for piece in pieces {
      decoder.append(piece)
      if choice.readsAhead { readAhead() } else { work() }
    }
    decoder.finish()
    work()
    pull()
    client.checkNothingIsDue()
    inspect()
  }

  private func readAhead() {
    while let input = next() { ahead.append(input, for: server) }
  }

  private func work() {
    while server.exitCode == nil,
      let entry = ahead.popFirst() ?? next().map(ReadAhead.Entry.init)
    {
      handle(entry)
    }
  }

  private func next() -> Session.Input? {
    decoder.next().map { event in
      switch event {
      case .message(let message): .message(message)
      case .unterminatedMessage(let message): .unterminatedMessage(message)
      case .strayText(let line): .strayText(line)
      case .malformedHeader(let error): .malformedHeader(error.description)
      case .oversizedMessage(let length): .oversizedMessage(length: length)
      }
    }
  }

  private func handle(_ entry: ReadAhead.Entry) {
    switch entry.input {
    case .message(let message): client.expectAnswers(to: message)
    case .unterminatedMessage: break
    case .strayText, .malformedHeader, .oversizedMessage: client.expectError()
    }
    let isWhole = server.receive(entry.input, cancelling: entry.cancelled)
    if isWhole, case .unterminatedMessage(let message) = entry.input {
      client.expectAnswers(to: message)
    }
    numberOfMessages += 1
    let isOverloaded = server.queuedBytes > choice.limits.maxQueuedBytes
    guard isOverloaded || numberOfMessages % choice.pace == 0 else { return }
    pull()
    client.checkNothingIsDue()
    inspect()
  }

  /// Takes all output, through the framing and back.
  private func pull() {
    let format = decoder.format ?? .lines
    var output: [UInt8] = []
    while let message = server.nextMessage() {
      FrameEncoder.append(message, in: format, to: &output)
    }
    check(server.queuedBytes == 0, "there are \(server.queuedBytes) bytes of nothing")
    var answers = FrameDecoder(format: format, limits: FrameLimits())
    answers.append(output)
    while let event = answers.next() {
      guard case .message(let message) = event else { fatalError("the output says \(event)") }
      client.receive(message)
    }
    check(answers.bufferedBytes == 0, "the output ends inside a message")
  }
}
