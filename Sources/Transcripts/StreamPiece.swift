/// A part of what goes to the daemon just as it is, without framing around it.
///
/// In a transcript it is text: `%` and two hexadecimal digits are one byte, and `%{n}` stands for
/// n bytes that do not matter. Everything else stands for itself.
public enum StreamPiece: Equatable, Sendable {
  /// Bytes as they are.
  case bytes([UInt8])
  /// A number of bytes that were not kept, such as those of a message over the limit.
  case filler(count: Int)

  /// The byte that stands in for those that were not kept.
  public static let fillerByte = UInt8(ascii: ".")

  /// No body is longer, and what is longer would take hours to send.
  private static let longestFiller = 1 << 40
}

// MARK: - Writing

extension StreamPiece {
  /// The text of pieces, on one line and in UTF-8 whatever their bytes are.
  ///
  /// - Parameter pieces: The pieces in the order of the stream.
  /// - Returns: What stands behind `==>`.
  public static func text(of pieces: [StreamPiece]) -> [UInt8] {
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): appendText(of: bytes, to: &text)
      case .filler(let count): appendFiller(of: count, to: &text)
      }
    }
    // A blank at the end of a line is easily lost.
    if text.last == UInt8(ascii: " ") {
      text.removeLast()
      appendEscape(UInt8(ascii: " "), to: &text)
    }
    return text
  }

  /// Writes a filler, in parts where nobody reads one that long.
  private static func appendFiller(of count: Int, to text: inout [UInt8]) {
    var rest = count
    repeat {
      let part = min(rest, longestFiller)
      text += "%{\(part)}".utf8
      rest -= part
    } while rest > 0
  }

  private static func appendText(of bytes: [UInt8], to text: inout [UInt8]) {
    let isText = (try? UTF8Span(validating: bytes.span)) != nil
    for byte in bytes {
      if byte.isControl || byte == UInt8(ascii: "%") || (byte > 0x7F && !isText) {
        appendEscape(byte, to: &text)
      } else {
        text.append(byte)
      }
    }
  }

  private static func appendEscape(_ byte: UInt8, to text: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

// MARK: - Reading

extension StreamPiece {
  /// The pieces that a text stands for, nil when a `%` in it means nothing.
  ///
  /// - Parameter text: What stands behind `==>`.
  /// - Returns: The pieces in the order of the stream.
  public static func pieces(of text: [UInt8]) -> [StreamPiece]? {
    var pieces: [StreamPiece] = []
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      if let count = takeCount(from: &rest) {
        if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
        bytes = []
        pieces.append(.filler(count: count))
      } else if let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal {
        bytes.append(high << 4 | low)
      } else {
        return nil
      }
    }
    if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
    return pieces
  }

  private static func takeCount(from rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
      let count = Int(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)),
      (0...longestFiller).contains(count)
    else { return nil }
    rest = rest[(end + 1)...]
    return count
  }
}

extension UInt8 {
  var isControl: Bool { self < 0x20 || self == 0x7F }

  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
