import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// The sections that rows are put into, with the column that their identifiers are kept in.
struct RowGrouper {
  private static let rest = Array("[\"rest\"]".utf8)
  private static let noLetter = Array("\"#\"".utf8)

  private let grouping: RowGrouping
  private let pool: IdentifierPool
  private let identifiers: IdentifierReader
  /// The identifiers, nil when they depend on more than the content.
  private let column: Column<IdentifierValues>?
  /// The sections that are always there.
  private(set) var always: [Handle] = []

  init(
    _ grouping: RowGrouping,
    _ root: DataSource,
    _ identifiers: IdentifierReader
  ) throws(DiffableError) {
    let pool = root.snapshot.pool
    self.grouping = grouping
    self.pool = pool
    self.identifiers = identifiers
    let place = grouping.key.place
    let name = "group \(grouping.part.rawValue) \(grouping.length) \(place.columnName)"
    column =
      place.origin == .section
      ? nil
      : root.columns.column(name) {
        Column { item, content in
          RowValues.with(item, content, pool) { row in
            row.withValue(at: place) { value in
              RowGrouper.identifier(of: value, grouping, identifiers, row.work(on: value))
            }
          }
        }
      }
    try takeValues()
  }

  /// The section of a row.
  func group(of item: Handle, _ reading: RowReading) -> Handle {
    let identifier: [UInt8]
    if let column {
      identifier = column.value(of: item, in: reading)
    } else {
      identifier = RowValues.with(item, nil, section: reading.section(ofItem: item), pool) { row in
        row.withValue(at: grouping.key.place) { value in
          RowGrouper.identifier(of: value, grouping, identifiers, row.work(on: value))
        }
      }
    }
    return identifier.withUnsafeBytes { pool.sections.intern($0) }
  }

  /// Whether new content of a row may change its section.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    column?.isChanged(item, in: reading) ?? false
  }

  /// The content of a section: the value that all its rows have.
  func content(of section: Handle) -> Content {
    let identifier = pool.sections.bytes(of: section)
    guard identifier != RowGrouper.rest else { return Array("{}".utf8) }
    return Array("{\"value\":".utf8) + RowGrouper.value(of: identifier) + Array("}".utf8)
  }

  /// Whether one of two sections stands in front of the other.
  func areInOrder(_ first: Handle, _ second: Handle) -> Bool {
    let (one, other) = (pool.sections.bytes(of: first), pool.sections.bytes(of: second))
    let comesFirst = grouping.key.missing == .first
    if isMissing(one) { return comesFirst && !isMissing(other) }
    if isMissing(other) { return !comesFirst }
    let order = compare(one, other, grouping.key.comparison)
    if order != 0 { return grouping.key.isDescending ? order > 0 : order < 0 }
    return compare(one, other, .value) < 0
  }

  /// Whether a section is that of rows without a value.
  private func isMissing(_ identifier: [UInt8]) -> Bool {
    identifier == (grouping.part == .letter ? RowGrouper.noLetter : RowGrouper.rest)
  }

  private func compare(
    _ one: [UInt8],
    _ other: [UInt8],
    _ comparison: RowSortKey.Comparison
  ) -> Int {
    let keys = [one, other].map { identifier in
      let value = RowGrouper.value(of: identifier)
      // Identifiers are JSON.
      return (try? JSONDocument(parsing: value[...], maxNestingDepth: .max)).map {
        SortKeyBytes($0.root, comparison)
      }
    }
    guard let first = keys[0], let second = keys[1] else { return 0 }
    return first.order(to: second)
  }

  /// The value that a section's identifier is made of.
  private static func value(of identifier: [UInt8]) -> [UInt8] {
    identifier.first == UInt8(ascii: "[") ? Array(identifier.dropFirst().dropLast()) : identifier
  }

  private mutating func takeValues() throws(DiffableError) {
    for (index, value) in grouping.values.enumerated() {
      let identifier = value.withBytes { bytes in
        RowGrouper.identifier(of: PlacedValue(bytes), grouping, identifiers, nil)
      }
      guard isWhole(value, identifier) else {
        throw .invalidParams(
          "view.groupBy.values[\(index)]",
          "must be the value of a group",
          value
        )
      }
      let section = identifier.withUnsafeBytes { pool.sections.intern($0) }
      guard !always.contains(section) else {
        throw .invalidParams("view.groupBy.values[\(index)]", "must not stand twice", value)
      }
      always.append(section)
    }
  }

  /// Whether a value is exactly what names a section.
  private func isWhole(_ value: JSONView, _ identifier: [UInt8]) -> Bool {
    guard identifier != RowGrouper.rest else { return false }
    let own = RowGrouper.value(of: identifier)
    guard let document = try? JSONDocument(parsing: own[...], maxNestingDepth: .max) else {
      return false
    }
    return document.root.isEqual(to: value)
  }
}

extension RowGrouper {
  /// The canonical identifier of a value's section: most strings are that themselves.
  private static func identifier(
    of value: PlacedValue?,
    _ grouping: RowGrouping,
    _ identifiers: IdentifierReader,
    _ work: Work?
  ) -> [UInt8] {
    switch grouping.part {
    case .letter: letter(of: value, work)
    case .value: whole(value, identifiers, work)
    case .start: start(of: value, grouping.length, identifiers, work)
    }
  }

  private static func whole(
    _ value: PlacedValue?,
    _ identifiers: IdentifierReader,
    _ work: Work?
  ) -> [UInt8] {
    if let value, let text = value.plainText, text.count <= identifiers.limits.maxIdentifierBytes {
      return Array(value.bytes)
    }
    return whole(value?.view(work), identifiers)
  }

  private static func whole(_ value: JSONView?, _ identifiers: IdentifierReader) -> [UInt8] {
    guard let value else { return rest }
    switch value.kind {
    case .string, .number:
      return (try? identifiers.withCanonicalBytes(of: value) { Array($0) }) ?? rest
    case .bool, .null:
      return [UInt8(ascii: "[")] + Array(value.bytes) + [UInt8(ascii: "]")]
    case .array, .object:
      return rest
    }
  }

  private static func start(
    of value: PlacedValue?,
    _ length: Int,
    _ identifiers: IdentifierReader,
    _ work: Work?
  ) -> [UInt8] {
    guard let value, value.kind == .string, let view = value.view(work) else { return rest }
    var text: [UInt8] = []
    view.appendDistinctText(to: &text, mayContinue: work?.mayGoOn)
    let scalars = text.indices.lazy.filter { text[$0] & 0xC0 != 0x80 }
    guard let end = scalars.dropFirst(length).first else { return whole(value, identifiers, work) }
    // Half a surrogate pair is in no identifier.
    guard let start = String(validating: text[..<end], as: UTF8.self) else { return rest }
    var writer = JSONWriter()
    writer.string(start)
    let document = try? JSONDocument(parsing: writer.bytes[...], maxNestingDepth: .max)
    return whole(document?.root, identifiers)
  }

  private static func letter(of value: PlacedValue?, _ work: Work?) -> [UInt8] {
    guard let value, value.kind == .string,
      let letter = value.searchedText(folds: true, work)?.firstLetter
    else { return noLetter }
    var writer = JSONWriter()
    writer.string(String(Character(letter)))
    return writer.bytes
  }
}
