extension ObjectReader {
  /// Refuses options that say how a list is edited, which a view's never is.
  ///
  /// - Throws: `invalidParams`.
  public func refuseEditing() throws(DiffableError) {
    let refused: [StaticString] = ["duplicates", "identity", "reordering", "editing"]
    for name in refused {
      guard let value = optional(name) else { continue }
      throw invalid(name, "is no option of a view, which nobody edits; set it on the base", value)
    }
  }
}

/// The params of `dataSource/updateView`.
public struct UpdateViewParams {
  /// The view.
  public let dataSource: String
  /// The stages to change.
  public let stages: ObjectReader
  /// How the front end is to show it.
  public let mode: ApplyParams.Mode
  /// What all applies have in common.
  public let conditions: ApplyConditions

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "view", "animatingDifferences", "mode", "ifRevision", "tag",
  ]

  private static let stageMembers = MemberNames(of: "a view", ViewMembers.stages)

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    stages = try reader.object("view")
    if stages.given("of") != nil {
      throw stages.invalid("of", "cannot be changed; create another view")
    }
    try stages.check(UpdateViewParams.stageMembers)
    try ViewDocument.checkLengths(of: stages)
    _ = try ViewMembers(stages)
    mode = try reader.optionalWord("mode", ApplyParams.Mode.self) ?? .diff
    conditions = try ApplyConditions(reader)
  }
}
