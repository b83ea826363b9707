import JSON

/// What a view is made by: what becomes of the rows of its base.
public struct ViewMembers {
  /// Whether what closed items hide is taken too.
  public let takesHidden: Bool
  /// Which rows are kept, nil for all.
  public let predicate: RowPredicate?
  /// How many operators that has.
  public let numberOfOperators: Int
  /// What is searched for, nil for nothing.
  public let search: RowSearch?
  /// How sections are made from rows, nil when they are the base's.
  public let grouping: RowGrouping?
  /// Whether all rows are in one section.
  public let isFlat: Bool
  /// The order within each section.
  public let sortKeys: [RowSortKey]
  /// Whether sections of the base are shown that have no rows.
  public let keepsEmptySections: Bool
  /// Which rows are shown, nil for all.
  public let window: RowWindow?
  /// Whether the view follows its base.
  public let isLive: Bool

  /// The names of the members that can be changed, in the order in which they are carried out.
  static let stages: [StaticString] = [
    "hidden", "where", "search", "groupBy", "flatten", "sortBy", "emptySections", "window", "live",
  ]

  fileprivate static let keyMembers = MemberNames(of: "a sort key", RowSortKey.names)

  /// Reads the members of an object that may have others too.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    takesHidden = try reader.optionalBool("hidden") ?? false
    predicate = try reader.optionalObject("where").map { (inner) throws(DiffableError) in
      try RowPredicate(inner)
    }
    numberOfOperators = predicate?.numberOfOperators ?? 0
    search = try reader.optionalObject("search").map { (inner) throws(DiffableError) in
      try RowSearch(inner)
    }
    grouping = try reader.optionalObject("groupBy").map { (inner) throws(DiffableError) in
      try RowGrouping(inner)
    }
    isFlat = try reader.optionalBool("flatten") ?? false
    if grouping != nil, isFlat {
      throw reader.invalid("flatten", "must not be true beside groupBy")
    }
    sortKeys = try reader.rowSortKeys()
    keepsEmptySections = try reader.optionalBool("emptySections") ?? false
    window = try reader.optionalObject("window").map { (inner) throws(DiffableError) in
      try RowWindow(inner)
    }
    isLive = try reader.optionalBool("live") ?? true
  }
}

/// The definition of a view as it was sent, member by member, and what it means.
public struct ViewDocument {
  /// The name of the base.
  public let base: String
  /// What it means.
  public let members: ViewMembers
  /// The members that were given, in the order of the definition, as JSON.
  public let text: [UInt8]
  private let values: [String: [UInt8]]

  /// How many bytes a definition may have: what is asked of each row is bounded by it.
  public static let maxBytes = 1 << 18

  private static let names = MemberNames(of: "a view", ["of"] + ViewMembers.stages)

  /// A member as it was sent, as JSON; nil when it was not given.
  ///
  /// - Parameter stage: Its name.
  /// - Returns: The JSON.
  public func text(of stage: String) -> [UInt8]? { values[stage] }

  /// Reads a definition.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    try reader.check(ViewDocument.names)
    let base = try reader.name("of")
    var values: [String: [UInt8]] = [:]
    for name in ViewDocument.names.names {
      values["\(name)"] = try reader.optional(name).map(ViewDocument.copy)
    }
    _ = try ViewMembers(reader)
    try self.init(of: base, values)
  }

  private init(of base: String, _ values: [String: [UInt8]]) throws(DiffableError) {
    self.base = base
    self.values = values
    var writer = JSONWriter()
    writer.beginObject()
    for name in ViewDocument.names.names {
      guard let value = values["\(name)"] else { continue }
      writer.name(name)
      writer.raw(value)
    }
    writer.endObject()
    guard writer.bytes.count <= ViewDocument.maxBytes else { throw .viewTooLong }
    text = writer.bytes
    // The members came out of parsed messages, so they are JSON; the nesting was checked then.
    let document = try? JSONDocument(parsing: text[...], maxNestingDepth: .max)
    members = try ViewMembers(ObjectReader(params: nil).object(document?.root, "view"))
  }

  /// The JSON of a member, which is not copied when it is too long by itself.
  private static func copy(_ value: JSONView) throws(DiffableError) -> [UInt8] {
    try checkLength(of: value)
    return Array(value.bytes)
  }

  private static func checkLength(of value: JSONView) throws(DiffableError) {
    guard value.withBytes(\.count) <= maxBytes else { throw .viewTooLong }
  }

  /// Refuses stages of which one is too long by itself, before anything in it is read.
  static func checkLengths(of reader: ObjectReader) throws(DiffableError) {
    for name in ViewMembers.stages {
      if let value = reader.given(name) { try checkLength(of: value) }
    }
  }

  /// The definition with some stages changed.
  ///
  /// - Parameter reader: The stages: those that are `null` go, those that are not there stay.
  /// - Returns: The definition.
  /// - Throws: `invalidParams`.
  public func updated(by reader: ObjectReader) throws(DiffableError) -> ViewDocument {
    var values = values
    for name in ViewMembers.stages {
      guard let value = reader.given(name) else { continue }
      values["\(name)"] = value.isNull ? nil : try ViewDocument.copy(value)
    }
    return try ViewDocument(of: base, values)
  }
}

extension DiffableError {
  fileprivate static var viewTooLong: DiffableError {
    .invalidParams("view", "must not have more than \(ViewDocument.maxBytes) bytes of JSON")
  }
}

extension ObjectReader {
  /// The members of a view's definition, which stand at `view` in the params.
  fileprivate func object(
    _ value: JSONView?,
    _ place: String
  ) throws(DiffableError) -> ObjectReader {
    guard let value else { return self }
    return try object(value, at: place)
  }

  /// The member `sortBy`.
  fileprivate func rowSortKeys() throws(DiffableError) -> [RowSortKey] {
    guard let given = try optionalArray("sortBy") else { return [] }
    guard given.count <= ObjectReader.maxPointers else {
      throw invalid("sortBy", "must not have more than \(ObjectReader.maxPointers) keys")
    }
    var keys: [RowSortKey] = []
    for (index, element) in given.elements.enumerated() {
      let key = try object(element, at: "sortBy[\(index)]")
      try key.check(ViewMembers.keyMembers)
      keys.append(try RowSortKey(key))
    }
    return keys
  }
}
