extension String {
  /// Creates a text for a terminal: what would steer the terminal, or reorder the line, is written
  /// out.
  init(printable bytes: some Sequence<UInt8>) {
    self = ""
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        self += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        unicodeScalars.append(scalar)
      }
    }
  }

  /// The text, cut off with an ellipsis where it is wider than the given width.
  func cut(to width: Int) -> String {
    guard width > 0 else { return "" }
    let start = prefix(width + 1)
    return start.count > width ? start.dropLast(2) + "…" : self
  }
}
