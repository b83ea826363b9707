import Glibc

/// How text is set: with colours or without, and how wide.
struct PlayStyle {
  /// The colours and weights that are used.
  enum Colour: String {
    case plain = "0"
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
  }

  var isColoured: Bool
  var width: Int

  /// The style for standard output: colours and the real width only on a terminal.
  static func current() -> PlayStyle {
    guard let size = Terminal.size else { return PlayStyle(isColoured: false, width: 100) }
    let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isColoured = !noColour && !Terminal.isDumb
    return PlayStyle(isColoured: isColoured, width: size.columns >= 40 ? size.columns : 100)
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    guard isColoured, colour != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
  }
}
