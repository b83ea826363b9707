public import JSON

/// A JSON Schema, made ready to be asked whether values fit it.
///
/// It knows the keywords that `openrpc.json` uses and fails on any other, so that nothing which the
/// file says is passed over in silence.
public struct Schema: Sendable {
  /// One thing that a keyword says of a value.
  enum Rule: Sendable {
    case type(SchemaType)
    case words([SchemaWord])
    case minimum(Int)
    case maximum(Int)
    case minLength(Int)
    case pattern(SchemaPattern)
    case minItems(Int)
    case maxItems(Int)
    case elements(Schema)
    case members([String: Schema], isClosed: Bool)
    case required([String])
    case all([Schema])
    case any([Schema])
    case one([Schema])
    case not(Schema)
    case reference(String)
    case exactlyOne([String])
    case notBoth([String])
    case needs(String)
    case lenient
  }

  /// A keyword that nobody knows, or that says something else than a keyword of its name may.
  public struct Malformed: Error, CustomStringConvertible {
    /// Where it stands and what is wrong with it.
    public let description: String
  }

  let rules: [Rule]
  /// Whether it says that a value is an object.
  let isObject: Bool

  init(rules: [Rule]) {
    self.rules = rules
    isObject = rules.contains { if case .type(.object) = $0 { true } else { false } }
  }

  /// Makes a schema ready.
  ///
  /// - Parameters:
  ///   - json: The schema as it is written.
  ///   - place: Where it stands, for errors.
  /// - Throws: ``Malformed``.
  public init(_ json: JSONView, at place: String) throws {
    guard json.kind == .object else { throw Malformed(description: "\(place) is no object") }
    let rules = try json.members.flatMap { keyword, value in
      let keyword = keyword.string ?? ""
      let reader = KeywordReader(schema: json, value: value, place: "\(place)/\(keyword)")
      return try reader.rules(of: keyword)
    }
    // A member that is of another kind says more than one that is missing.
    let isRequirement = { (rule: Rule) in if case .required = rule { true } else { false } }
    self.init(rules: rules.filter { !isRequirement($0) } + rules.filter(isRequirement))
  }

  /// What a keyword says that stands by itself, outside of a schema.
  static func rules(of keyword: String, _ value: JSONView, at place: String) throws -> [Rule] {
    try KeywordReader(schema: value, value: value, place: "\(place)/\(keyword)").rules(of: keyword)
  }
}

/// What `type` says.
enum SchemaType: String, Sendable {
  case null, boolean, integer, number, string, array, object
}

/// A value that `enum` or `const` names.
enum SchemaWord: Equatable, Sendable {
  case text(String)
  case integer(Int)
  case bool(Bool)

  init?(_ value: JSONView) {
    if let text = value.string {
      self = .text(text)
    } else if let integer = value.integer {
      self = .integer(integer)
    } else if let bool = value.bool {
      self = .bool(bool)
    } else {
      return nil
    }
  }
}

/// Reads one keyword of a schema.
private struct KeywordReader {
  let schema: JSONView
  let value: JSONView
  let place: String

  func rules(of keyword: String) throws -> [Schema.Rule] {
    switch keyword {
    case "description", "default": []
    case "type": [.type(try required(value.string.flatMap(SchemaType.init)))]
    case "enum": [.words(try array().map { try required(SchemaWord($0)) })]
    case "const": [.words([try required(SchemaWord(value))])]
    case "minimum": [.minimum(try required(value.integer))]
    case "maximum": [.maximum(try required(value.integer))]
    case "minLength": [.minLength(try required(value.integer))]
    case "pattern": [.pattern(try SchemaPattern(required(value.string)))]
    case "minItems": [.minItems(try required(value.integer))]
    case "maxItems": [.maxItems(try required(value.integer))]
    case "items": [.elements(try Schema(value, at: place))]
    case "properties": [.members(try members(), isClosed: try isClosed())]
    // It belongs to the members, without which it is not known.
    case "additionalProperties" where schema["properties"] != nil: []
    case "required": [.required(try names())]
    case "allOf": [.all(try schemas())]
    case "anyOf": [.any(try schemas())]
    case "oneOf": [.one(try schemas())]
    case "not": [.not(try Schema(value, at: place))]
    case "$ref": [.reference(try reference())]
    case "x-exactlyOne": [.exactlyOne(try names())]
    case "x-notBoth": [.notBoth(try names())]
    case "x-needs": [.needs(try required(value.string))]
    case "x-lenient": [.lenient]
    default: throw Schema.Malformed(description: "\(place) is a keyword that nobody knows")
    }
  }

  private func required<Value>(_ value: Value?) throws -> Value {
    if let value { return value }
    throw Schema.Malformed(
      description: "\(place) says \(String(decoding: self.value.bytes.prefix(60), as: UTF8.self))"
    )
  }

  private func array() throws -> [JSONView] {
    try required(value.kind == .array && value.count > 0 ? Array(value.elements) : nil)
  }

  private func names() throws -> [String] {
    try array().map { try required($0.string) }
  }

  private func schemas() throws -> [Schema] {
    try array().enumerated().map { try Schema($1, at: "\(place)/\($0)") }
  }

  private func members() throws -> [String: Schema] {
    _ = try required(value.kind == .object ? value : nil)
    var members: [String: Schema] = [:]
    for (name, schema) in value.members {
      let name = try required(name.string)
      guard members.updateValue(try Schema(schema, at: "\(place)/\(name)"), forKey: name) == nil
      else { throw Schema.Malformed(description: "\(place)/\(name) stands twice") }
    }
    return members
  }

  private func isClosed() throws -> Bool {
    guard let additional = schema["additionalProperties"] else { return false }
    return try !required(additional.bool)
  }

  private func reference() throws -> String {
    let prefix = "#/components/schemas/"
    let text = try required(value.string)
    return try required(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil)
  }
}
