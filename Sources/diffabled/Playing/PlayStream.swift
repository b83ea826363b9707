import Glibc
import JSON
import Replicas
import Transcripts

/// Shows a conversation as text, one thing below the other, for a file or a pager.
final class PlayStream: PlayView {
  private let renderer: PlayRenderer
  private let isVerbose: Bool

  init(style: PlayStyle, isVerbose: Bool) {
    renderer = PlayRenderer(style: style)
    self.isVerbose = isVerbose
  }

  func prose(_ text: [UInt8], isNew: Bool) {
    // Prose sets off a new thought, after the answers that came before it.
    if isNew { show([PlayLine()]) }
    show([PlayLine(String(printable: text), .bold)])
  }

  func paragraph() { show([PlayLine()]) }

  func sent(_ exchange: Transcript.Exchange) {
    show(isVerbose ? renderer.raw(exchange) : renderer.sent(exchange))
  }

  func received(_ message: [UInt8]) {
    if isVerbose { show([renderer.raw(message)]) }
  }

  func answered(_ message: JSONView) {
    if !isVerbose { show(renderer.answered(message)) }
  }

  func announced(_ message: JSONView) {
    if !isVerbose { show(renderer.announced(message)) }
  }

  func list(
    _ key: [UInt8],
    _ params: JSONView,
    before: ListReplica,
    after: ListReplica,
    changes: ListChanges?
  ) {
    let style = renderer.style
    let drawing = PlayListDrawing(style: style, before: before, after: after, changes: changes)
    var heading = PlayLine("    ")
    heading.append(renderer.name(params), .bold)
    heading.append("  " + renderer.heading(params, changes), .dim)
    show([heading] + drawing.lines())
  }

  func problem(_ lines: [PlayLine]) { show(lines.map { $0.indented(by: 2) }) }

  func endStep() -> Bool { true }

  func end(_ summary: PlayLine) { show([PlayLine(), summary]) }

  private func show(_ lines: [PlayLine]) {
    Files.write(lines.map { $0.text(in: renderer.style) + "\n" }.joined(), to: STDOUT_FILENO)
  }
}
