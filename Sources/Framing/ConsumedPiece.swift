/// A part of a stream that a decoder has passed.
public enum ConsumedPiece {
  /// Bytes that are no message: headers, newlines, blanks, and whatever could not be read.
  case around(ArraySlice<UInt8>)

  /// The place of the message that the next event hands out.
  case message

  /// A part of a message over the limit.
  case skipped(count: Int)
}
