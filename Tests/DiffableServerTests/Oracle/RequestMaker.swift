import TestSupport

/// Makes requests up, most of which make sense, with few identifiers so that they collide often.
///
/// Each family of requests and of edits has a file; what a request means stands beside its text.
struct RequestMaker {
  static let sources = ["songs", "films", "books"]
  static let drafts = ["draft", "other"]

  var random: SeededGenerator

  /// How often, of a hundred, something is made up that cannot be served.
  var nonsense = 4

  /// How often, of a hundred, a request is about a view.
  var aboutViews = 0

  mutating func request(of world: World) -> SentRequest {
    guard aboutViews > 0 else { return request(about: pick(RequestMaker.sources), world) }
    if chance(aboutViews) { return viewRequest(world) }
    let source = anySource()
    return refusedByViews(request(about: source, world), source)
  }

  /// The name of a data source or, now and then, of a view.
  mutating func anySource() -> String {
    aboutViews > 0 && chance(25) ? pick(RequestMaker.views) : pick(RequestMaker.sources)
  }

  private mutating func request(about source: String, _ world: World) -> SentRequest {
    let isOpen = world.sources.contains { $0.name == source }
    let isView = RequestMaker.views.contains(source)
    if !isOpen, !isView, chance(70) { return create(source) }
    switch number(below: 100) {
    case ..<36: return edit(source, world)
    case ..<43: return applyDocument(source, world)
    case ..<50: return applyDraft(source, world)
    case ..<54: return revert(source, world)
    case ..<63: return rowRequest(source, world)
    case ..<65: return setContent(source, world)
    case ..<67: return isView ? draftRequest(world) : create(source)
    case ..<72: return configure(source, ofView: isView)
    case ..<73: return close(source)
    case ..<86: return draftRequest(world)
    case ..<90: return changes(source, world)
    default: return question(source, world)
    }
  }

  // MARK: Chance

  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  mutating func some<Element>(_ elements: [Element], atMost limit: Int) -> [Element] {
    Array(elements.shuffled(using: &random).prefix(number(below: limit + 1)))
  }
}
