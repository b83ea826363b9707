public import JSON

/// Says what a value is, for a sentence: the value itself when it is short.
func found(_ value: JSONView) -> String {
  "it is \(excerpt(of: value))"
}

/// The text of a value, cut after some sixty characters.
///
/// - Parameter value: The value.
/// - Returns: Its JSON text, or the beginning of it and an ellipsis.
public func excerpt(of value: JSONView) -> String {
  value.withBytes { bytes in excerpt(of: Array(bytes.prefix(401))) }
}

/// The text of a JSON value, cut after some sixty characters.
///
/// - Parameter text: The value as JSON.
/// - Returns: The text, or the beginning of it and an ellipsis.
public func excerpt(of text: [UInt8]) -> String {
  // What is cut off here is cut off below too, unless a character takes very many bytes.
  var end = min(400, text.count)
  while end < text.count, end > 396, UTF8.isContinuation(text[end]) { end -= 1 }
  let string = String(decoding: text[..<end], as: UTF8.self)
  return text.count <= 400 && string.count <= 64 ? string : "\(string.prefix(60))…"
}
