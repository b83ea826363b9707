/// The identifiers that an error is about.
///
/// They are written as they are added: a million arrays would take longer to give back than whoever
/// cancels the request is to wait.
public struct IdentifierList: Sendable, ExpressibleByArrayLiteral {
  /// How many are kept by themselves, for a sentence.
  private static let maxFirst = 3

  /// How many there are.
  public private(set) var count = 0
  /// The first few as JSON texts.
  public private(set) var first: [[UInt8]] = []
  /// All as an array that is not closed yet.
  private var text: [UInt8] = []

  /// Creates a list.
  ///
  /// - Parameter identifiers: The identifiers as JSON texts.
  public init(arrayLiteral identifiers: [UInt8]...) {
    for identifier in identifiers { append(identifier) }
  }

  /// Adds an identifier.
  ///
  /// - Parameter identifier: The identifier as a JSON text.
  public mutating func append(_ identifier: [UInt8]) {
    text.append(UInt8(ascii: count == 0 ? "[" : ","))
    text += identifier
    if count < IdentifierList.maxFirst { first.append(identifier) }
    count += 1
  }

  /// All as a JSON array, nil when there are none.
  var json: [UInt8]? { count == 0 ? nil : text + [UInt8(ascii: "]")] }
}
