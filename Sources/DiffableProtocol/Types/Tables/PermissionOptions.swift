public import JSON

/// Which rows may be moved, or deleted: the item's own content says so first, then its section,
/// then the whole.
public struct PermissionOptions: Equatable, Sendable {
  /// Whether it is allowed for rows of which nothing else is said.
  public private(set) var allowed: Bool
  /// Whether rows may be moved to other sections.
  public private(set) var acrossSections = false
  /// Whether it is allowed for the rows of some sections.
  public private(set) var sections: [SectionSetting<Bool>] = []
  /// Where an item's content says it.
  public private(set) var item: JSONPointer?

  init(allowed: Bool) {
    self.allowed = allowed
  }

  init(
    _ reader: ObjectReader?,
    allowed: Bool,
    acrossSections: Bool = false
  ) throws(DiffableError) {
    self.init(allowed: allowed)
    guard let reader else { return }
    let across = acrossSections ? ["acrossSections"] : []
    try reader.checkNames(["allowed"] + across + ["sections", "item"])
    self.allowed = try reader.optionalBool("allowed") ?? allowed
    self.acrossSections = try reader.optionalBool("acrossSections") ?? false
    sections = try reader.sectionSettings(known: ["allowed"]) { (section) throws(DiffableError) in
      guard let allowed = try section.optionalBool("allowed") else {
        throw section.invalid("allowed", "is missing")
      }
      return allowed
    }
    item = try reader.optionalPointer("item")
  }
}
