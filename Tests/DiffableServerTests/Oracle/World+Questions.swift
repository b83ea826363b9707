import Snapshots
import TestSupport

/// What is read of lists.
extension World {

  /// A question about the elements of a target.
  enum Question: String, CaseIterable {
    case contents = "snapshot/contents"
    case marks = "snapshot/marks"
    case sectionIdentifiers = "snapshot/sectionIdentifiers"
    case indexOfItem = "snapshot/indexOfItem"
    case indexOfSection = "snapshot/indexOfSection"
    case sectionContainingItem = "snapshot/sectionContainingItem"
    case indexPath = "dataSource/indexPath"
    case sectionIndex = "dataSource/sectionIndex"
    case items = "dataSource/items"
    case sections = "dataSource/sections"

    var needsSource: Bool { rawValue.hasPrefix("dataSource") }

    /// The member that names elements.
    var member: String? {
      switch self {
      case .contents, .marks, .sectionIdentifiers: nil
      case .indexOfItem, .sectionContainingItem, .indexPath, .items: "items"
      case .indexOfSection, .sectionIndex, .sections: "sections"
      }
    }
  }

  func answer(
    _ question: Question,
    _ target: ModelTarget,
    _ elements: [SentElement],
    atRevision: Int?
  ) throws(Refused) -> Reply {
    let (list, _, revision) = try state(of: target)
    if let revision, let atRevision, revision != atRevision { throw Refused("revisionMismatch") }
    guard elements.allSatisfy(\.isValid) else { throw Refused("invalidIdentifier") }
    let head = revision.map { #""revision":\#($0),"# } ?? ""
    return .text("{\(head)\(list.members(question, elements.map(\.name)))}")
  }

  /// Reads a part of the items, or their number.
  func items(
    of target: ModelTarget,
    inSection section: SentElement?,
    range: (start: Int, count: Int)?,
    perSection: Bool?
  ) throws(Refused) -> Reply {
    let (list, _, revision) = try state(of: target)
    var counted = list.sections
    if let section {
      guard section.isValid else { throw Refused("invalidIdentifier") }
      counted = counted.filter { $0.name == section.name }
      guard !counted.isEmpty else { throw Refused("unknownSection") }
    }
    let head = revision.map { #""revision":\#($0),"# } ?? ""
    let items = counted.flatMap(\.items)
    guard let perSection else {
      let part = range.map { items.dropFirst($0.start).prefix($0.count) } ?? items[...]
      return .text(#"{\#(head)"items":\#(DiffableServerTests.list(part))}"#)
    }
    let sections = counted.map { #"{"section":\#($0.name),"numberOfItems":\#($0.items.count)}"# }
    let tail = perSection ? #","sections":\#(DiffableServerTests.list(sections))"# : ""
    let sizes = #""numberOfSections":\#(list.sections.count),"numberOfItems":\#(items.count)"#
    return .text("{\(head)\(sizes)\(tail)}")
  }

  func identifiers(_ name: String, at rows: [(section: Int, item: Int)]) throws(Refused) -> Reply {
    let source = try source(name)
    let items = rows.map { row in
      source.list.hasRow(row) ? source.list.sections[row.section].items[row.item] : "null"
    }
    return .text(#"{"revision":\#(source.revision),"items":\#(list(items))}"#)
  }

  func sectionIdentifiers(_ name: String, at indexes: [Int]) throws(Refused) -> Reply {
    let source = try source(name)
    let names = source.list.sectionNames
    let sections = indexes.map { names.indices.contains($0) ? names[$0] : "null" }
    return .text(#"{"revision":\#(source.revision),"sections":\#(list(sections))}"#)
  }

  /// A window of rows.
  func rows(_ name: String, from: (section: Int, item: Int), count: Int) throws(Refused) -> Reply {
    guard from.section >= 0, from.item >= 0, count >= 0 else { throw Refused("invalidParams") }
    let source = try source(name)
    let cells = source.options.cells
    var rows: [String] = []
    for (index, section) in source.list.sections.enumerated() {
      for (item, id) in section.items.enumerated() where (index, item) >= from {
        let content = source.list.itemContents[id].map { #","content":\#($0)"# } ?? ""
        let cell = (cells.sections[section.name] ?? cells.whole).map { #","cell":"\#($0)""# } ?? ""
        let place = #""indexPath":\#(path(index, item))"#
        rows.append(#"{\#(place),"item":\#(id),"section":\#(section.name)\#(content)\#(cell)}"#)
      }
    }
    return .text(#"{"revision":\#(source.revision),"rows":\#(list(rows.prefix(count)))}"#)
  }

  func listContent(_ name: String) throws(Refused) -> Reply {
    let source = try source(name)
    return .text(#"{"revision":\#(source.revision),"content":\#(source.listContent)}"#)
  }

  // MARK: Lists of lists

  var sourcesReply: Reply {
    let entries = sources.map { source in
      let head = #""dataSource":"\#(source.name)","revision":\#(source.revision)"#
      var members = [head, sizes(source.list)]
      if let view = source.view {
        members.append(#""view":\#(view.text),"baseRevision":\#(view.baseRevision)"#)
        members += view.windowText.map { [#""window":\#($0)"#] } ?? []
      }
      return "{\(members.joined(separator: ","))}"
    }
    return .text(#"{"dataSources":\#(list(entries))}"#)
  }

  var draftsReply: Reply {
    let entries = drafts.map { #"{"snapshot":"\#($0.name)",\#(sizes($0.snapshot))}"# }
    return .text(#"{"snapshots":\#(list(entries))}"#)
  }
}

// MARK: - Titles

extension World {

  func title(_ name: String, at index: Int, isHeader: Bool) throws(Refused) -> Reply {
    let source = try source(name)
    let names = source.list.sectionNames
    let pointer = isHeader ? source.options.headers : source.options.footers
    let title = names.indices.contains(index) ? source.title(of: names[index], pointer) : nil
    return .value(#"{"revision":\#(source.revision),"title":\#(title ?? "null")}"#)
  }

  func indexTitles(_ name: String) throws(Refused) -> Reply {
    let source = try source(name)
    var titles: [String] = []
    for section in source.list.sectionNames {
      if let title = source.title(of: section, source.options.indexTitles), !titles.contains(title)
      {
        titles.append(title)
      }
    }
    return .value(#"{"revision":\#(source.revision),"titles":\#(list(titles))}"#)
  }

  /// The first section with a title, or its first row.
  func place(ofIndexTitle title: String, _ name: String, isRow: Bool) throws(Refused) -> Reply {
    let source = try source(name)
    let index = source.list.sections.firstIndex { section in
      source.title(of: section.name, source.options.indexTitles) == title
        && (!isRow || !section.items.isEmpty)
    }
    let (member, place) =
      isRow ? ("indexPath", index.map { path($0, 0) }) : ("index", index.map(String.init))
    return .text(#"{"revision":\#(source.revision),"\#(member)":\#(place ?? "null")}"#)
  }
}

extension ModelSource {
  /// The title of a section, as JSON.
  fileprivate func title(of section: String, _ pointer: String?) -> String? {
    guard let pointer, let content = list.sectionContents[section],
      let title = Content.value(content)[pointer: pointer], title.text != nil
    else { return nil }
    return title.description
  }
}

// MARK: - Lists as texts

extension ModelSnapshot {
  fileprivate func members(_ question: World.Question, _ names: [String]) -> String {
    switch question {
    case .contents: return contentsMembers
    case .marks:
      return #""reloadedSections":\#(list(reloadedSections)),"#
        + #""reloadedItems":\#(list(reloadedItems)),"#
        + #""reconfiguredItems":\#(list(reconfiguredItems))"#
    case .sectionIdentifiers: return #""sections":\#(list(sectionNames))"#
    case .indexOfItem:
      let all = itemNames
      return #""indexes":\#(answers(names) { all.firstIndex(of: $0).map(String.init) })"#
    case .indexOfSection, .sectionIndex:
      let all = sectionNames
      return #""indexes":\#(answers(names) { all.firstIndex(of: $0).map(String.init) })"#
    case .sectionContainingItem:
      return #""sections":\#(answers(names) { owners[$0] })"#
    case .indexPath:
      return
        #""indexPaths":\#(answers(names) { place(ofItem: $0).map { path($0.section, $0.item) } })"#
    case .items:
      return
        #""items":\#(answers(names) { containsItem($0) ? object($0, itemContents[$0]) : nil })"#
    case .sections:
      let answers = answers(names) { containsSection($0) ? object($0, sectionContents[$0]) : nil }
      return #""sections":\#(answers)"#
    }
  }

  private func answers(_ names: [String], _ answer: (String) -> String?) -> String {
    list(names.map { answer($0) ?? "null" })
  }

  private func object(_ name: String, _ content: String?, _ rest: String = "") -> String {
    #"{"id":\#(name)\#(content.map { #","content":\#($0)"# } ?? "")\#(rest)}"#
  }

  /// What `snapshot/contents` answers beside the revision.
  var contentsMembers: String {
    let sections = sections.map { section in
      let items = section.items.map { item in
        itemContents[item].map { object(item, $0) } ?? item
      }
      return object(section.name, sectionContents[section.name], #","items":\#(list(items))"#)
    }
    var members = [#""sections":\#(list(sections))"#]
    for (name, marks) in [
      ("reloadedSections", reloadedSections), ("reloadedItems", reloadedItems),
      ("reconfiguredItems", reconfiguredItems),
    ] where !marks.isEmpty {
      members.append(#""\#(name)":\#(list(marks))"#)
    }
    let outlines = OutlineCheck(from: ModelSnapshot(), to: self).expected.map(\.text)
    if !outlines.isEmpty { members.append(#""outlines":\#(list(outlines))"#) }
    return members.joined(separator: ",")
  }
}

extension PlainBatch.OutlineRun {
  /// The run as the daemon writes it.
  fileprivate var text: String {
    #"{"at":[\#(run.at.section),\#(run.at.item)],"count":\#(run.count),"level":\#(outline.level),"#
      + #""expanded":\#(outline.isExpanded),"numberOfChildren":\#(outline.numberOfChildren)}"#
  }
}
