/// How much a peer may send before a message is refused.
public struct FrameLimits: Sendable {
  /// The longest message that is held in memory, in bytes without its framing.
  public let maxMessageBytes: Int

  /// The longest header block, in bytes with the blank line that ends it.
  public let maxHeaderBytes: Int

  /// Limits as given, between 0 and 2^40 bytes; the defaults are those of the protocol.
  public init(maxMessageBytes: Int = 1 << 28, maxHeaderBytes: Int = 8192) {
    self.maxMessageBytes = min(max(maxMessageBytes, 0), Self.maxLength)
    self.maxHeaderBytes = min(max(maxHeaderBytes, 0), Self.maxLength)
  }

  /// The largest `Content-Length` that is believed, and whose bytes are skipped by count.
  ///
  /// Anything larger is a broken header: skipping it would make the stream deaf for good.
  package static let maxLength = 1 << 40
}
