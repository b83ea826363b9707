/// What a decoder found next in its stream.
public enum FrameEvent {
  /// One complete message, without its framing; blanks around it may remain.
  case message(ArraySlice<UInt8>)

  /// The last line of a stream that ended without a newline (lines format only).
  case unterminatedMessage(ArraySlice<UInt8>)

  /// Text before the first message, of which the first line is handed out; told once.
  case strayText(ArraySlice<UInt8>)

  /// A header block that names no usable length, told once for each such block.
  case malformedHeader(HeaderError)

  /// A message over the limit, skipped without being held.
  ///
  /// For a body the length is the one of its header; for a line it is the number of bytes before
  /// the newline.
  case oversizedMessage(length: Int)
}
