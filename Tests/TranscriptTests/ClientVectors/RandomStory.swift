import Replicas
import TestSupport
import Transcripts

/// Random lists applied one after the other; most are announced, some are missed.
struct RandomStory {
  private typealias Section = ListReplica.Section

  private var random: SeededGenerator
  private let story = VectorStory("random lists, one after the other")
  private var lastID = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func make() throws -> VectorStory {
    try story.open(Stories.document)
    for _ in 0..<34 {
      let revision = story.oracle.revision
      let told = try chance(4) ? changeTree() : changeList()
      guard chance(8) else {
        for message in told { try story.hear(message) }
        continue
      }
      // This one was missed; the next one shows it.
      try story.passOver(changeList())
      story.expectChanges(since: revision)
      try story.answer(changes: story.changes(since: revision))
    }
    return story
  }

  // MARK: The list

  private mutating func changeList() throws -> [String] {
    var sections = story.oracle.sections
    for _ in 0...number(3) { change(&sections) }
    let rows = sections.rows.filter { _ in number(8) == 0 }
    let marks = rows.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    let list = chance(2) ? "reloadedItems" : "reconfiguredItems"
    return try story.call(
      "apply",
      #""snapshot":{"sections":\#(sections.document),"\#(list)":[\#(marks)]}"#
    )
  }

  private mutating func change(_ sections: inout [Section]) {
    guard !sections.isEmpty, !chance(8) else {
      sections.insert(Section(identifier: newID("S")), at: number(sections.count + 1))
      return
    }
    let section = number(sections.count)
    switch number(9) {
    case 0: sections.remove(at: section)
    case 1: sections.insert(sections.remove(at: section), at: number(sections.count + 1))
    case 2: sections[section].content = content()
    case 3: sections[section].items.shuffle(using: &random)
    case 4, 5: insert(into: &sections[section])
    default:
      guard let row = takeRow(from: &sections[section]) else { return }
      if chance(3) { return }
      let target = number(sections.count)
      sections[target].items.insert(row, at: number(sections[target].items.count + 1))
    }
  }

  private mutating func insert(into section: inout Section) {
    // Small enough to be read by a person.
    guard section.items.count < 7 else { return section.items.removeAll() }
    let item = ListReplica.Item(identifier: newID("i"), content: chance(2) ? content() : nil)
    section.items.insert(item, at: number(section.items.count + 1))
  }

  private mutating func takeRow(from section: inout Section) -> ListReplica.Item? {
    guard !section.items.isEmpty else { return nil }
    var row = section.items.remove(at: number(section.items.count))
    if chance(2) { row.content = content() }
    return row
  }

  // MARK: Trees

  private mutating func changeTree() throws -> [String] {
    let sections = story.oracle.sections.filter { !$0.items.isEmpty }
    guard !sections.isEmpty else { return try changeList() }
    let section = sections[number(sections.count)]
    let row = section.items[number(section.items.count)]
    let id = String(decoding: row.identifier, as: UTF8.self)
    let child = String(decoding: newID("t"), as: UTF8.self)
    let edits =
      row.outline.isExpanded
      ? #"{"op":"collapse","items":[\#(id)]}"#
      : #"{"op":"append","items":[\#(child)],"to":\#(id)},{"op":"expand","items":[\#(id)]}"#
    let name = String(decoding: section.identifier, as: UTF8.self)
    return try story.call("editSection", #""section":\#(name),"edits":[\#(edits)]"#)
  }

  // MARK: Chance

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func chance(_ bound: Int) -> Bool { number(bound) == 0 }

  private mutating func newID(_ letter: String) -> [UInt8] {
    lastID += 1
    return Array(chance(4) ? "[\"\(letter)\",\(lastID)]".utf8 : "\"\(letter)\(lastID)\"".utf8)
  }

  private mutating func content() -> [UInt8] {
    let contents = ["null", "{}", #"{"n":\#(number(9))}"#, "[]", "\(number(9))", "false"]
    return Array(contents[number(contents.count)].utf8)
  }
}
