public import JSONRPC

/// Messages that were read while a request was running, in the order in which they came.
public struct ReadAhead {
  /// What came, and the requests in it that a later message cancelled.
  public final class Entry {
    /// What came.
    public let input: Session.Input
    /// The requests in it that were cancelled.
    public fileprivate(set) var cancelled: Set<RequestID> = []
    fileprivate var requests: [RequestID] = []
    /// How many cancels had come before a message that is not looked into; nil for others.
    fileprivate var firstCancel: Int?

    /// Creates an entry of which nothing is cancelled.
    public init(_ input: Session.Input) {
      self.input = input
    }
  }

  private var entries = Queue<Entry>()
  /// Leads from a request that waits to the last message that holds one of its id.
  private var waiting: [RequestID: Entry] = [:]
  /// The messages before that one which hold one too, and that nobody has cancelled.
  private var repeated: [RequestID: Queue<Entry>] = [:]
  /// What was cancelled since the first message came that is not looked into, whatever it asks for.
  private var cancels: [RequestID] = []
  private var numberOfUnread = 0

  /// How long a message may be that is looked into: as long as that takes, the request that runs is
  /// held up.
  static let longestMessage = 1 << 20

  /// About how many bytes it holds.
  public private(set) var byteCount = 0

  /// Creates one that holds nothing.
  public init() {}

  /// Takes the first one out, nil when there is none.
  public mutating func popFirst() -> Entry? {
    guard let entry = entries.popFirst() else { return nil }
    byteCount -= entry.size
    for id in entry.requests {
      if waiting[id] === entry {
        (waiting[id], repeated[id]) = (nil, nil)
      } else if repeated[id]?.first === entry {
        _ = repeated[id]?.popFirst()
      }
    }
    if let first = entry.firstCancel {
      entry.cancelled = Set(cancels[first...])
      numberOfUnread -= 1
      if numberOfUnread == 0 {
        byteCount -= cancels.reduce(0) { $0 + $1.size }
        cancels = []
      }
    }
    return entry
  }

  /// Adds what was read; when it cancels a request that runs or waits here, that is noted.
  ///
  /// - Parameters:
  ///   - input: What came.
  ///   - session: Who will handle it.
  public mutating func append(_ input: Session.Input, for session: Session) {
    // A part of what was read would keep all of it.
    let entry = Entry(input.copied)
    defer { entries.append(entry) }
    guard entry.size <= ReadAhead.longestMessage else {
      entry.firstCancel = cancels.count
      numberOfUnread += 1
      byteCount += entry.size
      return
    }
    let summary = session.summary(of: input)
    entry.requests = summary.requests
    for id in summary.cancels {
      session.cancel(id)
      waiting[id]?.cancelled.insert(id)
      var others = repeated.removeValue(forKey: id)
      while let other = others?.popFirst() { other.cancelled.insert(id) }
      guard numberOfUnread > 0 else { continue }
      cancels.append(id)
      byteCount += id.size
    }
    byteCount += entry.size
    for id in entry.requests {
      let former = waiting.updateValue(entry, forKey: id)
      if let former, former !== entry { repeated[id, default: Queue()].append(former) }
    }
  }
}

extension RequestID {
  /// What one takes that waits.
  fileprivate var size: Int { 128 + 2 * bytes.count }
}

extension ReadAhead.Entry {
  /// What it takes: its bytes, and something for itself and for each request that it holds.
  fileprivate var size: Int {
    let overhead = requests.reduce(192) { $0 + $1.size }
    return switch input {
    case .message(let message), .unterminatedMessage(let message): message.count + overhead
    case .strayText(let line): line.count + overhead
    case .malformedHeader(let problem): problem.utf8.count + overhead
    case .oversizedMessage: overhead
    }
  }
}

extension Session.Input {
  /// The same in memory of its own.
  fileprivate var copied: Session.Input {
    switch self {
    case .message(let message): .message(Array(message)[...])
    case .unterminatedMessage(let message): .unterminatedMessage(Array(message)[...])
    case .strayText(let line): .strayText(Array(line)[...])
    case .malformedHeader, .oversizedMessage: self
    }
  }
}
