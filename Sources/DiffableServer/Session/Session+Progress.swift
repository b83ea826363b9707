import DiffableProtocol
import JSON
import JSONRPC

/// The request that is being handled.
struct RunningRequest {
  let id: RequestID
  /// The name of its method, as it stands in the message.
  let method: JSONView
  /// Whether its answer has to stand in the array of a batch.
  let isInBatch: Bool
  /// Whether the front end is told of its answer.
  let isTraced: Bool
  /// Whether it was answered already, because it was cancelled.
  var isAnswered = false
  /// How far it is, nil when nobody asked.
  var progress: Progress?
}

/// How far a request is, for a front end that gave it a `workDoneToken`.
///
/// It is told by counts of work and not by time, so the same request tells the same.
struct Progress {
  /// By which the front end knows the request.
  let token: Token
  /// What was told last.
  var percentage = 0
}

extension Session {
  /// Begins to tell of a request, if it gave a token and is one that is answered.
  ///
  /// - Throws: `invalidParams` or `limitExceeded` when the token is none.
  func beginProgress(of method: Method, _ reader: ObjectReader) throws(DiffableError) {
    guard let token = try reader.token("workDoneToken") else { return }
    try limits.check(token, "workDoneToken")
    guard let request else { return }
    // Many such requests of a batch would else count from nothing again and again, unasked.
    if request.isInBatch { try checkpoint.pass() }
    // What did not begin has no reports and no end either.
    guard !outbox.isMerging else { return }
    let progress = Progress(token: token)
    self.request?.progress = progress
    checkpoint.beginReports { [unowned self] in reportProgress($0, of: $1) }
    tell(progress) { writer in
      writer.member("kind", "begin")
      writer.member("title", method.rawValue)
      writer.member("cancellable", true)
    }
  }

  /// Tells how much of the work is done, when that is another percentage than was told.
  private func reportProgress(_ done: Int, of total: Int) {
    guard var progress = request?.progress else { return }
    // All of it is done only at the end, however well the total was guessed.
    let percentage = min(99, Int(Double(done) / Double(total) * 100))
    guard percentage > progress.percentage, !outbox.isMerging else { return }
    progress.percentage = percentage
    request?.progress = progress
    tell(progress) { writer in
      writer.member("kind", "report")
      writer.member("percentage", percentage)
    }
  }

  /// Ends what was told of a request, however much output waits by now: a front end would else show
  /// it as running for ever.
  func endProgress() {
    guard let progress = request?.progress else { return }
    request?.progress = nil
    tell(progress) { writer in writer.member("kind", "end") }
  }

  private func tell(_ progress: Progress, _ value: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginNotification("$/progress")
    writer.beginObject()
    writer.member("token", raw: progress.token.text)
    writer.name("value")
    writer.beginObject()
    value(&writer)
    writer.endObject()
    writer.endObject()
    writer.endNotification()
    outbox.append(writer.bytes)
  }
}
