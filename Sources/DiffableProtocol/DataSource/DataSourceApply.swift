import JSON

/// The params of `dataSource/apply`.
public struct ApplyParams {
  /// What is applied.
  public enum Source {
    /// A whole document.
    case document(ObjectReader)
    /// The named snapshot of this name.
    case named(String)
  }

  /// How the front end is to show it.
  public enum Mode: String, CaseIterable, Sendable {
    /// By the difference.
    case diff
    /// By reading everything anew.
    case reloadData
  }

  /// The data source.
  public let dataSource: String
  /// What is applied to it.
  public let source: Source
  /// How the front end is to show it.
  public let mode: Mode
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "snapshot", "animatingDifferences", "mode", "ifRevision", "tag",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    let snapshot = try reader.required("snapshot")
    switch snapshot.kind {
    case .string: source = .named(try reader.name("snapshot"))
    case .object: source = .document(try reader.object("snapshot"))
    case .array where snapshot.count == 0: source = .document(try reader.object("snapshot"))
    case .null, .bool, .number, .array:
      throw reader.invalid("snapshot", "must be a document or the name of a snapshot", snapshot)
    }
    mode = try reader.optionalWord("mode", Mode.self) ?? .diff
    conditions = try ApplyConditions(reader)
  }
}

/// What every method that makes a revision takes.
public struct ApplyConditions: Sendable {
  /// Whether the front end is to animate the change.
  public let animatingDifferences: Bool
  /// The revision that the data source must be at, nil for any.
  public let ifRevision: Int?
  /// The client's own name for the apply, by which it knows it again when it is announced.
  public let tag: Token?

  /// Reads the members.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    animatingDifferences = try reader.optionalBool("animatingDifferences") ?? true
    ifRevision = try reader.optionalRevision("ifRevision")
    tag = try reader.token("tag")
  }

  /// Creates conditions.
  ///
  /// - Parameters:
  ///   - animatingDifferences: Whether the front end is to animate the change.
  ///   - tag: The client's own name for the apply.
  public init(animatingDifferences: Bool, tag: Token?) {
    self.animatingDifferences = animatingDifferences
    ifRevision = nil
    self.tag = tag
  }
}
