public import JSONRPC

/// The params of `$/cancelRequest`.
public struct CancelRequestParams: Sendable {
  /// The id of the request to cancel.
  public let id: RequestID

  /// The members, in the order of the schema.
  public static let members = MemberNames(of: "params", ["id"])

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    guard let id = reader.given("id").flatMap(RequestID.init), id != .null else {
      throw reader.invalid("id", "must be the id of a request", reader.given("id"))
    }
    self.id = id
  }
}
