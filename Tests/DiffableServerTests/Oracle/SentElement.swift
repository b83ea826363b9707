/// An item, or a section, as a client writes it.
struct SentElement {
  /// How it is written.
  let text: String
  /// The canonical text of its identifier, empty when it has none.
  let name: String
  /// The content that comes with it.
  var content: String?

  init(_ text: String, name: String, content: String? = nil) {
    self.text = text
    self.name = name
    self.content = content
  }

  var isValid: Bool { !name.isEmpty }
}

/// A section with the items that come with it.
struct SentSection {
  let element: SentElement
  var items: [SentElement] = []
  let text: String
}

/// How what is sent to a data source or a draft is understood.
struct SentRules: Equatable {
  /// The pointers to what identifies a model object, nil when items are never given as such.
  var identity: [String]?
  /// What repeats mean: "error", "first" or "last".
  var duplicates = "error"

  /// Which of some elements remain.
  func withoutRepeats<Element>(_ elements: [Element], _ name: (Element) -> String) -> [Element] {
    var seen: Set<String> = []
    switch duplicates {
    case "first": return elements.filter { seen.insert(name($0)).inserted }
    case "last": return elements.reversed().filter { seen.insert(name($0)).inserted }.reversed()
    default: return elements
    }
  }

  /// Which of some sections and of their items remain; sections are looked at first.
  func withoutRepeats(_ sections: [SentSection]) -> [SentSection] {
    var kept = withoutRepeats(sections) { $0.element.name }
    let places = kept.enumerated().flatMap { index, section in
      section.items.map { (section: index, item: $0) }
    }
    let rest = withoutRepeats(places) { $0.item.name }
    for index in kept.indices {
      kept[index].items = rest.filter { $0.section == index }.map(\.item)
    }
    return kept
  }
}

/// Why a request is refused: one of some kinds of errors.
///
/// A request may have several faults at once, and which of them is named is not laid down.
struct Refused: Error {
  var kinds: Set<String>
  /// The index of the edit that is refused, when one is.
  var edit: Int?

  init(_ kinds: Set<String>, edit: Int? = nil) {
    self.kinds = kinds
    self.edit = edit
  }

  init(_ kind: String) { self.init([kind]) }
}

/// JSON texts out of parts.
func list(_ texts: some Sequence<String>) -> String { "[\(texts.joined(separator: ","))]" }
func path(_ section: Int, _ item: Int) -> String { "[\(section),\(item)]" }
