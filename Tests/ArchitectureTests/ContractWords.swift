import JSON

/// Schemas of `openrpc.json` in the words in which the pages say the same.
struct ContractWords {
  private let schemas: JSONView

  init?(_ document: JSONView) {
    guard let schemas = document["components"]?["schemas"] else { return nil }
    self.schemas = schemas
  }

  /// A schema by its name.
  subscript(name: String) -> JSONView? { schemas[name] }

  /// A row for each member of an object: name, type, whether it is always there, meaning.
  func members(of schema: JSONView?) -> [[String]] {
    guard let schema = schema.map(resolved) else { return [] }
    let required = Set(schema["required"]?.elements.compactMap(\.string) ?? [])
    return (schema["properties"].map { Array($0.members) } ?? []).map { member in
      let name = member.name.string ?? ""
      return [
        "`\(name)`",
        type(member.value),
        required.contains(name) ? "always" : "sometimes",
        member.value["description"]?.string ?? "",
      ]
    }
  }

  /// The schemas of which a value fits one.
  func alternatives(_ schema: JSONView?) -> [JSONView] {
    (schema?["oneOf"].map { Array($0.elements) } ?? []).map(resolved)
  }

  // MARK: Types

  /// Schemas that the pages call by what they are.
  private static let words = [
    "AnyChanges": "Changes, [Step] or [Changes]",
    "Content": "any JSON",
    "IdentityOptions": "`{\"items\": [Pointer]}`",
    "ProgressToken": "string or integer",
    "StartIndexPath": "IndexPath",
    "Tag": "string or integer",
  ]

  /// The type of a value.
  func type(_ schema: JSONView?) -> String {
    guard let schema else { return "" }
    if let name = schema["$ref"].map(name) { return ContractWords.words[name] ?? name }
    for key in ["allOf", "oneOf", "anyOf"] {
      guard let parts = schema[key]?.elements.filter({ !isLenient($0) }) else { continue }
      var unique: [String] = []
      for part in parts.map(type) where !unique.contains(part) { unique.append(part) }
      return unique.joined(separator: " or ")
    }
    if schema["const"]?.bool == true { return "true" }
    let type = schema["type"]?.string ?? ""
    return type == "array" ? "[\(self.type(schema["items"]))]" : type
  }

  /// Whether a part of a schema is only taken for the sake of some clients.
  private func isLenient(_ schema: JSONView) -> Bool {
    resolved(schema)["x-lenient"]?.bool == true
  }

  private func resolved(_ schema: JSONView) -> JSONView {
    schema["$ref"].flatMap { schemas[name($0)] } ?? schema
  }

  private func name(_ reference: JSONView) -> String {
    (reference.string ?? "").split(separator: "/").last.map(String.init) ?? ""
  }
}
