import JSON

/// A JSON value taken apart, for tests to look into; numbers are compared as they were written.
indirect enum Value: Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string([UInt8])
  case array([Value])
  case object([String: Value])

  init(_ text: String) throws {
    self.init(try JSONDocument(parsing: text, maxNestingDepth: 1 << 20).root)
  }

  init(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .bool: self = .bool(view.bool ?? false)
    case .number: self = .number(String(decoding: view.bytes, as: UTF8.self))
    case .string: self = .string(Array((view.string ?? "").utf8))
    case .array: self = .array(view.elements.map(Value.init))
    case .object:
      let members = view.members.map { ($0.name.string ?? "", Value($0.value)) }
      self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
  }

  static func string(_ text: String) -> Value { .string(Array(text.utf8)) }

  subscript(name: String) -> Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

  var isObject: Bool { if case .object = self { true } else { false } }

  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }

  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  var text: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}

extension Value: CustomStringConvertible {
  /// The value as JSON, with the members of objects in the order of their names.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let text): text
    case .string: quoted(text ?? "")
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: ","))}"
    }
  }

  private func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as a message has it.
  var view: JSONView {
    get throws { try JSONDocument(parsing: description, maxNestingDepth: 1 << 20).root }
  }
}
