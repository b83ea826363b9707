import JSON
import Replicas
import Transcripts

/// Puts a conversation into lines for a person.
struct PlayRenderer {
  let style: PlayStyle

  func prose(_ text: [UInt8]) -> String {
    style.paint(String(printable: text), .bold)
  }

  /// Bytes to the daemon that have no framing but their own.
  func sent(stream pieces: [StreamPiece]) -> [String] {
    [line("→", .blue, "bytes", String(printable: StreamPiece.text(of: pieces)))]
  }

  /// A message to the daemon: its method, and its params as far as they fit.
  func sent(_ message: [UInt8]) -> [String] {
    guard let document = try? JSONDocument(parsing: message[...]) else {
      return [line("→", .blue, "no JSON", String(printable: message))]
    }
    let root = document.root
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
  private func edit(_ edit: JSONView) -> String {
    guard let operation = edit["op"]?.string else { return line("·", .blue, "", compact(edit)) }
    let members = edit.members.filter { !$0.name.equals("op") }.map { member in
      "\(String(printable: (member.name.string ?? "").utf8)): \(compact(member.value))"
    }
    return line("·", .blue, operation, members.joined(separator: ", "))
  }

  /// An answer to a request: its result, or what went wrong.
  func answered(_ message: JSONView) -> [String] {
    guard let error = message["error"] else {
      guard let result = message["result"], let revision = result["revision"],
        result["counts"] != nil, let warnings = result["warnings"]
      else { return [line("←", .dim, "", message["result"].map(compact) ?? "")] }
      // What an apply did was drawn already.
      return [line("←", .dim, "", "revision \(compact(revision))")]
        + warnings.elements.map {
          line("⚠", .yellow, $0["kind"]?.string ?? "", $0["identifiers"].map(compact) ?? "")
        }
    }
    let kind = error["data"]?["kind"]?.string.map { " \($0)" } ?? ""
    let code = error["code"]?.integer.map(String.init) ?? "?"
    let text = String(printable: (error["message"]?.string ?? "").utf8)
    return ["  " + style.paint("✗ \(code)\(kind)", .red) + "  " + text]
  }

  /// A notification other than a change of a list.
  func announced(_ message: JSONView) -> [String] {
    let params = message["params"].map(compact) ?? ""
    return [line("←", .yellow, message["method"]?.string ?? "", params)]
  }

  /// A list after a change.
  func list(
    _ params: JSONView,
    before: ListReplica,
    after: ListReplica,
    changes: ListChanges?
  ) -> [String] {
    let drawing = PlayListDrawing(style: style, before: before, after: after, changes: changes)
    return [heading(params, changes)] + drawing.lines()
  }

  /// Announced changes that do not fit the list that they are meant for.
  func misfit(_ error: ListReplicaError) -> [String] {
    ["  " + style.paint("✗ the announced changes do not fit: \(error)", .red)]
  }

  /// Answers that are not those of the transcript.
  func mismatch(line: Int, report: [String]) -> [String] {
    let title = "✗ line \(line) is answered differently than the transcript says:"
    return ["  " + style.paint(title, .red)]
      + report.map { text in
        let colour: PlayStyle.Colour =
          text.hasPrefix("- ") ? .red : text.hasPrefix("+ ") ? .green : .plain
        return "    " + style.paint(String(printable: text.utf8), colour)
      }
  }

  /// The last line.
  func summary(exchanges: Int, problems: Int, isCompared: Bool) -> [String] {
    let messages = exchanges == 1 ? "1 message" : "\(exchanges) messages"
    if problems == 0, !isCompared { return ["", "\(messages), answers not compared"] }
    if problems == 0 {
      return ["", style.paint("✓ \(messages), every answer as expected", .green)]
    }
    let differ = problems == 1 ? "1 difference" : "\(problems) differences"
    return ["", style.paint("✗ \(messages), \(differ)", .red)]
  }

  /// What the list is called, which revision it is at, and what happened.
  private func heading(_ params: JSONView, _ changes: ListChanges?) -> String {
    let name = String(printable: (params["dataSource"]?.string ?? "").utf8)
    let from = params["fromRevision"]?.integer.map(String.init) ?? "?"
    let to = params["revision"]?.integer.map(String.init) ?? "?"
    let animation = params["animatingDifferences"]?.bool == false ? ", not animated" : ""
    let what = changes.map(Self.counts) ?? "read anew"
    let detail = "  revision \(from) → \(to): \(what)\(animation)"
    return "    " + style.paint(name, .bold) + style.paint(detail, .dim)
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

  private func line(
    _ mark: String,
    _ colour: PlayStyle.Colour,
    _ title: String,
    _ detail: String
  ) -> String {
    let title = String(printable: title.utf8)
    let indent = mark == "→" ? "" : "  "
    let room = style.width - indent.count - title.count - 4
    let start = indent + style.paint(mark, colour) + " "
    let rest = style.paint(detail.cut(to: room), .dim)
    return start + (title.isEmpty ? "" : style.paint(title, colour) + " ") + rest
  }

  private func compact(_ value: JSONView) -> String { String(printable: value.minified) }
}
