import JSON

/// Holds what a recording was answered when it was run again against what it says.
public struct ReplayComparison {
  /// A message that the daemon sent in the replay.
  public struct Answer: Sendable {
    /// The message without framing.
    public var bytes: [UInt8]
    /// The index of the exchange during which it was sent.
    public var exchange: Int

    /// An answer of the exchange with a certain index.
    public init(bytes: [UInt8], exchange: Int) {
      self.bytes = bytes
      self.exchange = exchange
    }
  }

  /// More differences than these are counted and not shown.
  private static let shownDifferences = 5

  private let recording: Recording
  private let exchanges: [Transcript.Exchange]
  private let maxBatchMessages: Int
  /// Whether another version of the daemon made the recording.
  private let isOtherVersion: Bool
  private var differences: [[String]] = []
  private var notes: [String] = []

  /// A comparison in which nothing was compared yet.
  ///
  /// - Parameters:
  ///   - recording: What was recorded.
  ///   - daemon: The daemon that it was run with, as a recording names it.
  ///   - maxBatchMessages: How many messages a batch to that daemon may hold.
  public init(_ recording: Recording, daemon: String, maxBatchMessages: Int) {
    self.recording = recording
    self.maxBatchMessages = maxBatchMessages
    exchanges = recording.transcript.exchanges
    isOtherVersion = recording.daemon != daemon
    if isOtherVersion {
      notes.append("recorded by \(recording.daemon), replayed by \(daemon)")
    }
  }

  /// Whether all was as recorded.
  public var isEqual: Bool { differences.isEmpty }

  /// Lines for a person that say what differs, and a summary.
  public var report: [String] {
    var lines = differences.prefix(Self.shownDifferences).flatMap { $0 + [""] }
    if differences.count > Self.shownDifferences {
      lines += ["\(differences.count - Self.shownDifferences) more differences are not shown", ""]
    }
    let messages = exchanges.count == 1 ? "1 message" : "\(exchanges.count) messages"
    let outcome =
      switch differences.count {
      case 0: "every answer as recorded"
      case 1: "1 difference"
      default: "\(differences.count) differences"
      }
    return lines + notes + ["\(isEqual ? "✓" : "✗") \(messages), \(outcome)"]
  }

  // MARK: Comparing

  /// Compares the answers in order.
  ///
  /// Where changes were merged, the lists that come of them are compared instead, and notices, which
  /// are not given then, are not.
  ///
  /// - Parameter answers: Everything that was sent in the replay.
  public mutating func compare(_ answers: [Answer]) {
    var (recorded, answers) = (recordedAnswers, answers)
    if recording.isRedacted {
      recorded = Self.comparable(recorded, exchanges, maxBatchMessages: maxBatchMessages)
      answers = Self.comparable(answers, exchanges, maxBatchMessages: maxBatchMessages)
    }
    // While changes are merged no notices are given, even if in the end none had to be merged.
    let isMerged =
      recorded.contains(where: isMerged) || answers.contains(where: isMerged)
      || !hasNoticesAsRecorded(recorded, answers)
    guard isMerged else { return compareInOrder(recorded, answers) }
    notes.append(
      "the reader was slow: instead of changes, the lists that come of them are compared"
    )
    compareInOrder(
      recorded.filter { !isAnnouncement($0) },
      answers.filter { !isAnnouncement($0) }
    )
    var lists = ListComparison(withoutContents: namesWithoutContents, isWhole: isWhole)
    lists.compare(recorded, answers)
    for difference in lists.differences { add(difference.lines, to: difference.exchange) }
  }

  private var recordedAnswers: [Answer] {
    exchanges.enumerated().flatMap { index, exchange in
      exchange.expected.map { Answer(bytes: $0, exchange: index) }
    }
  }

  private mutating func compareInOrder(_ recorded: [Answer], _ answers: [Answer]) {
    for (index, (expected, actual)) in zip(recorded, answers).enumerated()
    where expected.bytes != actual.bytes {
      // With its last bytes it was broken in another way, perhaps.
      let isLast = index == recorded.count - 1
      if isLast, isToBrokenHeader(expected), isToBrokenHeader(actual) { continue }
      guard let report = ExchangeComparison.report([expected.bytes], [actual.bytes]) else {
        continue
      }
      if isOtherVersion, report[0].hasPrefix("/result/serverInfo/version is ") { continue }
      // Nothing is near to a placeholder.
      if recording.isRedacted, report[0].hasSuffix("/data/nearest is missing, expected \"…\"") {
        continue
      }
      add(report, to: actual.exchange)
    }
    for missing in recorded.dropFirst(answers.count) where !isToBrokenHeader(missing) {
      add(ExchangeComparison.report([missing.bytes], []) ?? [], to: exchanges.count - 1)
    }
    let surplus = answers.dropFirst(recorded.count)
    guard isWhole else {
      if !surplus.isEmpty {
        notes.append("answers after the end of the recording: \(surplus.count)")
      }
      return
    }
    for answer in surplus {
      add(ExchangeComparison.report([], [answer.bytes]) ?? [], to: answer.exchange)
    }
  }

  /// Whether it may be the answer to a header of which a daemon that was killed has not written the
  /// last bytes.
  private func isToBrokenHeader(_ answer: Answer) -> Bool {
    recording.ending == nil
      && answer.bytes.starts(with: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#.utf8)
  }

  /// Compares the exit code, where the end did not depend on anything but the messages.
  ///
  /// - Parameter code: The exit code in the replay.
  public mutating func compare(exitCode code: Int32) {
    guard isWhole, let ending = recording.ending, ending.exitCode != code else { return }
    differences.append(["at the end: the exit code is \(code), recorded was \(ending.description)"])
  }

  /// Whether the recording ends because the messages do, and not because somebody went away.
  private var isWhole: Bool {
    guard let reason = recording.ending?.reason else { return false }
    return reason == "exit" || reason.hasPrefix("end of input")
  }

  private mutating func add(_ report: [String], to index: Int) {
    guard differences.count < Self.shownDifferences else { return differences.append([]) }
    guard exchanges.indices.contains(index) else { return differences.append(report) }
    let exchange = exchanges[index]
    let sent = exchange.stream.map(StreamPiece.text) ?? exchange.sent
    let text = String(decoding: sent.prefix(2000), as: UTF8.self)
    let shown = text.count > 160 ? text.prefix(159) + "…" : text[...]
    differences.append(["line \(exchange.line): \(shown)"] + report.map { "  " + $0 })
  }
}

// MARK: - Merging

extension ReplayComparison {
  static func document(_ message: [UInt8]) -> JSONDocument? {
    try? JSONDocument(parsing: message[...], maxNestingDepth: .max)
  }

  /// A notification, nil for an answer.
  static func notification(_ answer: Answer) -> JSONDocument? {
    // Answers may be long; that they are none is seen at their beginning.
    guard answer.bytes.starts(with: #"{"jsonrpc":"2.0","method":"#.utf8) else { return nil }
    return document(answer.bytes)
  }

  /// Whether it announces several applies as one.
  private func isMerged(_ answer: Answer) -> Bool {
    Self.notification(answer)?.root["params"]?["origin"]?.string == "merged"
  }

  /// Whether a slow reader is told it in another way than a quick one.
  private func isAnnouncement(_ answer: Answer) -> Bool {
    isNotice(answer)
      || Self.notification(answer)?.root["method"]?.string == "dataSource/didApply"
  }

  /// Whether it only tells what happens or will: a slow reader is not told that.
  private func isNotice(_ answer: Answer) -> Bool {
    guard let method = Self.notification(answer)?.root["method"]?.string else { return false }
    return method != "dataSource/didApply" && method != "dataSource/didClose"
  }

  /// Whether as many notices stand in front of each other message as in the recording.
  private func hasNoticesAsRecorded(_ recorded: [Answer], _ answers: [Answer]) -> Bool {
    let (old, new) = (numbersOfNotices(recorded), numbersOfNotices(answers))
    let (end, newEnd) = (old.count - 1, new.count - 1)
    guard zip(old[..<end], new[..<newEnd]).allSatisfy(==) else { return false }
    // Those at the end of a recording that was cut off may be the first of more. Where a message is
    // missing, there is a difference anyway.
    if !isWhole { return end > newEnd || old[end] <= new[end] }
    return end != newEnd || old[end] == new[end]
  }

  /// How many notices stand in front of each other message, and at the end.
  private func numbersOfNotices(_ answers: [Answer]) -> [Int] {
    var numbers = [0]
    for answer in answers {
      if isNotice(answer) { numbers[numbers.count - 1] += 1 } else { numbers.append(0) }
    }
    return numbers
  }

  /// The data sources that have an option, at some time, by which contents differ from what is
  /// announced of them, by their names as JSON.
  private var namesWithoutContents: Set<[UInt8]> {
    let names = exchanges.flatMap { exchange -> [[UInt8]] in
      let messages = Self.document(Self.message(of: exchange))?.root
      let all =
        messages?.kind == .array ? messages.map { Array($0.elements) } : messages.map { [$0] }
      return (all ?? []).compactMap { message in
        let options = message["params"]?["options"]
        guard
          options?["includeContent"]?.bool == false
            || options?["contentChanges"]?.string == "ignore",
          let name = message["params"]?["dataSource"]?.string
        else { return nil }
        var writer = JSONWriter()
        writer.string(name)
        return writer.bytes
      }
    }
    return Set(names)
  }

  /// The message that an exchange sends, also where it stands among the bytes of a stream: with its
  /// headers in front and blanks around it.
  private static func message(of exchange: Transcript.Exchange) -> [UInt8] {
    guard let stream = exchange.stream else { return exchange.sent }
    let bytes = stream.flatMap { piece -> [UInt8] in
      if case .bytes(let bytes) = piece { bytes } else { [] }
    }
    guard let start = bytes.firstIndex(where: "{[".utf8.contains),
      let end = bytes.lastIndex(where: "}]".utf8.contains), start <= end
    else { return [] }
    return Array(bytes[start...end])
  }
}
