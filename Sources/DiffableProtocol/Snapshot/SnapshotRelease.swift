/// The params of `snapshot/release`.
public struct ReleaseSnapshotParams: Sendable {
  /// The name of the snapshot.
  public let snapshot: String

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["snapshot"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    snapshot = try reader.name("snapshot")
  }
}
