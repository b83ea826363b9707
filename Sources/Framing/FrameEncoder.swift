/// Puts messages into frames.
public enum FrameEncoder {
  /// Appends one message with its framing.
  @inlinable
  public static func append(
    _ message: some Collection<UInt8>,
    in format: FrameFormat,
    to output: inout [UInt8]
  ) {
    // Inlinable, so that this is made for the caller's collection: every message goes through it.
    appendPrefix(forMessageOf: message.count, in: format, to: &output)
    output.append(contentsOf: message)
    appendSuffix(in: format, to: &output)
  }

  /// Appends what stands before a message of a number of bytes.
  public static func appendPrefix(
    forMessageOf length: Int,
    in format: FrameFormat,
    to output: inout [UInt8]
  ) {
    switch format {
    case .lines: return
    case .lsp: output.append(contentsOf: "Content-Length: \(length)\r\n\r\n".utf8)
    }
  }

  /// Appends what stands after a message.
  public static func appendSuffix(in format: FrameFormat, to output: inout [UInt8]) {
    switch format {
    case .lines: output.append(0x0A)
    case .lsp: return
    }
  }
}
