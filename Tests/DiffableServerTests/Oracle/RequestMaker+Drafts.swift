/// Named snapshots, and differences.
extension RequestMaker {

  mutating func draftRequest(_ world: World) -> SentRequest {
    let draft = pick(RequestMaker.drafts)
    let isOpen = world.drafts.contains { $0.name == draft }
    if !isOpen, chance(70) { return createDraft(draft) }
    switch number(below: 13) {
    case 0: return createDraft(draft)
    case 1: return releaseDraft(draft)
    case 2...4: return compare()
    default: return editDraft(draft, world)
    }
  }

  private mutating func createDraft(_ draft: String) -> SentRequest {
    let target = chance(85) ? target() : nil
    let identity =
      chance(target == nil ? 40 : nonsense) ? pick([["/name"], ["/name", "/n"]]) : nil
    let from = target.map { #","from":{\#($0.member)}"# } ?? ""
    let items = identity.map { #","identity":{"items":\#(list($0.map { "\"\($0)\"" }))}"# } ?? ""
    return SentRequest(
      method: "snapshot/create",
      params: #"{"snapshot":"\#(draft)"\#(from)\#(items)}"#
    ) { world throws(Refused) in try world.createDraft(draft, from: target, identity: identity) }
  }

  private mutating func editDraft(_ draft: String, _ world: World) -> SentRequest {
    let (text, edits) = edits(of: subject(.draft(draft), world))
    return SentRequest(
      method: "snapshot/edit",
      params: #"{"snapshot":"\#(draft)",\#(text)}"#
    ) { world throws(Refused) in try world.editDraft(draft, edits) }
  }

  private func releaseDraft(_ draft: String) -> SentRequest {
    SentRequest(method: "snapshot/release", params: #"{"snapshot":"\#(draft)"}"#) {
      world throws(Refused) in try world.releaseDraft(draft)
    }
  }

  private mutating func compare() -> SentRequest {
    let (from, to) = (target(), target())
    let (text, format) = format()
    return SentRequest(
      method: "snapshot/changes",
      params: #"{"from":{\#(from.member)},"to":{\#(to.member)}\#(text)}"#
    ) { world throws(Refused) in try world.compare(from, to, format) }
  }

  mutating func changes(_ source: String, _ world: World) -> SentRequest {
    let since = revision(source, world)
    let (text, format) = format()
    return SentRequest(
      method: "dataSource/changes",
      params: #"{"dataSource":"\#(source)","since":\#(since)\#(text)}"#
    ) { world throws(Refused) in try world.changes(source, since: since, format) }
  }

  mutating func target() -> ModelTarget {
    chance(60) ? .source(anySource()) : .draft(pick(RequestMaker.drafts))
  }

  private mutating func format() -> (text: String, format: String) {
    if chance(20) { return ("", "batch") }
    let format = pick(["batch", "sequential", "staged", "staged", "none"])
    return (#","changeFormat":"\#(format)""#, format)
  }
}
