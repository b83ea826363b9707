/// Why a header block was refused.
public struct HeaderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The ways in which a header block can be broken.
  public enum Reason: Equatable, Sendable {
    /// The block ended and no line of it was a `Content-Length`.
    case missingLength
    /// The length is not written in decimal digits alone.
    case nonNumericLength
    /// The length has a minus sign.
    case negativeLength
    /// The length is a number over 2^40.
    case lengthTooLarge
    /// Two lengths in one block differ.
    case conflictingLengths
    /// The block did not end within the limit.
    case headerTooLong
  }

  /// What was wrong.
  public var reason: Reason

  /// The text that was wrong, cut after 64 bytes; the limit for a block that is too long.
  public var value: String

  /// An error about a value.
  public init(reason: Reason, value: String = "") {
    self.reason = reason
    self.value = value
  }

  /// One English sentence fragment that names the value.
  public var description: String {
    switch reason {
    case .missingLength: "the header block has no Content-Length"
    case .nonNumericLength: "Content-Length \"\(value)\" is not a number of bytes"
    case .negativeLength: "Content-Length \"\(value)\" is negative"
    case .lengthTooLarge: "Content-Length \"\(value)\" is over \(FrameLimits.maxLength)"
    case .conflictingLengths: "Content-Length \"\(value)\" differs from the one before it"
    case .headerTooLong: "the header block is longer than \(value) bytes"
    }
  }
}
