import JSON

/// What an option says of one section.
public struct SectionSetting<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The section's identifier as JSON, as it was sent.
  public let section: [UInt8]
  /// Where it stands in the params.
  public let place: String
  /// What is said.
  public let value: Value
}

extension ObjectReader {
  /// The member `sections` of an option: what it says of some sections.
  ///
  /// - Throws: `invalidParams`.
  func sectionSettings<Value>(
    _ members: MemberNames,
    _ value: (ObjectReader) throws(DiffableError) -> Value
  ) throws(DiffableError) -> [SectionSetting<Value>] {
    guard let sections = try optionalArray("sections") else { return [] }
    var settings: [SectionSetting<Value>] = []
    for (index, element) in sections.elements.enumerated() {
      let reader = try object(element, at: "sections[\(index)]")
      try reader.check(members)
      settings.append(
        SectionSetting(
          section: Array(try reader.required("section").bytes),
          place: reader.path(of: "section"),
          value: try value(reader)
        )
      )
    }
    return settings
  }

  /// A JSON Pointer, nil when the member is absent.
  ///
  /// - Throws: `invalidParams`.
  func optionalPointer(_ name: StaticString) throws(DiffableError) -> JSONPointer? {
    guard let text = try optionalString(name) else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    throw invalid(name, "must be a JSON Pointer such as \"/name\"", optional(name))
  }
}
