import JSON
import TestSupport

extension SessionTrial {

  /// Takes what has come, and holds it against the model.
  mutating func pull() throws {
    for text in session.drain() {
      guard let document = try? JSONDocument(parsing: text) else {
        throw Failure(description: "no JSON: \(text)")
      }
      if document.root["method"] != nil {
        try judge(notification: Value(document.root))
        _ = try frontEnd.receive(document.root)
        continue
      }
      guard !unanswered.isEmpty else { throw Failure(description: "an answer to nothing: \(text)") }
      let expected = unanswered.removeFirst()
      let answers = document.root.kind == .array ? Array(document.root.elements) : [document.root]
      guard answers.count == expected.count else {
        throw Failure(description: "\(answers.count) answers, not \(expected.count)")
      }
      for (answer, expected) in zip(answers, expected) {
        do {
          try judge(answer, expected)
        } catch {
          throw Failure(description: "\(error)\nto \(expected.request)")
        }
      }
    }
    guard unanswered.isEmpty else { throw Failure(description: "a request has no answer") }
    guard owed.values.allSatisfy(\.isEmpty) else { throw Failure(description: "nothing was told") }
  }

  // MARK: Answers

  private mutating func judge(_ answer: JSONView, _ expected: Expected) throws {
    let text = String(decoding: answer.bytes, as: UTF8.self)
    guard answer["id"]?.integer == expected.id else {
      throw Failure(description: "an answer out of turn: \(text)")
    }
    switch expected.outcome {
    case .failure(let refusal):
      numberOfErrors += 1
      let data = answer["error"]?["data"]
      guard let kind = data?["kind"]?.string, refusal.kinds.contains(kind) else {
        throw Failure(description: "\(text), not \(refusal.kinds.sorted())")
      }
      if let edit = refusal.edit, data?["edit"]?.integer != edit {
        throw Failure(description: "\(text), not at edit \(edit)")
      }
    case .success(let reply):
      guard let result = answer["result"] else { throw Failure(description: "refused: \(text)") }
      let problems = try reply.problems(of: String(decoding: result.bytes, as: UTF8.self))
      guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "\n")) }
      // No response names a revision before the front end was told of it.
      let isTold = expected.toTell.allSatisfy { told[$0.key] ?? 0 >= $0.value }
      if result["revision"] != nil, !isTold {
        throw Failure(description: "\(text) overtook a notification")
      }
    }
  }

  // MARK: Notifications

  private mutating func judge(notification: Value) throws {
    guard let params = notification["params"], let name = params["dataSource"]?.text,
      let first = owed[name]?.first
    else { throw Failure(description: "nothing to tell: \(notification)") }
    if let order {
      guard order.first == name else { throw Failure(description: "\(name) before \(order)") }
      self.order?.removeFirst()
    }
    switch (notification["method"]?.text, first) {
    case ("dataSource/didClose", .closed):
      owed[name]?.removeFirst()
      told[name, default: 0] += 1
    case ("dataSource/didApply", .applied(let announcement)):
      let problems = try take(announcement, of: name, upTo: params["revision"]?.integer)
        .problems(of: params)
      guard problems.isEmpty else {
        throw Failure(description: "\(params)\n\(problems.joined(separator: "\n"))")
      }
    default: throw Failure(description: "another notification is due than \(notification)")
    }
  }

  /// Takes what is owed of a data source up to a revision, as one announcement.
  private mutating func take(
    _ first: Announcement,
    of name: String,
    upTo revision: Int?
  ) throws -> Announcement {
    var announcement = first
    owed[name]?.removeFirst()
    told[name, default: 0] += 1
    numberOfApplies += 1
    if announcement.revision != revision { numberOfMerged += 1 }
    if announcement.baseRevision != nil { numberOfFollowed += 1 }
    while announcement.revision != revision {
      guard case .applied(let next)? = owed[name]?.first else {
        throw Failure(description: "it was told of revision \(revision ?? -1) too early")
      }
      announcement.merge(next)
      owed[name]?.removeFirst()
      told[name, default: 0] += 1
      numberOfApplies += 1
    }
    return announcement
  }

  // MARK: Comparing

  /// Reads every list, and compares it with the model and with what the front end shows.
  mutating func compareEverything() throws {
    try compare(try session.result("dataSource/list"), world.sourcesReply)
    try compare(try session.result("snapshot/list"), world.draftsReply)
    for source in world.sources {
      let target = ModelTarget.source(source.name)
      let contents = try compareContents(of: target)
      let shown = frontEnd[source.name]
      guard shown.revision == source.revision else {
        throw Failure(description: "revision \(shown.revision) is shown")
      }
      if shown.isStale {
        try frontEnd[source.name].read(JSONDocument(parsing: contents).root)
      } else if shown.list.model != ModelSnapshot(source.list.sections) {
        throw Failure(description: "\(shown.list.model) is shown, not \(source.list)")
      }
    }
    for draft in world.drafts { _ = try compareContents(of: .draft(draft.name)) }
  }

  private func compareContents(of target: ModelTarget) throws -> String {
    let contents = try session.result("snapshot/contents", "{\(target.member)}")
    try compare(contents, try world.answer(.contents, target, [], atRevision: nil))
    return contents
  }

  private func compare(_ answer: String, _ reply: Reply) throws {
    let problems = try reply.problems(of: answer)
    guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "\n")) }
  }
}

extension World.Event {
  /// The data source that it is about.
  var source: String {
    switch self {
    case .applied(let announcement): announcement.source
    case .closed(let name): name
    }
  }
}
