import TestSupport

/// Rows that a user moves and deletes by hand.
extension World {

  mutating func moveRow(
    _ name: String,
    from: (section: Int, item: Int),
    to: (section: Int, item: Int),
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    let source = sources[index]
    var list = source.list
    guard list.hasRow(from) else { throw Refused("indexPathOutOfRange") }
    var faults: Set<String> = []
    let hasPlace =
      list.sections.indices.contains(to.section)
      && (0...list.sections[to.section].items.count).contains(to.item)
    if !hasPlace { faults.insert("indexPathOutOfRange") }
    if source.options.reordering.said(ofRow: from, in: list) != true
      || (from.section != to.section && !source.options.acrossSections)
    {
      faults.insert("moveNotAllowed")
    }
    guard faults.isEmpty else { throw Refused(faults) }
    let item = list.sections[from.section].items.remove(at: from.item)
    let place = min(to.item, list.sections[to.section].items.count)
    list.sections[to.section].items.insert(item, at: place)
    let target = path(to.section, place)
    let transaction =
      #"{"item":\#(item),"from":\#(path(from.section, from.item)),"to":\#(target)}"#
    return publish(list, to: index, "dataSource/moveRow", conditions, transaction: transaction)
  }

  mutating func deleteRow(
    _ name: String,
    _ row: (section: Int, item: Int),
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let index = try index(ofSource: name)
    try check(conditions, index)
    var list = sources[index].list
    guard let isAllowed = sources[index].options.editing.said(ofRow: row, in: list) else {
      throw Refused("indexPathOutOfRange")
    }
    guard isAllowed else { throw Refused("editNotAllowed") }
    list.sections[row.section].items.remove(at: row.item)
    return publish(list, to: index, "dataSource/deleteRow", conditions)
  }

  // MARK: Questions about one row

  func permission(
    _ name: String,
    _ row: (section: Int, item: Int),
    _ rule: (ModelOptions) -> RowRule<Bool>
  ) throws(Refused) -> Reply {
    let source = try source(name)
    guard let isAllowed = rule(source.options).said(ofRow: row, in: source.list) else {
      throw Refused("indexPathOutOfRange")
    }
    let allowed = isAllowed && source.view == nil
    return .text(#"{"revision":\#(source.revision),"allowed":\#(allowed)}"#)
  }

  func height(
    _ name: String,
    _ row: (section: Int, item: Int),
    _ rule: (ModelOptions) -> RowRule<ModelHeight>
  ) throws(Refused) -> Reply {
    let source = try source(name)
    let height = rule(source.options).said(ofRow: row, in: source.list)
    return .text(#"{"revision":\#(source.revision),"height":\#(height?.text ?? "null")}"#)
  }

  // MARK: Sums of heights

  func contentHeight(_ name: String) throws(Refused) -> Reply {
    let source = try source(name)
    let total = source.extents.last.map { $0.top + $0.height } ?? 0
    return .text(#"{"revision":\#(source.revision),"height":\#(number(total))}"#)
  }

  func offset(ofRow row: (section: Int, item: Int), _ name: String) throws(Refused) -> Reply {
    let source = try source(name)
    let extent = source.extents.first { $0.row == row }
    return .text("{\(revision(source)),\(members(extent))}")
  }

  func row(atOffset y: String, _ name: String) throws(Refused) -> Reply {
    let source = try source(name)
    let y = ExactNumber(y)
    let extent = source.extents.first { extent in
      let (top, end) = (number(extent.top), number(extent.top + extent.height))
      return ExactNumber(top) <= y && y < ExactNumber(end)
    }
    let place = extent.map { path($0.row.section, $0.row.item) } ?? "null"
    return .text(#"{\#(revision(source)),"indexPath":\#(place),\#(members(extent))}"#)
  }

  private func revision(_ source: ModelSource) -> String { #""revision":\#(source.revision)"# }

  private func members(_ extent: ModelSource.Extent?) -> String {
    let (y, height) = (extent.map { number($0.top) }, extent.map { number($0.height) })
    return #""y":\#(y ?? "null"),"height":\#(height ?? "null")"#
  }

  /// A number of thousandths as the shortest number.
  private func number(_ thousandths: Int) -> String {
    var text = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    while text.last == "0" { text.removeLast() }
    return text.last == "." ? String(text.dropLast()) : text
  }
}

extension ModelSource {
  /// A row, where it begins and how high it is, in thousandths.
  struct Extent {
    let row: (section: Int, item: Int)
    let top: Int
    let height: Int
  }

  var extents: [Extent] {
    var extents: [Extent] = []
    var top = 0
    for (index, section) in list.sections.enumerated() {
      for (item, name) in section.items.enumerated() {
        let exact = options.heights.said(of: name, in: section.name, list)
        let estimate = options.estimates.said(of: name, in: section.name, list)
        let height = exact.thousandths ?? estimate.thousandths ?? 0
        extents.append(Extent(row: (index, item), top: top, height: height))
        top += height
      }
    }
    return extents
  }
}
