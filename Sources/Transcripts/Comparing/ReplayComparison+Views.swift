import JSON

extension ReplayComparison {
  /// What of the answers a redacted recording can be held against.
  ///
  /// Whether a view that reads texts shows a row depends on more of a text than its placeholder
  /// keeps. So what such views announce is left out, and of answers to requests that concern them
  /// the id alone is left.
  ///
  /// What they announced before they read any text is left out, too: to a slow reader it may have
  /// been sent when they did already, and is not in the recording then. Nor is known which request
  /// an answer with the id `null` belongs to: what one of these has at some time, all have.
  ///
  /// - Parameters:
  ///   - answers: What was recorded or sent in the replay, in order.
  ///   - exchanges: What was sent to the daemon.
  ///   - maxBatchMessages: How many messages a batch to it may hold.
  /// - Returns: What can be compared.
  static func comparable(
    _ answers: [Answer],
    _ exchanges: [Transcript.Exchange],
    maxBatchMessages: Int
  ) -> [Answer] {
    var allViews = TextViews(maxBatchMessages: maxBatchMessages)
    for exchange in exchanges {
      if let sent = document(exchange.sent) { allViews.note(sent.root) }
    }
    var views = TextViews(
      maxBatchMessages: maxBatchMessages,
      nullConcerns: allViews.nullConcerns
    )
    var noted = 0
    return answers.compactMap { answer in
      while noted <= answer.exchange, noted < exchanges.count {
        if let sent = document(exchanges[noted].sent) { views.note(sent.root) }
        noted += 1
      }
      let all = messages(answer.bytes)
      guard !all.contains(where: allViews.areAnnounced) else { return nil }
      let parts = all.map { message -> ArraySlice<UInt8> in
        guard views.areAnswered(by: message), let id = message["id"] else { return message.bytes }
        return id.bytes
      }
      guard parts.count > 1 else {
        return Answer(bytes: Array(parts.first ?? []), exchange: answer.exchange)
      }
      let text = Array("[".utf8) + parts.joined(separator: ",".utf8) + Array("]".utf8)
      return Answer(bytes: text, exchange: answer.exchange)
    }
  }

  /// The message, or those of a batch.
  private static func messages(_ message: [UInt8]) -> [JSONView] {
    guard let root = document(message)?.root else { return [] }
    return root.kind == .array ? Array(root.elements) : [root]
  }
}
