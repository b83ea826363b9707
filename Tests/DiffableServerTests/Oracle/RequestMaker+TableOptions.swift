/// The options by which a data source behaves like a table view.
extension RequestMaker {

  mutating func addTable(to options: inout SentOptions) {
    if chance(30) { addReordering(to: &options) }
    if chance(15) { addEditing(to: &options) }
    if chance(20) { addCells(to: &options) }
    if chance(30) { addHeights(to: &options) }
    if chance(15) { addTitles(to: &options) }
  }

  private mutating func addReordering(to options: inout SentOptions) {
    let (permission, across) = (permission(), chance(70))
    options.add(#""reordering":{"acrossSections":\#(across)\#(permission.text)}"#) {
      $0.acrossSections = across
      $0.reordering = permission.rule(false)
    }
  }

  private mutating func addEditing(to options: inout SentOptions) {
    if chance(20) { return options.add(#""editing":null"#) { $0.editing = RowRule(whole: true) } }
    let permission = permission()
    options.add(#""editing":{\#(permission.text.dropFirst())}"#) {
      $0.editing = permission.rule(true)
    }
  }

  /// Members that say which rows may do something, and the rule that they make.
  private mutating func permission() -> (text: String, rule: (Bool) -> RowRule<Bool>) {
    let whole = chance(70) ? chance(75) : nil
    let sections = (0..<number(below: 3)).map { _ in
      (section: reference(toSection: anySection()), allowed: chance(50))
    }.filter { $0.section.isValid }
    let hasItem = chance(40)
    var text = whole.map { #","allowed":\#($0)"# } ?? ""
    let entries = sections.map { #"{"section":\#($0.section.text),"allowed":\#($0.allowed)}"# }
    if !entries.isEmpty { text += #","sections":\#(list(entries))"# }
    if hasItem { text += #","item":"/movable""# }
    return (
      text,
      { standard in
        var rule = RowRule(whole: whole ?? standard)
        for (section, allowed) in sections { rule.sections[section.name] = allowed }
        if hasItem { rule.item = ("/movable", { $0.bool }) }
        return rule
      }
    )
  }

  private mutating func addCells(to options: inout SentOptions) {
    let whole = chance(60) ? "row" : nil
    let sections = (0..<number(below: 4)).map { _ in
      (section: reference(toSection: anySection()), cell: pick(["row", "wide", "tall"]))
    }.filter { $0.section.isValid }
    let entries = sections.map { #"{"section":\#($0.section.text),"cell":"\#($0.cell)"}"# }
    let standard = whole.map { #""default":"\#($0)","# } ?? ""
    options.add(#""cells":{\#(standard)"sections":\#(list(entries))}"#) { options in
      options.cells = RowRule(whole: whole)
      for (section, cell) in sections { options.cells.sections[section.name] = cell }
    }
  }

  private mutating func addHeights(to options: inout SentOptions) {
    if chance(20) {
      return options.add(#""heights":null"#) {
        $0.heights = RowRule(whole: .automatic)
        $0.estimates = RowRule(whole: .automatic)
      }
    }
    let numbers = ["null", "44", "10.5", "0.0001", "1000000", "1e6", "0"]
    let (whole, estimate) = (pick(numbers), pick(numbers))
    let names = some([#""A""#, #""B""#, "1"], atMost: 2)
    let sections = names.map { (name: $0, height: pick(numbers), estimate: pick(numbers)) }
    let (hasItem, hasEstimate) = (chance(50), chance(30))
    let entries = sections.map {
      #"{"section":\#($0.name),"height":\#($0.height),"estimated":\#($0.estimate)}"#
    }
    let pointers =
      (hasItem ? #","item":"/h""# : "") + (hasEstimate ? #","estimatedItem":"/n2""# : "")
    let wholes = #""default":\#(whole),"estimated":\#(estimate)"#
    options.add(#""heights":{\#(wholes),"sections":\#(list(entries))\#(pointers)}"#) { options in
      options.heights = heights(whole, sections.map { ($0.name, $0.height) }, hasItem ? "/h" : nil)
      let estimates = sections.map { ($0.name, $0.estimate) }
      options.estimates = heights(estimate, estimates, hasEstimate ? "/n2" : nil)
    }
  }

  private mutating func addTitles(to options: inout SentOptions) {
    let (header, footer) = (pick(["/title", "/foot"]), chance(50) ? "/foot" : nil)
    let member = footer.map { #","footer":"\#($0)""# } ?? ""
    options.add(#""titles":{"header":"\#(header)"\#(member)}"#) {
      $0.headers = header
      $0.footers = footer
    }
    options.add(#""indexTitles":"/initial""#) { $0.indexTitles = "/initial" }
  }
}

private func heights(
  _ whole: String,
  _ sections: [(name: String, height: String)],
  _ pointer: String?
) -> RowRule<ModelHeight> {
  func height(_ text: String) -> ModelHeight { ModelHeight(Content.value(text)) ?? .automatic }
  var rule = RowRule(whole: height(whole))
  for (name, text) in sections { rule.sections[name] = height(text) }
  rule.item = pointer.map { ($0, { ModelHeight($0) }) }
  return rule
}
