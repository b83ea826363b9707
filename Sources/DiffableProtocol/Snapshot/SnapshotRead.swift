public import JSON

/// The params of reading a data source or a snapshot as a whole, and what all such reading has.
public struct ReadParams: Sendable {
  /// What is read.
  public let target: Target
  /// The revision that a data source must be at, nil for any.
  public let atRevision: Int?

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "snapshot", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    target = try reader.target()
    atRevision = try reader.optionalRevision("atRevision")
  }
}

/// The params of `snapshot/counts`.
public struct CountsParams {
  /// What is read, and the revision that it must be at.
  public let read: ReadParams
  /// Whether each section is counted, too.
  public let perSection: Bool
  /// The one section to count, nil for all; it is not looked into.
  public let section: JSONView?

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "snapshot", "inSection", "perSection", "atRevision",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    read = try ReadParams(reader)
    perSection = try reader.optionalBool("perSection") ?? false
    section = reader.optional("inSection")
  }
}

/// The params of `snapshot/itemIdentifiers`.
public struct ItemIdentifiersParams {
  /// What is read, and the revision that it must be at.
  public let read: ReadParams
  /// The one section to list, nil for all; it is not looked into.
  public let section: JSONView?
  /// The part of the items to list, nil for all.
  public let range: RangeValue?

  /// The members, in the order of the schema.
  public static let members: MemberNames = [
    "dataSource", "snapshot", "inSection", "range", "atRevision",
  ]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    read = try ReadParams(reader)
    section = reader.optional("inSection")
    range = try reader.range()
  }
}

/// The params of `snapshot/indexOfItem` and `snapshot/sectionContainingItem`.
public struct ReadItemsParams {
  /// What is read, and the revision that it must be at.
  public let read: ReadParams
  /// The items; they are not looked into.
  public let items: JSONView

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["items", "dataSource", "snapshot", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    read = try ReadParams(reader)
    items = try reader.array("items")
  }
}

/// The params of `snapshot/indexOfSection`.
public struct ReadSectionsParams {
  /// What is read, and the revision that it must be at.
  public let read: ReadParams
  /// The sections; they are not looked into.
  public let sections: JSONView

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["sections", "dataSource", "snapshot", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    read = try ReadParams(reader)
    sections = try reader.array("sections")
  }
}

/// A part of a list: where it starts, and how many elements it has at most.
public struct RangeValue: Equatable, Sendable {
  /// The index of the first element.
  public let start: Int
  /// How many elements there are at most.
  public let count: Int
}

extension ObjectReader {
  /// The member `range`, `[start, count]`, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func range() throws(DiffableError) -> RangeValue? {
    guard let value = optional("range") else { return nil }
    guard let (start, count) = value.pairOfNumbers, start >= 0, count >= 0 else {
      throw invalid("range", "must be [start, count], both at least 0", value)
    }
    return RangeValue(start: start, count: count)
  }
}
