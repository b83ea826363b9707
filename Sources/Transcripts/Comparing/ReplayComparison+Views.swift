import JSON

extension ReplayComparison {
  /// What of the answers a redacted recording can be held against.
  ///
  /// Whether a view that reads texts shows a row depends on more of a text than its placeholder
  /// keeps. So what such views announce is left out, and of answers to requests that concern them
  /// the id alone is left.
  ///
  /// - Parameters:
  ///   - answers: What was recorded or sent in the replay, in order.
  ///   - exchanges: What was sent to the daemon.
  /// - Returns: What can be compared.
  static func comparable(
    _ answers: [Answer],
    _ exchanges: [Transcript.Exchange]
  ) -> [Answer] {
    var views = TextViews()
    var noted = 0
    return answers.compactMap { answer in
      while noted <= answer.exchange, noted < exchanges.count {
        for request in messages(exchanges[noted].sent) { views.note(request: request) }
        noted += 1
      }
      let all = messages(answer.bytes)
      guard !all.contains(where: views.areAnnounced) else { return nil }
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

  /// What is announced of data sources that are such views at no time.
  ///
  /// Where announcements are merged, one that is left out may say what came before the view read
  /// any text, too.
  ///
  /// - Parameters:
  ///   - answers: What was recorded or sent in the replay, in order.
  ///   - exchanges: What was sent to the daemon.
  /// - Returns: What of them can be compared.
  static func withoutFormerViews(
    _ answers: [Answer],
    _ exchanges: [Transcript.Exchange]
  ) -> [Answer] {
    var views = TextViews()
    for exchange in exchanges {
      for request in messages(exchange.sent) { views.note(request: request) }
    }
    return answers.filter { !messages($0.bytes).contains(where: views.areAnnounced) }
  }

  /// The message, or those of a batch.
  private static func messages(_ message: [UInt8]) -> [JSONView] {
    guard let root = document(message)?.root else { return [] }
    return root.kind == .array ? Array(root.elements) : [root]
  }
}
