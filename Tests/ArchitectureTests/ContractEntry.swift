import JSON

/// What `openrpc.json` says of a method, as the tables of its page say it.
struct ContractEntry {
  let entry: JSONView
  private let schemas: JSONView

  init?(_ name: String, in document: JSONView) {
    let entry = document["methods"]?.elements.first { $0["name"]?.string == name }
    guard let entry, let schemas = document["components"]?["schemas"] else { return nil }
    self.entry = entry
    self.schemas = schemas
  }

  var summary: String? { entry["summary"]?.string }

  /// The rules, one a line.
  var rules: String { entry["description"]?.string ?? "" }

  private var isSentByDaemon: Bool { entry["x-direction"]?.string == "serverToClient" }

  /// A row for each param: name, type, whether it is there, meaning.
  var params: [[String]] {
    elements("params").map { param in
      let isRequired = param["required"]?.bool == true
      return [
        "`\(param["name"]?.string ?? "")`",
        type(param["schema"]),
        isSentByDaemon
          ? (isRequired ? "always" : "sometimes") : (isRequired ? "required" : "optional"),
        param["description"]?.string ?? "",
      ]
    }
  }

  /// A row for each member of the result, likewise.
  var result: [[String]] {
    guard let schema = entry["result"]?["schema"].map(resolved) else { return [] }
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

  /// The kinds of errors, in order.
  var errors: [String] {
    elements("errors").compactMap { $0["$ref"].map(name) }
  }

  private func elements(_ member: String) -> [JSONView] {
    entry[member].map { Array($0.elements) } ?? []
  }

  // MARK: Types

  /// Schemas that the pages call by what they are.
  private static let words = [
    "AnyChanges": "Changes, [Step] or [Changes]",
    "Content": "any JSON",
    "IdentityOptions": "`{\"items\": [Pointer]}`",
    "ProgressToken": "string or integer",
  ]

  /// A schema in the words of the pages.
  private func type(_ schema: JSONView?) -> String {
    guard let schema else { return "" }
    if let name = schema["$ref"].map(name) { return ContractEntry.words[name] ?? name }
    for key in ["allOf", "oneOf", "anyOf"] {
      guard let parts = schema[key]?.elements.map(type) else { continue }
      var unique: [String] = []
      for part in parts where !unique.contains(part) { unique.append(part) }
      return unique.joined(separator: " or ")
    }
    if schema["enum"]?.elements.contains(where: { $0.bool == true }) == true { return "true" }
    let type = schema["type"]?.string ?? ""
    return type == "array" ? "[\(self.type(schema["items"]))]" : type
  }

  private func resolved(_ schema: JSONView) -> JSONView {
    schema["$ref"].flatMap { schemas[name($0)] } ?? schema
  }

  private func name(_ reference: JSONView) -> String {
    (reference.string ?? "").split(separator: "/").last.map(String.init) ?? ""
  }
}
