import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// A definition made ready for the model.
struct CompiledView {
  let definition: ViewDefinition
  let finder: RowFinder?

  /// Compiles a definition.
  ///
  /// - Parameters:
  ///   - document: The definition.
  ///   - root: The data source at the bottom, whose columns are used.
  ///   - elements: Reads the item that a window is around.
  /// - Throws: `invalidParams` or `invalidIdentifier`.
  init(
    _ document: ViewDocument,
    _ root: DataSource,
    _ elements: ElementReader
  ) throws(DiffableError) {
    let members = document.members
    var definition = ViewDefinition()
    definition.isLive = members.isLive
    definition.window = try members.window.map { (window) throws(DiffableError) in
      try elements.window(window)
    }
    finder = members.search.flatMap { RowFinder($0, root) }
    if let finder, finder.search.numberOfWords > RowSearch.maxWords {
      throw .invalidParams(
        "view.search.text",
        "must not have more than \(RowSearch.maxWords) words"
      )
    }
    let filter = members.predicate.map { RowFilter($0, document.text(of: "where") ?? [], root) }
    let keys = members.sortKeys.map { RowKey($0, root) }
    let grouper = try members.grouping.map { (grouping) throws(DiffableError) in
      try RowGrouper(grouping, root, elements.identifiers)
    }
    let pool = root.snapshot.pool
    definition.rules = ViewRules(members, filter, finder, keys, grouper, pool)
    self.definition = definition
  }
}

extension ViewRules {
  fileprivate convenience init(
    _ members: ViewMembers,
    _ filter: RowFilter?,
    _ finder: RowFinder?,
    _ keys: [RowKey],
    _ grouper: RowGrouper?,
    _ pool: IdentifierPool
  ) {
    self.init()
    takesHidden = members.takesHidden
    ranks = finder != nil && members.search?.ranks == true
    stepsPerRow = 1 + (filter?.comparisons ?? 0) / 16
    if filter != nil || finder != nil {
      find = { rows, reading in
        filter?.filter(&rows, reading)
        finder?.find(&rows, reading)
      }
    }
    if let first = keys.first {
      begin = first.begin
      compare = { first, second, reading in
        for key in keys {
          let order = key.order(first, second, reading)
          if order != 0 { return order }
        }
        return 0
      }
    }
    isAffected = { row, reading in
      filter?.isChanged(row, reading) ?? false || finder?.isChanged(row, reading) ?? false
        || keys.contains { $0.isChanged(row, reading) } || grouper?.isChanged(row, reading) ?? false
    }
    if let grouper {
      sections = .groups(
        GroupRules(
          always: grouper.always,
          group: grouper.group,
          content: grouper.content,
          areInOrder: grouper.areInOrder
        )
      )
    } else if members.isFlat {
      sections = .one(Array("\"all\"".utf8).withUnsafeBytes { pool.sections.intern($0) })
    } else {
      sections = .base(keepingEmpty: members.keepsEmptySections)
    }
  }
}

extension ElementReader {
  /// The window that a view's rows are seen through.
  fileprivate func window(_ window: RowWindow) throws(DiffableError) -> ViewWindow {
    switch window {
    case .at(let offset, let limit):
      return .at(offset: offset, limit: limit)
    case .around(let item, let before, let after):
      do throws(DiffableError) {
        let handle = try identifiers.withCanonicalBytes(of: try element(ofItem: item)) {
          pool.items.intern($0)
        }
        return .around(handle, before: before, after: after)
      } catch {
        throw error.at("view.window.around")
      }
    }
  }
}
