import JSON
import Snapshots

extension JSONView {
  /// Appends bytes that compare as the value does, and none of which begins another's.
  ///
  /// Numbers come before strings, those before false, true, null, arrays and objects; all arrays
  /// are equal here, and so are all objects.
  ///
  /// - Parameters:
  ///   - bytes: Where they go.
  ///   - appendText: Appends the bytes of a string's text, none of which begins another's.
  func appendSortKey(
    to bytes: inout [UInt8],
    _ appendText: (JSONView, inout [UInt8]) -> Void = { $0.appendExactText(to: &$1, nil) }
  ) {
    switch kind {
    case .number:
      bytes.append(1)
      appendNumberSortKey(to: &bytes)
    case .string:
      bytes.append(2)
      appendText(self, &bytes)
    case .bool: bytes.append(bool == true ? 4 : 3)
    case .null: bytes.append(5)
    case .array: bytes.append(6)
    case .object: bytes.append(7)
    }
  }

  /// Appends a text in the order of its Unicode scalars, which is that of UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: Where it goes.
  ///   - work: Told how far it is; when it is called off, the rest is left out.
  func appendExactText(to bytes: inout [UInt8], _ work: Work?) {
    var text: [UInt8] = []
    appendDistinctText(to: &text, mayContinue: work?.mayGoOn)
    // A zero inside is followed by 255 and the end by 0, so that a text comes right after its own
    // beginning.
    for byte in text {
      bytes.append(byte)
      if byte == 0 { bytes.append(.max) }
    }
    bytes += [0, 0]
  }
}
