public import JSON

/// Where the titles of a section stand in its content.
public struct TitleOptions: Equatable, Sendable {
  /// The title above its rows.
  public private(set) var header: JSONPointer?
  /// The title below its rows.
  public private(set) var footer: JSONPointer?

  private static let members = MemberNames(of: "titles", ["header", "footer"])

  init() {}

  init(_ reader: ObjectReader?) throws(DiffableError) {
    guard let reader else { return }
    try reader.check(TitleOptions.members)
    header = try reader.optionalPointer("header")
    footer = try reader.optionalPointer("footer")
  }
}
