public import JSON

/// Which rows may be moved, or deleted: the item's own content says so first, then its section,
/// then the whole.
public struct PermissionOptions: Equatable, Sendable {
  /// Whether it is allowed for rows of which nothing else is said.
  public private(set) var allowed: Bool
  /// Whether rows may be moved to other sections.
  public private(set) var acrossSections = false
  /// Whether it is allowed for the rows of some sections.
  public private(set) var sections = SectionSettings<Bool>()
  /// Where an item's content says it.
  public private(set) var item: JSONPointer?

  static let reordering = MemberNames(
    of: "reordering",
    ["allowed", "acrossSections", "sections", "item"]
  )
  static let editing = MemberNames(of: "editing", ["allowed", "sections", "item"])
  private static let sectionMembers = MemberNames(
    of: "a section of rows",
    ["section", "allowed"]
  )

  init(allowed: Bool) {
    self.allowed = allowed
  }

  init(
    _ reader: ObjectReader?,
    _ members: MemberNames,
    allowed: Bool
  ) throws(DiffableError) {
    self.init(allowed: allowed)
    guard let reader else { return }
    try reader.check(members)
    self.allowed = try reader.optionalBool("allowed") ?? allowed
    self.acrossSections = try reader.optionalBool("acrossSections") ?? false
    sections = try reader.sectionSettings(PermissionOptions.sectionMembers) {
      (section) throws(DiffableError) in
      guard let allowed = try section.optionalBool("allowed") else {
        throw section.missing("allowed")
      }
      return allowed
    }
    item = try reader.optionalPointer("item")
  }
}
