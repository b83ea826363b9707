import JSON

extension Placeholders {
  /// Appends a value of the client's with placeholders for all texts and numbers in it.
  ///
  /// It may be nested as deeply as it likes, so its bytes are gone through from left to right.
  mutating func append(data value: JSONView, to output: inout [UInt8]) {
    let bytes = value.minified
    var position = 0
    while position < bytes.count {
      let end = bytes.endOfToken(at: position)
      let token = bytes[position..<end]
      switch bytes[position] {
      case UInt8(ascii: "\"") where end == bytes.count || bytes[end] != UInt8(ascii: ":"):
        append(string: token, to: &output)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        append(number: token, to: &output)
      default:
        output += token
      }
      position = end
    }
  }
}

extension [UInt8] {
  /// Where a string, a number or a single byte ends in JSON without white space.
  fileprivate func endOfToken(at start: Int) -> Int {
    switch self[start] {
    case UInt8(ascii: "\""):
      var end = start + 1
      while end < count, self[end] != UInt8(ascii: "\"") {
        end += self[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return Swift.min(count, end + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return self[start...].firstIndex { ",]}".utf8.contains($0) } ?? count
    default:
      return start + 1
    }
  }
}
