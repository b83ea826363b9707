import JSON

/// Lays a JSON value out in lines for a person, short values on one line.
struct JSONLines {
  /// A line without the blanks before it, which would be most of a deep value.
  struct Line: Equatable, CustomStringConvertible {
    let level: Int
    let text: String

    var description: String { String(repeating: "  ", count: level) + text }
  }

  private static let width = 88
  /// From here on a value has one line, however long it is.
  private static let deepestLevel = 256
  private var lines: [Line] = []

  /// The lines of a value.
  ///
  /// - Parameters:
  ///   - value: The value to lay out.
  ///   - model: A value whose order of members is taken over, so that two layouts can be compared.
  /// - Returns: One line, or more where the value is too long for one.
  static func lines(of value: JSONView, inOrderOf model: JSONView? = nil) -> [Line] {
    var layout = JSONLines()
    layout.append(value, inOrderOf: model, level: 0)
    return layout.lines
  }

  /// Adds the lines of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - model: The value whose order of members is taken over.
  ///   - level: How far they are indented.
  ///   - start: What stands before the value.
  ///   - end: What stands behind it.
  private mutating func append(
    _ value: JSONView,
    inOrderOf model: JSONView?,
    level: Int,
    _ start: String = "",
    _ end: String = ""
  ) {
    let line = Self.shortLine(of: value, inOrderOf: model)
    if let line = level < Self.deepestLevel ? line : line ?? value.text {
      return lines.append(Line(level: level, text: start + line + end))
    }
    switch value.kind {
    case .array:
      var models = (model?.kind == .array ? model : nil)?.elements.makeIterator()
      lines.append(Line(level: level, text: start + "["))
      for (index, element) in value.elements.enumerated() {
        let comma = index + 1 < value.count ? "," : ""
        append(element, inOrderOf: models?.next(), level: level + 1, "", comma)
      }
      lines.append(Line(level: level, text: "]" + end))
    case .object:
      let (members, models) = (NamedMembers(of: value), NamedMembers(of: model))
      let names =
        models.names.filter { members[$0] != nil } + members.names.filter { models[$0] == nil }
      lines.append(Line(level: level, text: start + "{"))
      for (index, name) in names.enumerated() {
        guard let member = members[name] else { continue }
        let comma = index + 1 < names.count ? "," : ""
        let quoted = Self.quoted(name)
        append(member, inOrderOf: models[name], level: level + 1, "\(quoted): ", comma)
      }
      lines.append(Line(level: level, text: "}" + end))
    case .null, .bool, .number, .string:
      lines.append(Line(level: level, text: start + value.text + end))
    }
  }

  /// The value on one line when it fits; members in the model's order need lines of their own to be rearranged.
  private static func shortLine(of value: JSONView, inOrderOf model: JSONView?) -> String? {
    var rest = width
    guard take(value, from: &rest) else { return nil }
    let text = value.text
    guard let model, value.kind == .object || value.kind == .array else { return text }
    // An equal value is shown as the model writes it, whatever its own order.
    guard value.isEqual(to: model) else { return text }
    let modelled = model.text
    return modelled.utf8.count <= width ? modelled : nil
  }

  /// Takes what a value has without blanks from a number of bytes, and says whether that many are
  /// there: no more of the value is looked at.
  private static func take(_ value: JSONView, from bytes: inout Int) -> Bool {
    switch value.kind {
    case .array, .object: bytes -= 1 + max(1, value.count)
    case .null, .bool, .number, .string: bytes -= value.withBytes(\.count)
    }
    guard bytes >= 0 else { return false }
    for element in value.elements {
      guard take(element, from: &bytes) else { return false }
    }
    for (name, value) in value.members {
      bytes -= ":".utf8.count
      guard take(name, from: &bytes), take(value, from: &bytes) else { return false }
    }
    return true
  }

  private static func quoted(_ name: [UInt8]) -> String {
    var writer = JSONWriter()
    writer.string(String(decoding: name, as: UTF8.self))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
