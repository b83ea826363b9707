import TestSupport

/// Requests that make a revision out of a list or of edits.
extension RequestMaker {

  mutating func edit(_ source: String, _ world: World) -> SentRequest {
    let (text, edits) = edits(of: subject(.source(source), world))
    let conditions = conditions(source, world)
    return SentRequest(
      method: "dataSource/edit",
      params: #"{"dataSource":"\#(source)",\#(text)\#(conditions.text)}"#
    ) { world throws(Refused) in try world.edit(source, edits, conditions) }
  }

  mutating func applyDocument(_ source: String, _ world: World) -> SentRequest {
    let document = document(subject(.source(source), world).rules)
    let conditions = conditions(source, world)
    let (mode, reloads) = mode()
    return SentRequest(
      method: "dataSource/apply",
      params:
        #"{"dataSource":"\#(source)","snapshot":\#(document.text)\#(mode)\#(conditions.text)}"#
    ) { world throws(Refused) in
      try world.apply(document, to: source, reloadsData: reloads, conditions)
    }
  }

  mutating func applyDraft(_ source: String, _ world: World) -> SentRequest {
    let draft = pick(RequestMaker.drafts)
    let conditions = conditions(source, world)
    let (mode, reloads) = mode()
    return SentRequest(
      method: "dataSource/apply",
      params: #"{"dataSource":"\#(source)","snapshot":"\#(draft)"\#(mode)\#(conditions.text)}"#
    ) { world throws(Refused) in
      try world.apply(draft: draft, to: source, reloadsData: reloads, conditions)
    }
  }

  mutating func revert(_ source: String, _ world: World) -> SentRequest {
    let earlier = revision(source, world)
    let conditions = conditions(source, world)
    return SentRequest(
      method: "dataSource/revert",
      params: #"{"dataSource":"\#(source)","toRevision":\#(earlier)\#(conditions.text)}"#
    ) { world throws(Refused) in try world.revert(source, to: earlier, conditions) }
  }

  mutating func setContent(_ source: String, _ world: World) -> SentRequest {
    let content = itemContent()
    let conditions = conditions(source, world)
    return SentRequest(
      method: "dataSource/setContent",
      params: #"{"dataSource":"\#(source)","content":\#(content)\#(conditions.text)}"#
    ) { world throws(Refused) in try world.setContent(source, content, conditions) }
  }

  // MARK: Parts

  /// The list of a target, empty when there is none.
  func subject(_ target: ModelTarget, _ world: World) -> Subject {
    let state = try? world.state(of: target)
    return Subject(list: state?.list ?? ModelSnapshot(), rules: state?.rules ?? SentRules())
  }

  /// A revision that is probably kept.
  mutating func revision(_ source: String, _ world: World) -> Int {
    let revision = (try? world.source(source))?.revision ?? 0
    if chance(5) { return pick([0, revision + 1, revision + 100]) }
    return max(0, revision - number(below: chance(20) ? 80 : 6))
  }

  mutating func conditions(_ source: String, _ world: World) -> SentConditions {
    var conditions = SentConditions()
    if chance(40) {
      conditions.animates = chance(70)
      conditions.text += #","animatingDifferences":\#(conditions.animates)"#
    }
    if chance(20) {
      let revision = (try? world.source(source))?.revision ?? 0
      conditions.ifRevision = chance(20) ? revision + 1 : revision
      conditions.text += #","ifRevision":\#(conditions.ifRevision ?? 0)"#
    }
    if chance(30) {
      let tag = pick([#""mine""#, #""""#, #""\u00e9\n""#, "-1", "\(number(below: 1000))"])
      conditions.tag = tag
      conditions.text += #","tag":\#(tag)"#
    }
    return conditions
  }

  mutating func mode() -> (text: String, reloads: Bool) {
    switch number(below: 10) {
    case 0, 1: (#","mode":"reloadData""#, true)
    case 2: (#","mode":"diff""#, false)
    default: ("", false)
    }
  }

  // MARK: Documents

  mutating func document(_ rules: SentRules) -> SentDocument {
    var rest = items(atMost: 24)
    let names = newSections(ModelSnapshot(), atMost: 5)
    let sections = names.map { name in
      let count = min(rest.count, number(below: 8))
      defer { rest.removeFirst(count) }
      return section(name, Array(rest.prefix(count)), rules)
    }
    var document = SentDocument(sections: sections)
    let list = ModelSnapshot(
      sections.filter(\.element.isValid).map { section in
        ModelSnapshot.Section(
          section.element.name,
          section.items.filter(\.isValid).map(\.name)
        )
      }
    )
    if chance(15), !list.itemNames.isEmpty {
      document.reloadedSections = [reference(toSection: section(in: list))]
      document.reloadedItems = [reference(toItem: item(in: list), rules)]
      document.reconfiguredItems = [reference(toItem: item(in: list), rules)]
    }
    return document
  }
}
