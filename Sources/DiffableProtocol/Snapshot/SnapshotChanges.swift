/// The params of `snapshot/changes`.
public struct SnapshotChangesParams: Sendable {
  /// What is before.
  public let from: Target
  /// What is after.
  public let to: Target
  /// The form of the changes.
  public let changeFormat: ChangeFormat

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["from", "to", "changeFormat"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    from = try reader.target("from")
    to = try reader.target("to")
    changeFormat = try reader.optionalWord("changeFormat", ChangeFormat.self) ?? .batch
  }
}
