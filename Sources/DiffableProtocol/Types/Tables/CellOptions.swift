/// Which kind of cell shows a row: what its section says, or else the default.
public struct CellOptions: Equatable, Sendable {
  /// The kind for sections of which nothing else is said, nil for none.
  public private(set) var whole: String?
  /// The kinds in some sections.
  public private(set) var sections: [SectionSetting<String?>] = []

  init() {}

  init(_ reader: ObjectReader?) throws(DiffableError) {
    guard let reader else { return }
    try reader.checkNames(["default", "sections"])
    whole = try reader.optionalString("default")
    sections = try reader.sectionSettings(known: ["cell"]) { (section) throws(DiffableError) in
      try section.string("cell")
    }
  }
}
