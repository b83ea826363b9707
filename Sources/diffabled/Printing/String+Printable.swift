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
}
