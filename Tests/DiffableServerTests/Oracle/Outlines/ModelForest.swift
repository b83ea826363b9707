import Snapshots
import TestSupport

/// Sections whose items are trees: items in items, and every question is a walk.
struct ModelForest: Equatable {
  /// An item and what hangs below it.
  struct Node: Equatable {
    var id: String
    var isOpen = false
    var children: [Node] = []

    /// The item and all that hangs below it, depth first.
    var all: [Node] { [self] + children.flatMap(\.all) }
    /// The items that are shown when this one is.
    var rows: [String] { [id] + (isOpen ? children.flatMap(\.rows) : []) }
  }

  struct Section: Equatable {
    var name: String
    var nodes: [Node] = []
  }

  var sections: [Section] = []
  var itemContents: [String: String] = [:]
  var sectionContents: [String: String] = [:]

  // MARK: Looking

  /// What a front end sees.
  var list: ModelSnapshot {
    var list = ModelSnapshot(
      sections.map { ModelSnapshot.Section($0.name, $0.nodes.flatMap(\.rows)) }
    )
    list.itemContents = itemContents
    list.sectionContents = sectionContents
    func add(_ nodes: [Node], on level: Int) {
      for node in nodes {
        list.outlines[node.id] = RowOutline(
          level: level,
          isExpanded: node.isOpen,
          numberOfChildren: node.children.count
        )
        add(node.children, on: level + 1)
      }
    }
    for section in sections { add(section.nodes, on: 0) }
    return list
  }

  func index(ofSection name: String) -> Int? { sections.firstIndex { $0.name == name } }

  /// All items of a section, shown or hidden, depth first.
  func items(inSectionAt index: Int) -> [Node] { sections[index].nodes.flatMap(\.all) }

  var items: [String] { sections.indices.flatMap { items(inSectionAt: $0).map(\.id) } }

  func node(_ id: String) -> Node? {
    sections.indices.lazy.compactMap { index in
      items(inSectionAt: index).first { $0.id == id }
    }.first
  }

  /// What an item hangs below, the nearest first.
  func ancestors(of id: String) -> [String] {
    func search(_ nodes: [Node], _ above: [String]) -> [String]? {
      for node in nodes {
        if node.id == id { return above }
        if let found = search(node.children, [node.id] + above) { return found }
      }
      return nil
    }
    return sections.lazy.compactMap { search($0.nodes, []) }.first ?? []
  }

  // MARK: Editing

  /// Replaces each item, at any depth and from below, by some others.
  mutating func replaceEach(_ body: (Node) -> [Node]) {
    func replaced(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node in
        var node = node
        node.children = replaced(node.children)
        return body(node)
      }
    }
    for index in sections.indices { sections[index].nodes = replaced(sections[index].nodes) }
  }

  /// Takes items out alone: what hangs below them takes their place.
  mutating func release(_ ids: [String]) {
    replaceEach { ids.contains($0.id) ? $0.children : [$0] }
  }

  /// Takes items out with all that hangs below them.
  mutating func prune(_ ids: [String]) {
    replaceEach { ids.contains($0.id) ? [] : [$0] }
  }

  /// Drops the contents of what is nowhere.
  mutating func dropContents() {
    let (items, sections) = (Set(items), Set(sections.map(\.name)))
    itemContents = itemContents.filter { items.contains($0.key) }
    sectionContents = sectionContents.filter { sections.contains($0.key) }
  }
}

// MARK: - As a client writes it

extension ModelForest {
  /// What `dataSource/sectionSnapshot` answers of some items.
  func text(of nodes: [Node]) -> String {
    DiffableServerTests.list(
      nodes.map { node in
        let content = itemContents[node.id].map { #","content":\#($0)"# } ?? ""
        let expanded = node.isOpen ? #","expanded":true"# : ""
        let children = node.children.isEmpty ? "" : #","children":\#(text(of: node.children))"#
        return #"{"id":\#(node.id)\#(content)\#(expanded)\#(children)}"#
      }
    )
  }
}

extension ModelForest.Node {
  /// Reads an item of an outline document.
  init(_ value: Value) {
    id = value["id"]?.description ?? ""
    isOpen = value["expanded"]?.bool ?? false
    children = (value["children"]?.elements ?? []).map(ModelForest.Node.init)
  }
}
