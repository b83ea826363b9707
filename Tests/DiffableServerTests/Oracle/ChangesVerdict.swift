import JSON
import Replicas
import Snapshots
import TestSupport

/// Holds changes as they were sent against what they must be.
struct ChangesVerdict {
  /// A section or an item as it is listed.
  private struct Row {
    let id: Value
    let content: Value?

    init(id: Value, content: Value?) {
      self.id = id
      self.content = content
    }

    init(_ value: Value) {
      self.init(id: value["id"] ?? value, content: value["content"])
    }
  }

  let difference: ModelDifference
  let includeContent: Bool
  private(set) var problems: [String] = []

  private var list: ListReplica
  private var movedItems = 0
  private var movedSections: Set<String> = []
  private var numberOfSectionMoves = 0
  /// What was listed as inserted or shown anew, by the kind of list.
  private var listed: [String: [Row]] = [:]

  init(
    on changes: Value?,
    in format: String,
    of difference: ModelDifference,
    includeContent: Bool
  ) {
    self.difference = difference
    self.includeContent = includeContent
    list = ListReplica(difference.before)
    do {
      switch (format, changes) {
      case ("none", nil): return
      case ("batch", .object?): try replay(batch: changes ?? .null)
      case ("sequential", .array(let steps)?): try replay(steps: steps)
      case ("staged", .array(let stages)?): try replay(stages: stages)
      default: problems.append("changes of another format than \(format)")
      }
    } catch {
      problems.append("\(error)")
    }
    guard problems.isEmpty else { return }
    judge(isStaged: format == "staged")
  }

  // MARK: Replay

  private mutating func replay(batch: Value) throws {
    let plain = try PlainBatch(batch)
    problems += plain.problemsOfForm + difference.outlines.problems(of: plain.outlines)
    try list.replay(batch.view)
    note(batch)
  }

  private mutating func replay(steps: [Value]) throws {
    let order = [
      "deleteItems", "moveSection", "insertSections", "moveItems", "deleteSections", "insertItems",
      "setOutlines", "reloadSections", "reconfigureSections", "reloadItems", "reconfigureItems",
    ]
    let places = steps.map { order.firstIndex(of: $0["op"]?.text ?? "") ?? -1 }
    // The last four are two rows of the table, each with two ops whose order is open.
    if zip(places, places.dropFirst()).contains(where: { $0 > $1 && $1 < 7 }) {
      problems.append("the steps are not in order")
    }
    let outlines = steps.filter { $0["op"]?.text == "setOutlines" }
    problems += difference.outlines.problems(of: try outlines.map(PlainBatch.OutlineRun.init))
    for step in steps {
      try list.replay(Value.array([step]).view)
      let op = step["op"]?.text ?? ""
      if step["from"] != nil, step["from"] == step["to"] { problems.append("\(step): no effect") }
      if op == "moveItems" { movedItems += step["count"]?.integer ?? 0 }
      if op == "moveSection" { numberOfSectionMoves += 1 }
      let rows = (step["items"] ?? step["sections"])?.elements ?? []
      listed[op, default: []] += rows.map(Row.init)
    }
  }

  private mutating func replay(stages: [Value]) throws {
    var told: [(batch: PlainBatch, list: [ModelSnapshot.Section])] = []
    for stage in stages {
      let before = list.model.sections
      let batch = try PlainBatch(stage)
      let rules = StageRules(batch, before: before, isUpdate: batch.isUpdate)
      problems += batch.problemsOfForm + rules.problems
      try list.replay(Value.array([stage]).view)
      problems += rules.problemsOfCounts(after: list.model.sections)
      told.append((batch, list.model.sections))
      note(stage)
    }
    problems += difference.outlines.problems(of: told)
    let needed = difference.numberOfStages(moving: movedSections)
    if stages.count != needed || needed > 4 {
      problems.append("\(stages.count) stages, not \(needed)")
    }
  }

  /// Notes what a batch lists.
  private mutating func note(_ batch: Value) {
    for run in batch["items"]?["moves"]?.elements ?? [] {
      movedItems += run["count"]?.integer ?? 0
    }
    for move in batch["sections"]?["moves"]?.elements ?? [] {
      numberOfSectionMoves += 1
      movedSections.insert(move["section"]?.description ?? "")
    }
    for (name, kind) in [
      ("inserts", "insert"), ("reloads", "reload"), ("reconfigures", "reconfigure"),
    ] {
      for run in batch["items"]?[name]?.elements ?? [] {
        listed[kind + "Items", default: []] += (run["items"]?.elements ?? []).map(Row.init)
      }
      for entry in batch["sections"]?[name]?.elements ?? [] {
        let row = Row(id: entry["section"] ?? .null, content: entry["content"])
        listed[kind + "Sections", default: []].append(row)
      }
    }
  }

  // MARK: Judging

  private mutating func judge(isStaged: Bool) {
    if list.model.sections != difference.after.sections {
      problems.append("leads to \(list.model), not to \(difference.after)")
    }
    for item in list.sections.flatMap(\.items)
    where RowOutline(item.outline) != difference.after.outlines[item.name] ?? .plain {
      problems.append("the outline of \(item.name) is another one")
    }
    let minimum = difference.minimum
    if movedItems != minimum.items || numberOfSectionMoves != minimum.sections {
      problems.append("\(movedItems) items and \(numberOfSectionMoves) sections move: \(minimum)")
    }
    expect("insertItems", difference.insertedItems)
    expect("insertSections", difference.insertedSections)
    expect("reloadSections", difference.reloadedSections)
    expect("reconfigureSections", difference.reconfiguredSections)
    // In stages a section that is reloaded stands for its items.
    let covered = isStaged ? difference.itemsOfReloadedSections : []
    expect("reloadItems", difference.reloadedItems.subtracting(covered))
    expect("reconfigureItems", difference.reconfiguredItems.subtracting(covered))
    for (kind, rows) in listed {
      for row in rows { judge(row, kind.hasSuffix("Items")) }
    }
  }

  private mutating func expect(_ kind: String, _ expected: Set<String>) {
    let names = (listed[kind] ?? []).map(\.id.description)
    if names.count != expected.count || Set(names) != expected {
      problems.append("\(kind): \(names), not \(expected.sorted())")
    }
  }

  private mutating func judge(_ row: Row, _ isItem: Bool) {
    let contents = isItem ? difference.after.itemContents : difference.after.sectionContents
    let expected = includeContent ? contents[row.id.description].map(Content.value) : nil
    if row.content != expected {
      problems.append(
        "\(row.id) with \(row.content ?? .null), not with \(expected.map(\.description) ?? "no content")"
      )
    }
  }
}

extension PlainBatch {
  /// Changes that are not written as any may be.
  fileprivate struct Malformed: Error {
    let what: String
  }

  /// Reads the numbers of a batch off a message.
  init(_ batch: Value) throws {
    self.init()
    let (sections, items) = (batch["sections"], batch["items"])
    self.sections.deletes = try PlainBatch.indexes(sections?["deletes"])
    self.sections.inserts = try PlainBatch.indexes(sections?["inserts"])
    self.sections.moves = try PlainBatch.entries(sections?["moves"]).map { move in
      Move(from: try PlainBatch.index(move["from"]), to: try PlainBatch.index(move["to"]))
    }
    self.sections.reloads = try PlainBatch.indexes(sections?["reloads"])
    self.sections.reconfigures = try PlainBatch.indexes(sections?["reconfigures"])
    self.items.deletes = try PlainBatch.runs(items?["deletes"])
    self.items.inserts = try PlainBatch.runs(items?["inserts"])
    self.items.moves = try PlainBatch.entries(items?["moves"]).map { move in
      let count = try PlainBatch.index(move["count"])
      return Move(
        from: Run(at: try PlainBatch.path(move["from"]), count: count),
        to: Run(at: try PlainBatch.path(move["to"]), count: count)
      )
    }
    self.items.reloads = try PlainBatch.runs(items?["reloads"])
    self.items.reconfigures = try PlainBatch.runs(items?["reconfigures"])
    outlines = try batch["outlines"].map { try PlainBatch.entries($0).map(OutlineRun.init) } ?? []
  }

  private static func entries(_ value: Value?) throws -> [Value] {
    guard case .array(let entries)? = value else { throw Malformed(what: "list") }
    return entries
  }

  fileprivate static func index(_ value: Value?) throws -> Int {
    guard let index = value?.integer else { throw Malformed(what: "index") }
    return index
  }

  fileprivate static func path(_ value: Value?) throws -> Path {
    let numbers = try entries(value).map { try index($0) }
    guard numbers.count == 2 else { throw Malformed(what: "index path") }
    return Path(section: numbers[0], item: numbers[1])
  }

  private static func indexes(_ value: Value?) throws -> [Int] {
    try entries(value).map { try index($0["at"]) }
  }

  private static func runs(_ value: Value?) throws -> [Run] {
    try entries(value).map { run in
      let count = try run["count"].map { try index($0) } ?? entries(run["items"]).count
      return Run(at: try path(run["at"]), count: count)
    }
  }
}

extension PlainBatch.OutlineRun {
  /// Reads a run, or a step, of outlines.
  init(_ value: Value) throws {
    guard let level = value["level"]?.integer, let isExpanded = value["expanded"]?.bool,
      let numberOfChildren = value["numberOfChildren"]?.integer
    else { throw PlainBatch.Malformed(what: "outline") }
    let run = PlainBatch.Run(
      at: try PlainBatch.path(value["at"]),
      count: try PlainBatch.index(value["count"])
    )
    self.init(
      run,
      RowOutline(level: level, isExpanded: isExpanded, numberOfChildren: numberOfChildren)
    )
  }
}

extension RowOutline {
  fileprivate init(_ outline: Replicas.Outline) {
    self.init(
      level: outline.level,
      isExpanded: outline.isExpanded,
      numberOfChildren: outline.numberOfChildren
    )
  }
}

// MARK: - The list as a model

extension ListReplica.Item {
  /// The identifier as models name it.
  var name: String { String(decoding: identifier, as: UTF8.self) }
}

extension ListReplica {
  /// The list of a model, without contents.
  init(_ model: ModelSnapshot) {
    let sections = model.sections.map { section in
      var list = Section(identifier: Array(section.name.utf8))
      for name in section.items {
        var item = Item(identifier: Array(name.utf8))
        if let outline = model.outlines[name] {
          item.outline = Replicas.Outline(
            level: outline.level,
            isExpanded: outline.isExpanded,
            numberOfChildren: outline.numberOfChildren
          )
        }
        list.items.append(item)
      }
      return list
    }
    self.init(sections: sections, revision: 0)
  }

  /// The list as a model, without contents.
  var model: ModelSnapshot {
    ModelSnapshot(
      sections.map { section in
        let name = String(decoding: section.identifier, as: UTF8.self)
        return ModelSnapshot.Section(name, section.items.map(\.name))
      }
    )
  }
}
