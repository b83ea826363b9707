import JSON

/// What an option says of one section.
public struct SectionSetting<Value> {
  /// The section's identifier as JSON, as it was sent.
  public let section: ArraySlice<UInt8>
  /// What is said.
  public let value: Value
  fileprivate let option: String
  fileprivate let index: Int

  /// Where the identifier stands in the params.
  public var place: String { "\(option).sections[\(index)].section" }
}

/// What an option says of some sections.
///
/// A message has room for millions. Their texts lie one behind the other, because as many arrays would
/// take longer to give back than whoever cancels the request is to wait.
public struct SectionSettings<Value: Equatable & Sendable>: Equatable, Sendable {
  fileprivate struct Entry: Equatable {
    /// Where the section's text ends, which begins where the one before ends.
    let end: Int
    /// Its index in the option.
    let index: Int
    let value: Value
  }

  /// Where the option stands in the params.
  fileprivate let option: String
  fileprivate var texts: [UInt8] = []
  fileprivate var entries: [Entry] = []

  /// Creates settings that say nothing.
  public init() { option = "" }

  /// Creates settings with room for what an option says: what is not filled takes no memory, while an
  /// array that grows copies itself, 134 MB in 97 ms without a look.
  fileprivate init(of option: ObjectReader, _ sections: JSONView) {
    self.option = option.path
    texts.reserveCapacity(sections.withBytes { $0.count })
    entries.reserveCapacity(sections.count)
  }

  fileprivate mutating func append(_ section: JSONView, at index: Int, _ value: Value) {
    section.withBytes { texts.append(contentsOf: $0) }
    entries.append(Entry(end: texts.count, index: index, value: value))
  }
}

extension SectionSettings: Sequence {
  /// Starts at the first section.
  public func makeIterator() -> Iterator { Iterator(settings: self) }

  /// Goes from one section to the next.
  public struct Iterator: IteratorProtocol {
    fileprivate let settings: SectionSettings
    private var position = 0
    private var start = 0

    fileprivate init(settings: SectionSettings) { self.settings = settings }

    /// Returns the next section, nil after the last.
    public mutating func next() -> SectionSetting<Value>? {
      guard position < settings.entries.count else { return nil }
      let entry = settings.entries[position]
      defer { (position, start) = (position + 1, entry.end) }
      return SectionSetting(
        section: settings.texts[start..<entry.end],
        value: entry.value,
        option: settings.option,
        index: entry.index
      )
    }
  }
}

extension ObjectReader {
  /// The member `sections` of an option: what it says of some sections.
  ///
  /// - Parameters:
  ///   - members: The members that an element may have.
  ///   - value: What an element says, nil when that is nothing.
  /// - Returns: What it says, of each section in the order of the option.
  /// - Throws: `invalidParams`.
  func sectionSettings<Value>(
    _ members: MemberNames,
    _ value: (ObjectReader) throws(DiffableError) -> Value?
  ) throws(DiffableError) -> SectionSettings<Value> {
    guard let sections = try optionalArray("sections") else { return SectionSettings() }
    var settings = SectionSettings<Value>(of: self, sections)
    for (index, element) in sections.elements.enumerated() {
      try countElement()
      let reader = try object(element, at: "sections[\(index)]")
      try reader.check(members)
      let section = try reader.required("section")
      if let value = try value(reader) { settings.append(section, at: index, value) }
    }
    return settings
  }

  /// A JSON Pointer, nil when the member is absent.
  ///
  /// - Throws: `invalidParams`.
  func optionalPointer(_ name: StaticString) throws(DiffableError) -> JSONPointer? {
    try optional(name).map { value throws(DiffableError) in try pointer(value, at: "\(name)") }
  }
}
