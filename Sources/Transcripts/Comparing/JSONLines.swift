import JSON

/// Lays a JSON value out in lines for a person, short values on one line.
enum JSONLines {
  private static let width = 88

  /// The lines of a value.
  ///
  /// - Parameters:
  ///   - value: The value to lay out.
  ///   - model: A value whose order of members is taken over, so that two layouts can be compared.
  /// - Returns: One line, or more where the value is too long for one.
  static func lines(of value: JSONView, inOrderOf model: JSONView? = nil) -> [String] {
    if let line = shortLine(of: value, inOrderOf: model) { return [line] }
    switch value.kind {
    case .array:
      var models = (model?.kind == .array ? model : nil)?.elements.makeIterator()
      let children = value.elements.map { lines(of: $0, inOrderOf: models?.next()) }
      return bracketed("[", children, "]")
    case .object:
      let children = orderedMembers(of: value, inOrderOf: model).map { member in
        var lines = lines(of: member.value, inOrderOf: model?[member.name])
        lines[0] = "\(quoted(member.name)): " + lines[0]
        return lines
      }
      return bracketed("{", children, "}")
    case .null, .bool, .number, .string:
      return [value.text]
    }
  }

  private static func bracketed(_ open: String, _ children: [[String]], _ close: String) -> [String]
  {
    var lines = [open]
    for (index, child) in children.enumerated() {
      lines += child.map { "  " + $0 }
      if index + 1 < children.count { lines[lines.count - 1] += "," }
    }
    return lines + [close]
  }

  /// The value on one line when it fits; members in the model's order need lines of their own to be rearranged.
  private static func shortLine(of value: JSONView, inOrderOf model: JSONView?) -> String? {
    let text = value.text
    guard text.utf8.count <= width else { return nil }
    guard let model, value.kind == .object || value.kind == .array else { return text }
    // An equal value is shown as the model writes it, whatever its own order.
    guard value.isEqual(to: model) else { return text }
    let modelled = model.text
    return modelled.utf8.count <= width ? modelled : nil
  }

  private static func orderedMembers(
    of value: JSONView,
    inOrderOf model: JSONView?
  ) -> [(name: String, value: JSONView)] {
    var members: [(name: String, value: JSONView)] = []
    // To `String`, different bytes can be the same text.
    var seen: Set<[UInt8]> = []
    func append(_ name: String) {
      guard let member = value[name], seen.insert(Array(name.utf8)).inserted else { return }
      members.append((name, member))
    }
    if let model, model.kind == .object {
      for member in model.members { append(member.name.string ?? "") }
    }
    for member in value.members { append(member.name.string ?? "") }
    return members
  }

  private static func quoted(_ name: String) -> String {
    var writer = JSONWriter()
    writer.string(name)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
