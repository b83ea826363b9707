/// Which kind of cell shows a row: what its section says, or else the default.
///
/// Kinds are the bytes of their names: to `String`, different bytes can be the same text.
public struct CellOptions: Equatable, Sendable {
  /// The kind for sections of which nothing else is said, nil for none.
  public private(set) var whole: [UInt8]?
  /// The kinds in some sections.
  public private(set) var sections = SectionSettings<[UInt8]?>()

  private static let members = MemberNames(of: "cells", ["default", "sections"])
  private static let sectionMembers = MemberNames(of: "a section of cells", ["section", "cell"])

  init() {}

  init(_ reader: ObjectReader?) throws(DiffableError) {
    guard let reader else { return }
    try reader.check(CellOptions.members)
    whole = try reader.optionalString("default").map { Array($0.utf8) }
    sections = try reader.sectionSettings(CellOptions.sectionMembers) {
      (section) throws(DiffableError) in
      Array(try section.string("cell").utf8)
    }
  }
}
