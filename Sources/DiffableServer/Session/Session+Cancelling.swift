import DiffableProtocol
import JSON
public import JSONRPC

extension Session {
  /// Cancels a request of the message that is being handled, unless it is finished.
  ///
  /// - Parameter id: The request's id.
  public func cancel(_ id: RequestID) {
    cancelled.insert(id)
  }

  /// Answers the request at hand as soon as its cancel was seen.
  ///
  /// What it has made so far is given back only then, since that may take longer than anybody
  /// should wait.
  func answerCancelled() {
    guard let request, !request.isAnswered, !request.isInBatch, cancelled.contains(request.id)
    else { return }
    self.request?.isAnswered = true
    endProgress()
    let error = refusal(of: request.method, .cancelled)
    if request.isTraced { traceResponse(request.method, request.id, error) }
    outbox.append(errorMessage(id: request.id, error.response))
    // So that it is written; what is answered does not matter any more.
    _ = mayContinue()
  }

  /// Looks into what was read ahead, without handling it.
  ///
  /// - Parameter input: What came.
  /// - Returns: What it asks for and what it cancels; nothing of both when it is no message.
  public func summary(of input: Input) -> MessageSummary {
    var summary = MessageSummary(maxIDBytes: limits.maxIdentifierBytes)
    guard case .message(let message) = input, let document = try? parsed(message) else {
      return summary
    }
    switch Incoming(decoding: document.root) {
    case .single(let message):
      summary.add(message)
    case .batch(let elements) where elements.count <= limits.maxBatchMessages:
      for element in elements { summary.add(Message(decoding: element)) }
    case .batch, .invalid: break
    }
    return summary
  }
}

/// What a message that was read ahead asks for.
public struct MessageSummary: Sendable {
  /// The ids of the requests in it.
  public private(set) var requests: [RequestID] = []
  /// The requests that it cancels.
  public private(set) var cancels: [RequestID] = []

  /// No request has a longer id.
  fileprivate let maxIDBytes: Int

  fileprivate mutating func add(_ message: Message) {
    switch message {
    case .request(let id, _, _) where id.length <= maxIDBytes:
      requests.append(id)
    case .notification(let method, let params) where method.equals("$/cancelRequest"):
      let reader = try? ObjectReader(params: params)
      guard let id = reader.flatMap({ try? CancelRequestParams($0) })?.id else { return }
      if id.length <= maxIDBytes { cancels.append(id) }
    case .request, .notification, .response, .invalid: break
    }
  }
}
