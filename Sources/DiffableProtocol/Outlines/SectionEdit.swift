public import JSON

/// One edit of the tree of a section, as it stands in a message; lists and identifiers are not
/// looked into.
public enum SectionEdit {
  case append(JSONView, to: JSONView?)
  case insert(JSONView, Edit.Anchor)
  case delete(JSONView)
  case deleteAll
  case expand(JSONView)
  case collapse(JSONView)
  case replaceChildren(of: JSONView, with: ObjectReader)
  case insertSnapshot(ObjectReader, Edit.Anchor)

  /// The names of the edits, as `op` spells them.
  public enum Operation: String, CaseIterable, Sendable {
    case append
    case insert
    case delete
    case deleteAll
    case expand
    case collapse
    case replaceChildren
    case insertSnapshot
  }
}

extension SectionEdit {
  /// Reads an edit.
  ///
  /// - Parameter reader: The edit's members.
  /// - Throws: `invalidParams`, naming the member, and for an unknown `op` the known ones.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    let operation = try reader.operation(Operation.self)
    try reader.check(operation.members)
    switch operation {
    case .append:
      self = .append(try reader.array("items"), to: reader.optional("to"))
    case .insert:
      self = .insert(try reader.array("items"), try reader.anchor("before", "after"))
    case .delete:
      self = .delete(try reader.array("items"))
    case .deleteAll:
      self = .deleteAll
    case .expand:
      self = .expand(try reader.array("items"))
    case .collapse:
      self = .collapse(try reader.array("items"))
    case .replaceChildren:
      self = .replaceChildren(of: try reader.required("of"), with: try reader.object("with"))
    case .insertSnapshot:
      let snapshot = try reader.object("snapshot")
      self = .insertSnapshot(snapshot, try reader.anchor("before", "after"))
    }
  }
}
