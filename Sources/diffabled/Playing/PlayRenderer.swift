import JSON
import Replicas
import Transcripts

/// Puts a conversation into lines for a person.
struct PlayRenderer {
  let style: PlayStyle

  // MARK: - Messages

  /// What goes to the daemon: of a message its method, and its params as far as they fit.
  func sent(_ exchange: Transcript.Exchange) -> [PlayLine] {
    if let pieces = exchange.stream {
      return [line("→", .blue, "bytes", String(printable: StreamPiece.text(of: pieces)))]
    }
    let document = try? JSONDocument(parsing: exchange.sent[...], maxNestingDepth: .max)
    guard let root = document?.root else {
      return [line("→", .blue, "no JSON", String(printable: exchange.sent))]
    }
    guard root.kind != .array else {
      return [line("→", .blue, "batch of \(root.count)", compact(root))]
    }
    guard let method = root["method"]?.string else {
      return [line("→", .blue, "no request", compact(root))]
    }
    guard let params = root["params"], let edits = params["edits"], edits.kind == .array else {
      return [line("→", .blue, method, root["params"].map(compact) ?? "")]
    }
    let name = params["dataSource"] ?? params["snapshot"]
    return [line("→", .blue, method, name.map(compact) ?? "")] + edits.elements.map(edit)
  }

  /// One edit of a list of edits: what it does, and with what.
  private func edit(_ edit: JSONView) -> PlayLine {
    guard let operation = edit["op"]?.string else { return line("·", .blue, "", compact(edit)) }
    let members = edit.members.filter { !$0.name.equals("op") }.map { member in
      "\(String(printable: (member.name.string ?? "").utf8)): \(compact(member.value))"
    }
    return line("·", .blue, operation, members.joined(separator: ", "))
  }

  /// An answer to a request: its result, or what went wrong.
  func answered(_ message: JSONView) -> [PlayLine] {
    guard let error = message["error"] else {
      guard let result = message["result"], let revision = result["revision"],
        result["counts"] != nil, let warnings = result["warnings"]
      else { return [line("←", .dim, "", message["result"].map(compact) ?? "")] }
      // What an apply did is drawn.
      return [line("←", .dim, "", "revision \(compact(revision))")]
        + warnings.elements.map {
          line("⚠", .yellow, $0["kind"]?.string ?? "", $0["identifiers"].map(compact) ?? "")
        }
    }
    let kind = error["data"]?["kind"]?.string.map { " \($0)" } ?? ""
    let code = error["code"]?.integer.map(String.init) ?? "?"
    var refusal = PlayLine("  ")
    refusal.append("✗ \(code)\(kind)", .red)
    refusal.append("  " + String(printable: (error["message"]?.string ?? "").utf8))
    return [refusal]
  }

  /// A notification other than a change of a list.
  func announced(_ message: JSONView) -> [PlayLine] {
    let params = message["params"].map(compact) ?? ""
    return [line("←", .yellow, message["method"]?.string ?? "", params)]
  }

  /// What goes to the daemon, as a transcript has it.
  func raw(_ exchange: Transcript.Exchange) -> [PlayLine] {
    let sent = exchange.stream.map { Transcript.Line.stream($0) } ?? .sent(exchange.sent)
    return [raw(sent, .blue)]
  }

  /// What comes from the daemon, as a transcript has it.
  func raw(_ message: [UInt8]) -> PlayLine { raw(.expected(message), .dim) }

  private func raw(_ line: Transcript.Line, _ colour: PlayStyle.Colour) -> PlayLine {
    PlayLine(String(printable: Transcript(lines: [line]).bytes.dropLast()), colour)
  }

  // MARK: - What differs

  /// Announced changes that do not fit the list that they are meant for.
  func misfit(_ error: ListReplicaError) -> [PlayLine] {
    let text = "the announced changes do not fit: \(error)"
    return [PlayLine("✗ " + String(printable: text.utf8), .red)]
  }

  /// Answers that are not those of the transcript.
  func mismatch(line: Int, report: [String]) -> [PlayLine] {
    let title = "✗ line \(line) is answered differently than the transcript says:"
    return [PlayLine(title, .red)]
      + report.map { text in
        let colour: PlayStyle.Colour =
          text.hasPrefix("- ") ? .red : text.hasPrefix("+ ") ? .green : .plain
        return PlayLine(String(printable: text.utf8), colour).indented(by: 2)
      }
  }

  /// The last line.
  func summary(exchanges: Int, problems: Int, isCompared: Bool, rest: Int) -> PlayLine {
    let left = rest > 0 ? ", \(rest) left out" : ""
    let messages = (exchanges == 1 ? "1 message" : "\(exchanges) messages") + left
    if problems == 0, !isCompared { return PlayLine("\(messages), answers not compared") }
    if problems == 0 { return PlayLine("✓ \(messages), every answer as expected", .green) }
    let differ = problems == 1 ? "1 difference" : "\(problems) differences"
    return PlayLine("✗ \(messages), \(differ)", .red)
  }

  // MARK: - Lists

  /// What a list is called.
  func name(_ params: JSONView) -> String {
    String(printable: (params["dataSource"]?.string ?? "").utf8)
  }

  /// Which revision a list is at, and what happened.
  func heading(_ params: JSONView, _ changes: ListChanges?) -> String {
    let from = params["fromRevision"]?.integer.map(String.init) ?? "?"
    let to = params["revision"]?.integer.map(String.init) ?? "?"
    let animation = params["animatingDifferences"]?.bool == false ? ", not animated" : ""
    let what = changes.map(Self.counts) ?? "read anew"
    return "revision \(from) → \(to): \(what)\(animation)"
  }

  private static func counts(_ changes: ListChanges) -> String {
    var parts: [String] = []
    func append(_ count: Int, _ one: String, _ many: String, _ kind: ListChanges.Kind) {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many) \(kind)") }
    }
    for kind in ListChanges.Kind.allCases {
      append(changes.sections.count { $0.kind == kind }, "section", "sections", kind)
      append(changes.items.count { $0.kind == kind }, "item", "items", kind)
    }
    return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
  }

  // MARK: - Lines

  private func line(
    _ mark: String,
    _ colour: PlayStyle.Colour,
    _ title: String,
    _ detail: String
  ) -> PlayLine {
    let title = String(printable: title.utf8)
    let indent = mark == "→" ? "" : "  "
    let room = style.width - indent.width - title.width - 4
    var line = PlayLine(indent)
    line.append(mark, colour)
    line.append(" ")
    if !title.isEmpty {
      line.append(title, colour)
      line.append(" ")
    }
    line.append(detail.cut(to: room), .dim)
    return line
  }

  private func compact(_ value: JSONView) -> String { String(printable: value.minified) }
}
