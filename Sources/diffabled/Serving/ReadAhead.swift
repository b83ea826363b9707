import DiffableServer
import Framing
import JSONRPC

/// Messages that were read while a request was running, in the order in which they came.
struct ReadAhead {
  /// What came, and the requests in it that a later message cancelled.
  final class Entry {
    let event: FrameEvent
    var cancelled: Set<RequestID> = []
    fileprivate var requests: [RequestID] = []

    init(_ event: FrameEvent) {
      self.event = event
    }
  }

  private var entries = Queue<Entry>()
  /// Leads from a request that waits to the last message that holds one of its id.
  private var waiting: [RequestID: Entry] = [:]

  /// About how many bytes it holds.
  private(set) var byteCount = 0

  /// Takes the first one out, nil when there is none.
  mutating func popFirst() -> Entry? {
    guard let entry = entries.popFirst() else { return nil }
    byteCount -= entry.size
    for id in entry.requests where waiting[id] === entry { waiting[id] = nil }
    return entry
  }

  /// Adds what was read; when it cancels a request that runs or waits here, that is noted.
  mutating func append(_ event: FrameEvent, for server: Server) {
    let entry = Entry(event)
    if case .message(let message) = event {
      let summary = server.summary(of: message)
      entry.requests = summary.requests
      if let id = summary.cancels {
        server.cancel(id)
        waiting[id]?.cancelled.insert(id)
      }
    }
    byteCount += entry.size
    for id in entry.requests { waiting[id] = entry }
    entries.append(entry)
  }
}

extension ReadAhead.Entry {
  /// What it takes: its bytes, and something for itself and for each request that it holds.
  fileprivate var size: Int {
    let overhead = 64 + requests.count * 128
    return switch event {
    case .message(let message), .unterminatedMessage(let message): message.count + overhead
    case .malformedHeader, .oversizedMessage: overhead
    }
  }
}
