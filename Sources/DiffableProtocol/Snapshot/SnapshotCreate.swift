/// The params of `snapshot/create`.
public struct CreateSnapshotParams: Sendable {
  /// The name of the new snapshot.
  public let snapshot: String
  /// What it copies, nil for nothing.
  public let from: Target?
  /// How model objects are identified, where nothing is copied that says it.
  public let identity: Identity?

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["snapshot", "from", "identity"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    snapshot = try reader.name("snapshot")
    from = try reader.optionalTarget("from")
    identity = try reader.identity()
    if from != nil, identity != nil {
      throw reader.invalid("identity", "must not stand beside from: a copy has its original's")
    }
  }
}
