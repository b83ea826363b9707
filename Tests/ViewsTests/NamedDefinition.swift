import DataSources
import Snapshots
import TestSupport
import Views

/// What a view is to be, in names.
///
/// What it asks of a row is told from the row's number, its section's name and its content, which is
/// a letter; contents that differ in case are equal, and some of the questions tell them apart.
struct NamedDefinition: Equatable {
  enum Filter: CaseIterable { case letters, upperCase, numbers, section, nothing }
  enum Key: CaseIterable { case letter, exactLetter, number, section }
  enum Sections: Equatable {
    case base(keepingEmpty: Bool)
    case groups(Key, descending: Bool, always: [String])
    case one
  }
  enum Window: Equatable {
    case at(offset: Int, limit: Int)
    case around(String, before: Int, after: Int)
  }

  var takesHidden = false
  var filter: Filter?
  var ranks = false
  var sections = Sections.base(keepingEmpty: false)
  var sort: [Key] = []
  var window: Window?
  var isLive = true
  /// Whether it is said what keys begin with.
  var beginsKeys = false
  /// Whether letters are read from a column.
  var usesColumn = false
}

/// What can be told from a row alone.
struct NamedRow {
  let item: String
  let section: String
  let content: String?

  private var number: Int { Int(item.dropFirst()) ?? 0 }

  /// How well the row is found, nil when it is not shown.
  func score(_ filter: NamedDefinition.Filter?) -> Int? {
    let letter = content?.lowercased()
    switch filter {
    case nil: return number % 3
    case .letters: return letter == "a" || letter == "b" ? (letter == "a" ? 2 : 1) : nil
    case .upperCase: return content == content?.uppercased() ? number % 2 : nil
    case .numbers: return number % 2 == 0 ? number % 4 : nil
    case .section: return section != "S1" ? section.count : nil
    case .nothing: return nil
    }
  }

  /// A value to sort and to group by.
  func value(_ key: NamedDefinition.Key) -> String {
    switch key {
    case .letter: content?.lowercased() ?? "none"
    case .exactLetter: content ?? "none"
    case .number: "\(number % 3)"
    case .section: section
    }
  }
}

extension NamedDefinition {
  /// Whether new content that is equal to the old may change anything.
  var readsCase: Bool {
    if case .groups(.exactLetter, _, _) = sections { return true }
    return filter == .upperCase || sort.contains(.exactLetter)
  }

  /// Whether it takes rows away from those of another one, and changes nothing else of them.
  func narrows(_ former: NamedDefinition) -> Bool {
    var narrowed = former
    narrowed.filter = filter
    narrowed.window = window
    narrowed.isLive = isLive
    return !ranks && former.filter == nil && narrowed == self
  }

  /// The definition as an engine takes it.
  ///
  /// - Parameters:
  ///   - names: The names of the base's pool, which are others after a release.
  ///   - root: The data source at the bottom.
  /// - Returns: The rules, window and all.
  func made(_ names: @escaping () -> NamedPool, root: DataSource) -> ViewDefinition {
    let reader = RowReader(names, root, usesColumn: usesColumn && !readsCase)
    let definition = self
    var made = ViewDefinition()
    made.isLive = isLive
    made.rules.takesHidden = takesHidden
    made.rules.ranks = ranks
    if filter != nil || ranks {
      made.rules.find = { rows, reading in
        rows.rate { reader.row($0, reading).score(definition.filter).map { Int32($0) } }
      }
    }
    if let first = sort.first {
      if beginsKeys {
        made.rules.begin = { rows, reading, beginnings in
          for index in rows.indices {
            let value = reader.row(rows[index], reading).value(first).utf8
            let number = value.prefix(2).reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
            beginnings[index] = KeyBeginning(number << (value.count < 2 ? 8 : 0), 0)
          }
        }
      }
      made.rules.compare = { first, second, reading in
        let (first, second) = (reader.row(first, reading), reader.row(second, reading))
        for key in definition.sort where first.value(key) != second.value(key) {
          return first.value(key) < second.value(key) ? -1 : 1
        }
        return 0
      }
    }
    made.rules.isAffected = reader.isAffected
    made.rules.sections = madeSections(names, reader)
    switch window {
    case nil: break
    case .at(let offset, let limit): made.window = .at(offset: offset, limit: limit)
    case .around(let item, let before, let after):
      made.window = .around(names().item(item), before: before, after: after)
    }
    return made
  }

  private func madeSections(
    _ names: @escaping () -> NamedPool,
    _ reader: RowReader
  ) -> ViewSections {
    switch sections {
    case .base(let keepingEmpty): .base(keepingEmpty: keepingEmpty)
    case .one: .one(names().section("all"))
    case .groups(let key, let descending, let always):
      .groups(
        GroupRules(
          always: always.map { names().section($0) },
          group: { names().section(reader.row($0, $1).value(key)) },
          content: { Array("of \(names().sectionName($0))".utf8) },
          areInOrder: { first, second in
            let (first, second) = (names().sectionName(first), names().sectionName(second))
            return descending ? first > second : first < second
          }
        )
      )
    }
  }
}

/// Reads rows by handle.
private struct RowReader {
  /// What is read once.
  struct Value: Equatable {
    let item: String
    let content: String?
  }

  let names: () -> NamedPool
  private let column: Column<PlainValues<Value>>?

  init(_ names: @escaping () -> NamedPool, _ root: DataSource, usesColumn: Bool) {
    self.names = names
    column =
      usesColumn
      ? root.columns.column("letter") {
        Column { item, content in
          Value(
            item: names().itemName(item),
            content: content.map { String(decoding: $0, as: UTF8.self).lowercased() }
          )
        }
      } : nil
  }

  func row(_ item: Handle, _ reading: RowReading) -> NamedRow {
    let value =
      column?.value(of: item, in: reading)
      ?? Value(
        item: names().itemName(item),
        content: reading.content(ofItem: item).map { String(decoding: $0, as: UTF8.self) }
      )
    return NamedRow(
      item: value.item,
      section: reading.section(ofItem: item).map(names().sectionName) ?? "",
      content: value.content
    )
  }

  func isAffected(_ item: Handle, _ reading: RowReading) -> Bool {
    column?.isChanged(item, in: reading) ?? true
  }
}
