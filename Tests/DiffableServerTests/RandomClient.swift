import TestSupport

/// Makes requests up, most of which make sense, with few identifiers so that they collide often.
struct RandomClient {
  static let dataSources = ["songs", "films", "books"]
  static let snapshots = ["draft", "other"]

  var generator: SeededGenerator

  /// How often, of a hundred, a request is made up that cannot be served.
  var nonsense = 8

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  // MARK: Requests

  /// The method and the params of a request.
  mutating func request(revision: Int) -> (method: String, params: String) {
    let source = pick(RandomClient.dataSources)
    switch number(below: 100) {
    case ..<4:
      let since = max(0, revision - number(below: 12))
      return ("dataSource/changes", #"{\#(of(source)),"since":\#(since)}"#)
    case ..<8:
      let to = max(0, revision - number(below: 12))
      return ("dataSource/revert", #"{\#(of(source)),"toRevision":\#(to)}"#)
    case ..<46:
      return ("dataSource/edit", "{\(of(source)),\(edits()),\(conditions(revision))}")
    case ..<60:
      let mode = pick(["", #","mode":"reloadData""#, #","mode":"diff""#, ""])
      let snapshot = chance(30) ? name(pick(RandomClient.snapshots)) : document()
      let params = #"{\#(of(source)),"snapshot":\#(snapshot)\#(mode),\#(conditions(revision))}"#
      return ("dataSource/apply", params)
    case ..<64: return ("dataSource/create", "{\(of(source)),\(options())\(initial())}")
    case ..<66: return ("dataSource/close", "{\(of(source))}")
    case ..<69: return ("dataSource/configure", "{\(of(source)),\(options())}")
    case ..<74:
      return ("snapshot/create", "{\(draft())\(chance(80) ? #","from":"# + target() : "")}")
    case ..<76: return ("snapshot/release", "{\(draft())}")
    case ..<90: return ("snapshot/edit", "{\(draft()),\(edits())}")
    case ..<95: return ("snapshot/changes", #"{"from":\#(target()),"to":\#(target())}"#)
    default: return reading(source)
    }
  }

  private mutating func reading(_ source: String) -> (method: String, params: String) {
    switch number(below: 6) {
    case 0: ("snapshot/counts", "{\(of(source))}")
    case 1: ("snapshot/indexOfItem", #"{\#(of(source)),"items":\#(items())}"#)
    case 2: ("dataSource/indexPath", #"{\#(of(source)),"items":\#(items())}"#)
    case 3: ("dataSource/rows", #"{\#(of(source)),"from":[0,0],"count":5}"#)
    case 4: ("snapshot/marks", "{\(draft())}")
    default: ("dataSource/list", "{}")
    }
  }

  private func name(_ name: String) -> String { "\"\(name)\"" }

  private func of(_ source: String) -> String { #""dataSource":"\#(source)""# }

  private mutating func draft() -> String {
    #""snapshot":"\#(pick(RandomClient.snapshots))""#
  }

  mutating func target() -> String {
    chance(50) ? "{\(of(pick(RandomClient.dataSources)))}" : "{\(draft())}"
  }

  private mutating func conditions(_ revision: Int) -> String {
    let animating = #""animatingDifferences":\#(chance(80))"#
    switch number(below: 20) {
    case 0...3: return animating + #","ifRevision":\#(revision)"#
    case 4: return animating + #","ifRevision":\#(revision + 1)"#
    default: return animating
    }
  }

  private mutating func options() -> String {
    let format = pick(["batch", "batch", "batch", "none"])
    let content = pick(["reconfigure", "reload"])
    return #""options":{"changeFormat":"\#(format)","contentChanges":"\#(content)"}"#
  }

  private mutating func initial() -> String {
    chance(60) ? #","snapshot":\#(document())"# : ""
  }

  // MARK: Documents

  private mutating func document() -> String {
    var rest = Array(0..<30).shuffled(using: &generator)
    var sections: [String] = []
    for section in Array(0..<5).shuffled(using: &generator).prefix(number(below: 6)) {
      let items = rest.prefix(number(below: 8)).map { self.element(String($0)) }
      rest = Array(rest.dropFirst(items.count))
      let list = (chance(nonsense / 4) ? items + items.prefix(1) : items).joined(separator: ",")
      sections.append(
        #"{"id":"S\#(section)"\#(chance(20) ? #","content":\#(content())"# : ""),"items":[\#(list)]}"#
      )
    }
    let marks = chance(10) ? #","reloadedItems":[\#(number(below: 30))]"# : ""
    return #"{"sections":[\#(sections.joined(separator: ","))]\#(marks)}"#
  }

  /// An identifier, with content now and then.
  private mutating func element(_ id: String) -> String {
    chance(30) ? #"{"id":\#(id),"content":\#(content())}"# : id
  }

  private mutating func content() -> String {
    pick([
      "null", "1", #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"[true,"x"]"#, #""\#(number(below: 9))""#,
    ])
  }

  // MARK: Edits

  mutating func edits() -> String {
    let edits = (0..<1 + number(below: 3)).map { _ in edit() }
    return #""edits":[\#(edits.joined(separator: ","))]"#
  }

  private mutating func edit() -> String {
    if chance(nonsense) { return brokenEdit() }
    switch number(below: 24) {
    case 0...2: return #"{"op":"appendSections","sections":[\#(section(isNew: true))]}"#
    case 3:
      return #"{"op":"insertSections","sections":[\#(section(isNew: true))],\#(anchor("Section"))}"#
    case 4: return #"{"op":"deleteSections","sections":[\#(section(isNew: false))]}"#
    case 5, 6: return #"{"op":"moveSection","section":\#(sectionID()),\#(anchor("Section"))}"#
    case 7: return #"{"op":"reloadSections","sections":[\#(section(isNew: false))]}"#
    case 8...10: return #"{"op":"appendItems","items":\#(items())}"#
    case 11...13: return #"{"op":"appendItems","items":\#(items()),"toSection":\#(sectionID())}"#
    case 14...16: return #"{"op":"insertItems","items":\#(items()),\#(anchor("Item"))}"#
    case 17, 18: return #"{"op":"deleteItems","items":\#(items())}"#
    case 19: return chance(20) ? #"{"op":"deleteAllItems"}"# : #"{"op":"deleteItems","items":[]}"#
    case 20, 21: return #"{"op":"moveItem","item":\#(number(below: 30)),\#(anchor("Item"))}"#
    case 22: return #"{"op":"reloadItems","items":[\#(element(String(number(below: 30))))]}"#
    default: return #"{"op":"reconfigureItems","items":[\#(element(String(number(below: 30))))]}"#
    }
  }

  private mutating func brokenEdit() -> String {
    pick([
      #"{"op":"turnAround"}"#, #"{"op":"appendItems"}"#, #"{"op":"appendItems","items":[{}]}"#,
      #"{"op":"moveItem","item":1}"#, "7", #"{"op":"insertItems","items":[1],"beforeItem":1}"#,
      #"{"op":"moveSection","section":"S1","beforeSection":"S1"}"#,
      #"{"op":"deleteItems","items":[null]}"#, #"{"op":"appendItems","items":[5,5]}"#,
    ])
  }

  private mutating func sectionID() -> String { "\"S\(number(below: 5))\"" }

  private mutating func section(isNew: Bool) -> String {
    guard isNew, chance(60) else { return sectionID() }
    return #"{"id":\#(sectionID()),"items":\#(items()),"content":\#(content())}"#
  }

  mutating func items() -> String {
    let start = number(below: 30)
    let ids = (start..<start + 1 + number(below: 4)).map { String($0 % 30) }
    return "[\(ids.map { element($0) }.joined(separator: ","))]"
  }

  private mutating func anchor(_ what: String) -> String {
    let id = what == "Item" ? String(number(below: 30)) : sectionID()
    return #""\#(chance(50) ? "before" : "after")\#(what)":\#(id)"#
  }
}
