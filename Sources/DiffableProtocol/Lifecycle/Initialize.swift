import JSON

/// The params of `initialize`.
public struct InitializeParams: Sendable {
  /// The process after whose end the daemon ends too, nil when there is none.
  public let processID: Int32?
  /// How much of the conversation is told from the beginning.
  public let trace: TraceValue
  /// What positions inside texts count.
  public let positionEncoding: PositionEncoding

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["processId", "clientInfo", "capabilities", "trace"]

  /// Reads the params; most of what the client says of itself is not needed.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    // Clients know values that the protocol does not; a session must not fail over that.
    _ = try reader.optionalObject("clientInfo")
    _ = try reader.optionalObject("capabilities")
    trace = reader.optional("trace")?.string.flatMap(TraceValue.init) ?? .off
    positionEncoding = PositionEncoding(chosenFrom: reader.optional("capabilities"))
    guard let number = try reader.optionalInteger("processId") else {
      processID = nil
      return
    }
    guard let processID = Int32(exactly: number), processID > 0 else {
      throw reader.invalid("processId", "must be a process's number", reader.optional("processId"))
    }
    self.processID = processID
  }
}
