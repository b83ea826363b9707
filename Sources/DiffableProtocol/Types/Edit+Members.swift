extension Edit.Operation {
  /// The members of an edit of this kind.
  var members: MemberNames { MemberNames(of: rawValue, names) }

  private var names: [StaticString] {
    switch self {
    case .appendSections, .deleteSections, .reloadSections, .clearSections, .setSections,
      .patchSections:
      ["op", "sections"]
    case .insertSections: ["op", "sections", "beforeSection", "afterSection"]
    case .moveSection: ["op", "section", "beforeSection", "afterSection"]
    case .appendItems: ["op", "items", "toSection"]
    case .insertItems: ["op", "items", "beforeItem", "afterItem"]
    case .deleteItems, .reloadItems, .reconfigureItems, .setItems, .patchItems, .swapItems:
      ["op", "items"]
    case .deleteAllItems: ["op"]
    case .moveItem: ["op", "item", "beforeItem", "afterItem"]
    case .moveItems: ["op", "items", "toSection", "at"]
    case .replaceItems: ["op", "section", "items"]
    case .reverseItems: ["op", "section"]
    case .shuffleItems: ["op", "section", "seed"]
    case .sortItems: ["op", "section", "by"]
    }
  }
}

extension SectionEdit.Operation {
  /// The members of an edit of this kind.
  var members: MemberNames { MemberNames(of: rawValue, names) }

  private var names: [StaticString] {
    switch self {
    case .append: ["op", "items", "to"]
    case .insert: ["op", "items", "before", "after"]
    case .delete, .expand, .collapse: ["op", "items"]
    case .deleteAll: ["op"]
    case .replaceChildren: ["op", "of", "with"]
    case .insertSnapshot: ["op", "snapshot", "before", "after"]
    }
  }
}
