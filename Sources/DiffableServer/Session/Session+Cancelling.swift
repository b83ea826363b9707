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

  /// Looks into what was read ahead, without handling it.
  ///
  /// - Parameter input: What came.
  /// - Returns: What it asks for and what it cancels; nothing of both when it is no message.
  public func summary(of input: Input) -> MessageSummary {
    var summary = MessageSummary()
    guard case .message(let message) = input, let document = try? parsed(message) else {
      return summary
    }
    switch Incoming(decoding: document.root) {
    case .single(let message): summary.add(message)
    case .batch(let elements): elements.forEach { summary.add(Message(decoding: $0)) }
    case .invalid: break
    }
    return summary
  }
}

/// What a message that was read ahead asks for.
public struct MessageSummary: Sendable {
  /// The ids of the requests in it.
  public private(set) var requests: [RequestID] = []
  /// The request that it cancels, nil when it is no `$/cancelRequest`.
  public private(set) var cancels: RequestID?

  fileprivate mutating func add(_ message: Message) {
    switch message {
    case .request(let id, _, _): requests.append(id)
    case .notification(let method, let params) where method.equals("$/cancelRequest"):
      let reader = try? ObjectReader(params: params)
      cancels = reader.flatMap { try? CancelRequestParams($0) }?.id
    case .notification, .response, .invalid: break
    }
  }
}
