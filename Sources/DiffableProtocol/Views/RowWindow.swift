public import JSON

/// Which rows of a view are shown.
public enum RowWindow {
  /// So many from an offset on.
  case at(offset: Int, limit: Int)
  /// So many in front of an item and behind it.
  case around(JSONView, before: Int, after: Int)

  private static let members = MemberNames(
    of: "a window",
    ["offset", "limit", "around", "before", "after"]
  )

  /// Reads a window.
  ///
  /// - Throws: `invalidParams`.
  init(_ reader: ObjectReader) throws(DiffableError) {
    try reader.check(RowWindow.members)
    if let item = reader.optional("around") {
      try reader.refuse(["offset", "limit"], "must not stand beside around")
      self = .around(item, before: try reader.count("before"), after: try reader.count("after"))
    } else {
      try reader.refuse(["before", "after"], "needs around beside it")
      let offset = reader.optional("offset") == nil ? 0 : try reader.count("offset")
      self = .at(offset: offset, limit: try reader.count("limit"))
    }
  }
}

extension ObjectReader {
  /// Refuses members that have no place here.
  fileprivate func refuse(_ names: [StaticString], _ rule: String) throws(DiffableError) {
    for name in names {
      if let value = optional(name) { throw invalid(name, rule, value) }
    }
  }
}
