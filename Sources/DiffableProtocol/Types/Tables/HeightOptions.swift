public import JSON

/// How high rows are, and how high they are expected to be.
public struct HeightOptions: Equatable, Sendable {
  /// How high rows are.
  public private(set) var exact = Rule()
  /// How high rows are expected to be that are measured.
  public private(set) var estimated = Rule()

  /// Where a row's height comes from: the item's own content first, then its section, then the
  /// whole.
  public struct Rule: Equatable, Sendable {
    /// The height of rows of which nothing else is said.
    public fileprivate(set) var whole = Height.automatic
    /// The heights in some sections.
    public fileprivate(set) var sections = SectionSettings<Height>()
    /// Where an item's content says it.
    public fileprivate(set) var item: JSONPointer?
  }

  private static let members = MemberNames(
    of: "heights",
    ["default", "estimated", "sections", "item", "estimatedItem"]
  )
  private static let sectionMembers = MemberNames(
    of: "a section of heights",
    ["section", "height", "estimated"]
  )

  init() {}

  init(_ reader: ObjectReader?) throws(DiffableError) {
    guard let reader else { return }
    try reader.check(HeightOptions.members)
    let members = HeightOptions.sectionMembers
    exact.whole = try reader.height("default") ?? .automatic
    exact.sections = try reader.sectionSettings(members) { (section) throws(DiffableError) in
      let height = try section.height("height")
      guard height != nil || section.given("estimated") != nil else {
        throw section.invalid("height", "or estimated must be there")
      }
      return height
    }
    exact.item = try reader.optionalPointer("item")
    estimated.whole = try reader.height("estimated") ?? .automatic
    estimated.sections = try reader.sectionSettings(members) {
      (section) throws(DiffableError) in try section.height("estimated")
    }
    estimated.item = try reader.optionalPointer("estimatedItem")
  }
}

extension ObjectReader {
  /// A height; nil when the member is absent, which is not the same as `null` here.
  fileprivate func height(_ name: StaticString) throws(DiffableError) -> Height? {
    guard let value = given(name) else { return nil }
    if let height = Height(value) { return height }
    throw invalid(name, "must be a height from 0 to \(Height.greatest), or null", value)
  }
}
