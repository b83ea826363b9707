public import JSON

/// How high a row is.
public enum Height: Equatable, Sendable {
  /// The front end measures it.
  case automatic
  /// A number as it was sent, and how many thousandths it is, the rest cut off.
  case fixed(number: [UInt8], thousandths: Int32)

  /// The greatest height.
  public static let greatest = 1_000_000

  /// Reads a height.
  ///
  /// - Parameter value: A number from 0 to a million, or `null` for an automatic one. The result is
  ///   nil for anything else.
  public init?(_ value: JSONView) {
    if value.isNull {
      self = .automatic
      return
    }
    let greatest = Height.greatest * 1000
    guard let thousandths = value.thousandths,
      // Of more than the greatest one nothing is cut off.
      thousandths < greatest || thousandths == greatest && value.isWholeNumber
    else { return nil }
    self = .fixed(number: Array(value.bytes), thousandths: Int32(thousandths))
  }
}
