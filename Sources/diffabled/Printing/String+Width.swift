extension String {
  /// How many columns of a terminal the text takes.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// The text, cut off with an ellipsis where it is wider than the given width.
  func cut(to width: Int) -> String {
    guard width > 0 else { return "" }
    // A text of fewer bytes than columns fits, whatever it is; most do.
    guard utf8.count > width, self.width > width else { return self }
    var room = width - 1
    let start = prefix { character in
      room -= character.width
      return room >= 0
    }
    return start + "…"
  }

  /// The text in lines of at most the given width, broken at blanks.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.width + 1 + String(word).width <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Character {
  /// How many columns of a terminal it takes: two if it is a wide one, as those of Chinese, Japanese
  /// and Korean and the pictures are.
  ///
  /// - Source: Unicode Standard Annex #11, East Asian Width; terminals differ in what it leaves open.
  fileprivate var width: Int {
    guard let first = unicodeScalars.first, first.value >= 0x300 else { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if first.properties.isEmojiPresentation { return 2 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wideScalars.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
