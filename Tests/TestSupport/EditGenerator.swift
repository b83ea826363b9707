/// Makes up edits of a snapshot: most of them fit, and some are refused.
public struct EditGenerator {

  /// The sequence of random numbers; its seed is worth naming in failures.
  public var random: SeededGenerator

  private let sections: [String]
  private let items: [String]
  private let longestRun: Int

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Where the random numbers start.
  ///   - sections: How many names of sections there are.
  ///   - items: How many names of items there are.
  ///   - longestRun: How many items one edit names at most.
  public init(seed: UInt64, sections: Int, items: Int, longestRun: Int) {
    random = SeededGenerator(seed: seed)
    self.sections = (0..<sections).map { "S\($0)" }
    self.items = (0..<items).map { "i\($0)" }
    self.longestRun = longestRun
  }

  /// Makes up an edit.
  ///
  /// - Parameter model: The snapshot to edit; the names that it has are preferred where an edit
  ///   needs something that is there.
  /// - Returns: The edit.
  public mutating func edit(of model: ModelSnapshot) -> ModelEdit {
    switch Int.random(in: 0..<130, using: &random) {
    case 100..<130: furtherEdit(of: model)
    case 0..<5: .appendSections(newSections(model))
    case 5..<10: .insertSections(newSections(model), side(ofSection(in: model)))
    case 10..<13: .deleteSections(some(sections, atMost: 2))
    case 13..<21: .moveSection(ofSection(in: model), side(ofSection(in: model)))
    case 21..<23: .reloadSections([ofSection(in: model)])
    case 23..<37: .appendItems(newItems(), to: isRare(4) ? nil : ofSection(in: model))
    case 37..<52: .insertItems(newItems(), side(ofItem(in: model)))
    case 52..<62: .deleteItems(some(items, atMost: longestRun))
    case 62..<63: isRare(4) ? .deleteAllItems : .deleteItems([])
    case 63..<81: .moveItem(ofItem(in: model), side(ofItem(in: model)))
    case 81..<86: .reloadItems(markedItems(model))
    case 86..<91: .reconfigureItems(markedItems(model))
    case 91..<97: .setItemContent(ofItem(in: model), content())
    default: .setSectionContent(ofSection(in: model), content())
    }
  }

  /// Makes up an edit beyond Apple's.
  private mutating func furtherEdit(of model: ModelSnapshot) -> ModelEdit {
    let section = isRare(3) ? nil : ofSection(in: model)
    return switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: .moveItems(itemsHere(model), to: ofSection(in: model), at: index(model))
    case 4..<6: .replaceItems(ofSection(in: model), newItems() + someItems(of: section, model))
    case 6: .clearSections(isRare(6) ? nil : [ofSection(in: model)])
    case 7..<9: .swapItems(ofItem(in: model), ofItem(in: model))
    case 9: .reverseItems(section)
    case 10: .shuffleItems(section, seed: random.next())
    default: .sortItems(section)
    }
  }

  /// Some items that are here, mostly distinct.
  private mutating func itemsHere(_ model: ModelSnapshot) -> [String] {
    var chosen: [String] = []
    for _ in 0..<Int.random(in: 0...min(longestRun, 5), using: &random) {
      let item = ofItem(in: model)
      if isRare(40) || !chosen.contains(item) { chosen.append(item) }
    }
    return chosen
  }

  /// Most of a section's items, in another order now and then; they may repeat others.
  private mutating func someItems(of section: String?, _ model: ModelSnapshot) -> [String] {
    guard isRare(2), let section = model.sections.first(where: { $0.name == section }) else {
      return []
    }
    let rest = section.items.filter { _ in !isRare(8) }
    return isRare(3) ? rest.shuffled(using: &random) : rest
  }

  private mutating func index(_ model: ModelSnapshot) -> Int? {
    isRare(3) ? nil : Int.random(in: -1...(isRare(4) ? model.itemNames.count : 4), using: &random)
  }

  /// Makes up a whole list, some of whose elements have contents.
  public mutating func document(atMost count: Int) -> ModelSnapshot {
    var document = ModelSnapshot(
      sections.shuffled(using: &random).prefix(Int.random(in: 0...sections.count, using: &random))
        .map { ModelSnapshot.Section($0) }
    )
    guard !document.sections.isEmpty else { return document }
    let length = Int.random(in: 0...min(count, items.count), using: &random)
    for item in items.shuffled(using: &random).prefix(length) {
      let section = Int.random(in: 0..<document.sections.count, using: &random)
      document.sections[section].items.append(item)
      if isRare(5) { document.itemContents[item] = content() }
    }
    for section in document.sectionNames where isRare(5) {
      document.sectionContents[section] = content()
    }
    return document
  }

  /// Whether something happens that happens once in so many times.
  public mutating func isRare(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &random) == 0
  }

  /// A content out of a few, some of which differ only in case.
  private mutating func content() -> String {
    ["a", "A", "b", "B", "c"].randomElement(using: &random) ?? "a"
  }

  private mutating func newSections(_ model: ModelSnapshot) -> [String] {
    if isRare(8) { return some(sections, atMost: 3) }
    let absent = sections.filter { !model.containsSection($0) }
    return Array(absent.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
  }

  private mutating func newItems() -> [String] {
    let count = Int.random(in: 0...(isRare(10) ? longestRun : min(longestRun, 3)), using: &random)
    let start = Int.random(in: 0..<items.count, using: &random)
    let step = isRare(2) ? 1 : Int.random(in: 1..<items.count, using: &random)
    var new: [String] = []
    for turn in 0..<count {
      let name = items[(start + turn * step) % items.count]
      if isRare(60) || !new.contains(name) { new.append(name) }
    }
    return new
  }

  private mutating func markedItems(_ model: ModelSnapshot) -> [String] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in ofItem(in: model) }
  }

  private mutating func some(_ names: [String], atMost limit: Int) -> [String] {
    (0..<Int.random(in: 0...limit, using: &random)).map { _ in
      names[Int.random(in: 0..<names.count, using: &random)]
    }
  }

  private mutating func ofSection(in model: ModelSnapshot) -> String {
    let present = model.sections.randomElement(using: &random)?.name
    let any = sections[Int.random(in: 0..<sections.count, using: &random)]
    return isRare(25) ? any : present ?? any
  }

  private mutating func ofItem(in model: ModelSnapshot) -> String {
    let section = model.sections.randomElement(using: &random)
    let present = section?.items.randomElement(using: &random)
    let any = items[Int.random(in: 0..<items.count, using: &random)]
    return isRare(25) ? any : present ?? any
  }

  private mutating func side(_ anchor: String) -> ModelEdit.Side {
    isRare(2) ? .before(anchor) : .after(anchor)
  }
}
