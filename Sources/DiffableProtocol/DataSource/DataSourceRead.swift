public import JSON

/// The params of a question about a data source as a whole, and what all such questions have.
public struct DataSourceQuestion: Sendable {
  /// The data source.
  public let dataSource: String
  /// The revision that the data source must be at, nil for any.
  public let atRevision: Int?

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    dataSource = try reader.name("dataSource")
    atRevision = try reader.optionalRevision("atRevision")
  }

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - dataSource: The data source.
  ///   - atRevision: The revision that it must be at, nil for any.
  public init(dataSource: String, atRevision: Int?) {
    self.dataSource = dataSource
    self.atRevision = atRevision
  }
}

/// The params of `dataSource/itemIdentifier`.
public struct ItemIdentifierParams: Sendable {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The places.
  public let indexPaths: [IndexPathValue]

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "indexPaths", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    indexPaths = try reader.indexPaths("indexPaths")
  }
}

/// The params of `dataSource/sectionIdentifier`.
public struct SectionIdentifierParams: Sendable {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The places.
  public let indexes: [Int]

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "indexes", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    indexes = try reader.indexes("indexes")
  }
}

/// The params of questions about some items: `dataSource/indexPath` and `dataSource/items`.
public struct AskItemsParams {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The items; they are not looked into.
  public let items: JSONView

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "items", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    items = try reader.array("items")
  }
}

/// The params of questions about some sections: `dataSource/sectionIndex` and `dataSource/sections`.
public struct AskSectionsParams {
  /// The data source, and the revision that it must be at.
  public let question: DataSourceQuestion
  /// The sections; they are not looked into.
  public let sections: JSONView

  /// The members, in the order of the schema.
  public static let members: MemberNames = ["dataSource", "sections", "atRevision"]

  /// Reads the params.
  ///
  /// - Throws: `invalidParams`.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    question = try DataSourceQuestion(reader)
    sections = try reader.array("sections")
  }
}

extension ObjectReader {
  /// The member that is an array of index paths.
  fileprivate func indexPaths(_ name: StaticString) throws(DiffableError) -> [IndexPathValue] {
    var paths: [IndexPathValue] = []
    for (index, value) in try array(name).elements.enumerated() {
      paths.append(try indexPath(value, at: "\(name)[\(index)]"))
      try countElement()
    }
    return paths
  }

  /// The member that is an array of indexes.
  fileprivate func indexes(_ name: StaticString) throws(DiffableError) -> [Int] {
    var indexes: [Int] = []
    for (index, value) in try array(name).elements.enumerated() {
      indexes.append(try integer(value, at: "\(name)[\(index)]"))
      try countElement()
    }
    return indexes
  }
}
