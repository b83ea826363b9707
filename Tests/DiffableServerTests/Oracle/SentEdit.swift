import TestSupport

/// An edit as a client writes it, and what it means.
struct SentEdit {
  enum Meaning {
    /// Puts in sections, with items, at the end or beside another section.
    case sections([SentSection], ModelEdit.Side?)
    /// Puts items somewhere; the edit is told which of them remain when repeats are settled.
    case items([SentElement], ([String]) -> ModelEdit)
    /// Anything that is said in names alone, and the contents that come along.
    case other(ModelEdit, items: [SentElement] = [], sections: [SentElement] = [])
    /// Gives contents to items, or to sections, that must be there.
    case contents(items: [SentElement] = [], sections: [SentElement] = [])
    /// Changes the contents of items, or of sections, that must be there; the contents that come
    /// are patches.
    case patches(items: [SentElement] = [], sections: [SentElement] = [])
    /// Sorts a section, or each.
    case sort(String?, [SortKey])
    /// It has not the shape of an edit.
    case misshapen
  }

  let text: String
  let meaning: Meaning
  /// Everything in it that has to be an identifier.
  var elements: [SentElement] = []
}

extension ModelSnapshot {

  /// Makes edits as one step.
  ///
  /// - Returns: The items that each edit moved although it was to add them.
  mutating func make(
    _ edits: [SentEdit],
    _ rules: SentRules
  ) throws(Refused) -> [(edit: Int, moved: [String])] {
    var edited = self
    var moves: [(edit: Int, moved: [String])] = []
    for (index, edit) in edits.enumerated() {
      do throws(Refused) {
        let moved = try edited.make(edit, rules)
        if !moved.isEmpty { moves.append((index, moved)) }
      } catch {
        throw Refused(error.kinds, edit: index)
      }
    }
    self = edited
    return moves
  }

  private mutating func make(_ sent: SentEdit, _ rules: SentRules) throws(Refused) -> [String] {
    if case .misshapen = sent.meaning { throw Refused("invalidParams") }
    guard sent.elements.allSatisfy(\.isValid) else {
      // The other faults of such an edit may be found first.
      throw Refused(kinds(of: sent, rules).union(["invalidIdentifier"]))
    }
    let kinds = kinds(of: sent, rules)
    guard kinds.isEmpty else { throw Refused(kinds) }
    return perform(sent, rules)
  }

  // MARK: Refusals

  private func kinds(of sent: SentEdit, _ rules: SentRules) -> Set<String> {
    let refusals: [Refusal]
    switch sent.meaning {
    case .sections(let sections, let side):
      let kept = rules.withoutRepeats(sections)
      let names = kept.map(\.element.name)
      let items = kept.flatMap(\.items).map(\.name)
      let place = side.map { ModelEdit.insertSections(names, $0) } ?? .appendSections(names)
      refusals =
        self.refusals(of: place)
        + (Set(items).count < items.count ? [Refusal(.repeatedItems, items)] : [])
    case .items(let items, let edit):
      refusals = self.refusals(of: edit(rules.withoutRepeats(items) { $0.name }.map(\.name)))
    case .other(let edit, _, _): refusals = self.refusals(of: edit)
    case .contents(let items, let sections), .patches(let items, let sections):
      refusals =
        self.refusals(of: .reloadItems(items.map(\.name)))
        + self.refusals(of: .reloadSections(sections.map(\.name)))
    case .sort(let section, _): refusals = self.refusals(of: .sortItems(section))
    case .misshapen: refusals = []
    }
    return Set(refusals.map(\.errorKind))
  }

  // MARK: Edits that nothing speaks against

  private mutating func perform(_ sent: SentEdit, _ rules: SentRules) -> [String] {
    switch sent.meaning {
    case .sections(let sections, let side):
      return put(rules.withoutRepeats(sections), side)
    case .items(let items, let edit):
      let kept = rules.withoutRepeats(items) { $0.name }
      let moved = make(edit(kept.map(\.name))).movedItems
      setContents(items: kept)
      return moved
    case .other(let edit, let items, let sections):
      _ = make(edit)
      setContents(items: items, sections: sections)
    case .contents(let items, let sections): setContents(items: items, sections: sections)
    case .patches(let items, let sections):
      for item in items { patch(&itemContents[item.name], item) }
      for section in sections { patch(&sectionContents[section.name], section) }
    case .sort(let name, let keys):
      for index in sections.indices where name == nil || sections[index].name == name {
        sections[index].items = SortKey.sorted(sections[index].items, keys, itemContents)
      }
    case .misshapen: break
    }
    return []
  }

  private mutating func put(_ new: [SentSection], _ side: ModelEdit.Side?) -> [String] {
    let names = new.map(\.element.name)
    _ = make(side.map { ModelEdit.insertSections(names, $0) } ?? .appendSections(names))
    var moved: [String] = []
    for section in new {
      let items = section.items.map(\.name)
      moved += make(.appendItems(items, to: section.element.name)).movedItems
      setContents(items: section.items, sections: [section.element])
    }
    return moved
  }

  private func patch(_ content: inout String?, _ element: SentElement) {
    let new = Content.patched(content, by: element.content ?? "")
    if !Content.areSame(content, new) { content = new }
  }

  mutating func setContents(items: [SentElement] = [], sections: [SentElement] = []) {
    for item in items where item.content != nil { itemContents[item.name] = item.content }
    for section in sections where section.content != nil {
      sectionContents[section.name] = section.content
    }
  }
}

extension Refusal {
  /// The kind of the error that says so.
  fileprivate var errorKind: String {
    switch kind {
    case .unknownItems: "unknownItem"
    case .unknownSections: "unknownSection"
    case .repeatedItems, .repeatedSections, .existingItems, .existingSections:
      "duplicateIdentifier"
    case .noSection, .itemRelativeToItself, .sectionRelativeToItself: "invalidEdit"
    case .indexOutOfRange: "indexPathOutOfRange"
    }
  }
}
