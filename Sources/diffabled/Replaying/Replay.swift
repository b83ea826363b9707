import DiffableServer
import Glibc
import JSON
import JSONRPC
import Transcripts

/// Runs a recording again and compares what is answered.
struct Replay {
  /// Replays a file: the exit code is 0 when all was answered as recorded, and 1 otherwise.
  static func run(path: String) -> Int32 {
    do throws(Files.Failure) {
      let recording = try Files.recording(at: path)
      let replay = Replay(recording, try ReplaySession(recording, path: path))
      return replay.run()
    } catch {
      StandardStreams.writeError("diffabled replay: \(error)")
      return error.exitCode
    }
  }

  private let recording: Recording
  private let session: ReplaySession

  private init(_ recording: Recording, _ session: ReplaySession) {
    self.recording = recording
    self.session = session
  }

  private func run() -> Int32 {
    let exchanges = recording.transcript.exchanges
    let answers = runExchanges(exchanges, exchanges.flatMap(\.expected))
    var comparison = ReplayComparison(
      recording,
      daemon: "diffabled \(Session.version)",
      maxBatchMessages: session.limits.maxBatchMessages
    )
    comparison.compare(answers)
    comparison.compare(exitCode: session.exitCode)
    let lines = comparison.report.map { String(printable: $0.utf8) + "\n" }
    Files.write(lines.joined(), to: STDOUT_FILENO)
    return comparison.isEqual ? 0 : 1
  }

  /// Sends everything; what was cancelled then is cancelled again.
  private func runExchanges(
    _ exchanges: [Transcript.Exchange],
    _ recorded: [[UInt8]]
  ) -> [ReplayComparison.Answer] {
    // The daemon answers in the order of the requests, so the next answer is that of the next one.
    let responses = recorded.map(Response.init).filter(\.isResponse)
    var next = 0
    session.cancelled = { summary in
      guard next < responses.count else { return [] }
      return responses[next].cancelled.intersection(summary.requests)
    }
    session.answered = { if Response($0).isResponse { next += 1 } }
    var replayed: [ReplayComparison.Answer] = []
    for (index, exchange) in exchanges.enumerated() {
      replayed += session.answers(to: exchange).map { .init(bytes: $0, exchange: index) }
    }
    replayed += session.finish().map { .init(bytes: $0, exchange: exchanges.count - 1) }
    return replayed
  }
}

/// What a message says about requests, as far as cancelling is concerned.
private struct Response {
  /// Whether it answers a request, or several.
  var isResponse = false
  /// The requests that it says were cancelled.
  var cancelled: Set<RequestID> = []

  init(_ message: [UInt8]) {
    guard let root = try? JSONDocument(parsing: message[...], maxNestingDepth: .max).root else {
      return
    }
    isResponse = root.kind == .array || root["method"] == nil
    for answer in root.kind == .array ? Array(root.elements) : [root] {
      guard answer["error"]?["code"]?.integer == -32800, let id = answer["id"] else { continue }
      if let id = RequestID(id) { cancelled.insert(id) }
    }
  }
}
