/// A line of a picture: texts side by side, each in its colour.
struct PlayLine: Equatable {
  private struct Span: Equatable {
    var text: String
    var colour: PlayStyle.Colour
  }

  private var spans: [Span] = []

  init(_ text: String = "", _ colour: PlayStyle.Colour = .plain) {
    append(text, colour)
  }

  mutating func append(_ text: String, _ colour: PlayStyle.Colour = .plain) {
    if !text.isEmpty { spans.append(Span(text: text, colour: colour)) }
  }

  /// Puts another line behind this one.
  mutating func append(_ line: PlayLine) { spans += line.spans }

  /// The line behind so many blanks.
  func indented(by count: Int) -> PlayLine {
    var line = PlayLine(String(repeating: " ", count: count))
    line.append(self)
    return line
  }

  /// The line in exactly so many columns: cut off, or with blanks at its end.
  func fitted(to width: Int) -> PlayLine {
    var line = PlayLine()
    var room = width
    for span in spans where room > 0 {
      let text = span.text.cut(to: room)
      line.append(text, span.colour)
      room -= text.width
    }
    line.append(String(repeating: " ", count: max(0, room)))
    return line
  }

  /// The text for a terminal, or for a file.
  func text(in style: PlayStyle) -> String {
    spans.map { style.paint($0.text, $0.colour) }.joined()
  }
}
