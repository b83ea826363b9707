/// The params of `snapshot/edit`.
public struct EditSnapshotParams {
  /// The name of the snapshot.
  public let snapshot: String
  /// The edits, one step.
  public let edits: EditList

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["snapshot", "edits"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    snapshot = try reader.name("snapshot")
    edits = try EditList(reader)
  }
}
