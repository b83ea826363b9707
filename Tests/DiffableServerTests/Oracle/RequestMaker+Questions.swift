import TestSupport

/// Questions about lists.
extension RequestMaker {

  mutating func question(_ source: String, _ world: World) -> SentRequest {
    switch number(below: 12) {
    case ..<4: return elementQuestion(source, world)
    case 4, 5: return partQuestion(world)
    case 6: return placeQuestion(source, world)
    case 7 where (try? world.source(source))?.view?.isSearching == true:
      return elementQuestion(source, world)
    case 7: return rowsQuestion(source, world)
    case 8, 9: return titleQuestion(source)
    case 10:
      return SentRequest(method: "dataSource/content", params: #"{"dataSource":"\#(source)"}"#) {
        world throws(Refused) in try world.listContent(source)
      }
    default:
      return chance(50)
        ? SentRequest(method: "dataSource/list", params: "{}") { world in world.sourcesReply }
        : SentRequest(method: "snapshot/list", params: "null") { world in world.draftsReply }
    }
  }

  /// A question about some elements, or all.
  private mutating func elementQuestion(_ source: String, _ world: World) -> SentRequest {
    let question = pick(World.Question.allCases)
    let target = question.needsSource ? .source(source) : target()
    let subject = subject(target, world)
    let elements: [SentElement]
    switch question.member {
    case "items": elements = items(atMost: 4).map { reference(toItem: $0, subject.rules) }
    case "sections": elements = (0..<3).map { _ in reference(toSection: anySection()) }
    default: elements = []
    }
    var members = target.member
    if let member = question.member { members += #","\#(member)":\#(list(elements.map(\.text)))"# }
    var expected: Int?
    if case .source(let name) = target, let revision = (try? world.source(name))?.revision,
      chance(20)
    {
      expected = chance(30) ? revision + 1 : revision
      members += #","atRevision":\#(expected ?? 0)"#
    }
    return SentRequest(method: question.rawValue, params: "{\(members)}") {
      [expected] world throws(Refused) in
      try world.answer(question, target, elements, atRevision: expected)
    }
  }

  /// A question about the items of a section or of a range.
  private mutating func partQuestion(_ world: World) -> SentRequest {
    let target = target()
    let list = subject(target, world).list
    let section = chance(50) ? reference(toSection: section(in: list)) : nil
    let member = section.map { #","inSection":\#($0.text)"# } ?? ""
    guard chance(50) else {
      let perSection = chance(50)
      return SentRequest(
        method: "snapshot/counts",
        params: #"{\#(target.member)\#(member),"perSection":\#(perSection)}"#
      ) { world throws(Refused) in
        try world.items(of: target, inSection: section, range: nil, perSection: perSection)
      }
    }
    let range = chance(60) ? (start: number(below: 9), count: number(below: 9)) : nil
    let part = range.map { #","range":\#(path($0.start, $0.count))"# } ?? ""
    return SentRequest(
      method: "snapshot/itemIdentifiers",
      params: "{\(target.member)\(member)\(part)}"
    ) { world throws(Refused) in
      try world.items(of: target, inSection: section, range: range, perSection: nil)
    }
  }

  /// A question about what is at some places.
  private mutating func placeQuestion(_ source: String, _ world: World) -> SentRequest {
    let list = subject(.source(source), world).list
    let head = #""dataSource":"\#(source)""#
    guard chance(60) else {
      let indexes = (0..<number(below: 4)).map { _ in number(below: 8) - 1 }
      return SentRequest(
        method: "dataSource/sectionIdentifier",
        params: #"{\#(head),"indexes":\#(DiffableServerTests.list(indexes.map(String.init)))}"#
      ) { world throws(Refused) in try world.sectionIdentifiers(source, at: indexes) }
    }
    let rows = (0..<number(below: 4)).map { _ in row(in: list) }
    let paths = DiffableServerTests.list(rows.map { path($0.section, $0.item) })
    return SentRequest(
      method: "dataSource/itemIdentifier",
      params: #"{\#(head),"indexPaths":\#(paths)}"#
    ) { world throws(Refused) in try world.identifiers(source, at: rows) }
  }

  private mutating func rowsQuestion(_ source: String, _ world: World) -> SentRequest {
    let row = row(in: subject(.source(source), world).list)
    let count = number(below: 9)
    let place = #""from":\#(path(row.section, row.item)),"count":\#(count)"#
    return SentRequest(
      method: "dataSource/rows",
      params: #"{"dataSource":"\#(source)",\#(place)}"#
    ) { world throws(Refused) in try world.rows(source, from: row, count: count) }
  }

  private mutating func titleQuestion(_ source: String) -> SentRequest {
    let head = #"{"dataSource":"\#(source)""#
    let (index, title, isFirst) = (
      number(below: 6) - 1, pick([#""K""#, #""L""#, #""M""#]), chance(50)
    )
    switch number(below: 3) {
    case 0:
      let method = isFirst ? "dataSource/titleForHeader" : "dataSource/titleForFooter"
      return SentRequest(method: method, params: #"\#(head),"index":\#(index)}"#) {
        world throws(Refused) in try world.title(source, at: index, isHeader: isFirst)
      }
    case 1:
      return SentRequest(method: "dataSource/sectionIndexTitles", params: "\(head)}") {
        world throws(Refused) in try world.indexTitles(source)
      }
    default:
      let method =
        isFirst ? "dataSource/indexPathForIndexTitle" : "dataSource/sectionForSectionIndexTitle"
      return SentRequest(method: method, params: #"\#(head),"title":\#(title)}"#) {
        world throws(Refused) in
        try world.place(ofIndexTitle: title, source, isRow: isFirst)
      }
    }
  }
}
