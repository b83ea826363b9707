import TestSupport

/// The list that something is said of, and how what is said is understood.
struct Subject {
  var list: ModelSnapshot
  let rules: SentRules
}

/// Identifiers, contents, items and sections, in every spelling that there is.
extension RequestMaker {
  private static let itemNames: [String] =
    (0..<10).map { "\($0)" } + "abcdefgh".map { "\"\($0)\"" } + (0..<6).map { #"["x",\#($0)]"# }

  private static let sectionNames = [#""A""#, #""B""#, #""C""#, #""D""#, "1", #"["S",null]"#]

  // MARK: Names

  mutating func anyItem() -> String { pick(RequestMaker.itemNames) }
  mutating func anySection() -> String { pick(RequestMaker.sectionNames) }

  /// An item that is probably in a list.
  mutating func item(in list: ModelSnapshot) -> String {
    let items = list.itemNames
    return items.isEmpty || chance(8) ? anyItem() : pick(items)
  }

  mutating func section(in list: ModelSnapshot) -> String {
    list.sections.isEmpty || chance(8) ? anySection() : pick(list.sectionNames)
  }

  /// Some items, of which one may stand twice.
  mutating func items(atMost limit: Int) -> [String] {
    repeating(some(RequestMaker.itemNames, atMost: limit))
  }

  mutating func items(of list: ModelSnapshot, atMost limit: Int) -> [String] {
    let present = some(list.itemNames, atMost: limit)
    return repeating(present + (chance(5) ? [anyItem()] : []))
  }

  mutating func newSections(_ list: ModelSnapshot, atMost limit: Int) -> [String] {
    let absent = RequestMaker.sectionNames.filter { !list.containsSection($0) }
    return repeating(some(chance(6) ? RequestMaker.sectionNames : absent, atMost: limit))
  }

  private mutating func repeating(_ names: [String]) -> [String] {
    guard chance(6), let name = names.last else { return names }
    return [name] + names
  }

  // MARK: Spelling

  /// An identifier as one client or another writes it.
  mutating func spelled(_ name: String) -> String {
    guard chance(10) else { return name }
    if Int(name) != nil { return name + pick([".0", "e0", "e-0"]) }
    if name.hasPrefix("[") { return name.replacing(",", with: " ,\t") }
    guard let letter = name.dropFirst().first?.unicodeScalars.first else { return name }
    return #""\u00\#(String(letter.value, radix: 16))\#(name.dropFirst(2))"#
  }

  /// What is no identifier; as a member by itself `null` would be none at all.
  private mutating func brokenIdentifier(inList: Bool = true) -> SentElement {
    let text = pick([
      inList ? "null" : "false", "true", "1.5", "[]", "{}", #""\u0000""#, "[[1]]",
      "9007199254740993",
      #"{"id":null}"#, #"{"content":1}"#, #""\ud800""#, #"["a",{}]"#,
    ])
    return SentElement(text, name: "")
  }

  // MARK: Items

  /// An identifier where no content may come along, or a model object.
  mutating func reference(toItem name: String, _ rules: SentRules) -> SentElement {
    if chance(1), chance(nonsense * 10) { return brokenIdentifier(inList: false) }
    if chance(40), let object = modelObject(name, rules) {
      return SentElement(object.text, name: name)
    }
    return SentElement(spelled(name), name: name)
  }

  /// An item, with content now and then.
  mutating func element(ofItem name: String, _ rules: SentRules) -> SentElement {
    if chance(1), chance(nonsense * 10) { return brokenIdentifier() }
    if chance(50), let object = modelObject(name, rules) { return object }
    switch number(below: 10) {
    case 0...3:
      let content = itemContent()
      let text = #"{"id":\#(spelled(name)),"content":\#(content)}"#
      return SentElement(text, name: name, content: content)
    case 4: return SentElement(#"{"id":\#(spelled(name))}"#, name: name)
    case 5 where rules.identity == nil:
      let content = itemContent()
      let text = #"{"content":\#(content),"id":\#(spelled(name))}"#
      return SentElement(text, name: name, content: content)
    default: return SentElement(spelled(name), name: name)
    }
  }

  mutating func elements(ofItems names: [String], _ rules: SentRules) -> [SentElement] {
    names.map { element(ofItem: $0, rules) }
  }

  /// An item as a bare object of the client's model, nil when its identifier cannot be had so.
  private mutating func modelObject(_ name: String, _ rules: SentRules) -> SentElement? {
    guard let identity = rules.identity else { return nil }
    var members = objectMembers()
    if identity.count == 1 {
      members.append(#""name":\#(spelledInObject(name))"#)
    } else {
      guard case .array(let parts) = Content.value(name), parts.count == 2 else { return nil }
      members += [#""name":\#(parts[0])"#, #""n":\#(spelledInObject(parts[1].description))"#]
    }
    if chance(10) { members.append(#""id":77"#) }
    let text = "{\(members.shuffled(using: &random).joined(separator: ","))}"
    return SentElement(text, name: name, content: text)
  }

  /// As `spelled`, without white space: content is kept without any.
  private mutating func spelledInObject(_ name: String) -> String {
    name.hasPrefix("[") ? name : spelled(name)
  }

  // MARK: Sections

  mutating func reference(toSection name: String) -> SentElement {
    if chance(1), chance(nonsense * 10) { return brokenIdentifier(inList: false) }
    return SentElement(spelled(name), name: name)
  }

  /// A section, with content now and then.
  mutating func element(ofSection name: String, _ items: String = "") -> SentElement {
    if chance(1), chance(nonsense * 10) { return brokenIdentifier() }
    if items.isEmpty, chance(60) { return SentElement(spelled(name), name: name) }
    let content = chance(40) ? sectionContent() : nil
    let member = content.map { #","content":\#($0)"# } ?? ""
    return SentElement(
      #"{"id":\#(spelled(name))\#(member)\#(items)}"#,
      name: name,
      content: content
    )
  }

  /// Sections of an edit that ignores their items.
  mutating func elements(ofSections names: [String]) -> [SentElement] {
    names.map { element(ofSection: $0, chance(10) ? #","items":[1,2]"# : "") }
  }

  /// A section with the items that come with it.
  mutating func section(
    _ name: String,
    _ items: [String],
    _ rules: SentRules
  ) -> SentSection {
    let elements = elements(ofItems: items, rules)
    let member = items.isEmpty && chance(70) ? "" : #","items":\#(list(elements.map(\.text)))"#
    let element = element(ofSection: name, member)
    return SentSection(
      element: element,
      items: element.isValid ? elements : [],
      text: element.text
    )
  }

  // MARK: Contents

  mutating func itemContent() -> String {
    if chance(20) { return pick(["null", "1", "1.0", #""x""#, #"[true,{"k":1}]"#, "{}"]) }
    return "{\(objectMembers().joined(separator: ","))}"
  }

  mutating func sectionContent() -> String {
    if chance(10) { return pick(["null", "1", #""x""#, "[]"]) }
    let titles = [#""K""#, #""L""#, #""\u004b""#, "7", "null"]
    let members = [
      #""title":\#(pick(titles))"#, #""foot":\#(pick(titles))"#, #""initial":\#(pick(titles))"#,
    ]
    return "{\(some(members, atMost: 3).joined(separator: ","))}"
  }

  /// Members that say something of rows: heights, permissions, and what they are sorted by.
  mutating func objectMembers() -> [String] {
    let height = pick([
      "10", "10.0", "1e1", "12.5", "0", "44.0007", "0.0004", "null", #""x""#, "-1", "2000000",
    ])
    let key = pick([
      "1", "1.0", "-2", "10", "1e400", #""Z""#, #""a""#, #""é""#, "false", "true", "null", "[1]",
      "{}", #""Zeta 10b""#, #""zéta 1""#, #""b ZET""#,
    ])
    let members = [
      #""h":\#(height)"#, #""movable":\#(pick(["true", "false", "1"]))"#,
      #""sort":{"k":[\#(key)]}"#, #""n2":\#(pick(["3", "3.00", "30e-1", "4"]))"#,
    ]
    return some(members, atMost: 4)
  }
}
