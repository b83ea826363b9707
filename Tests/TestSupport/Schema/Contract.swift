import JSON

/// What `openrpc.json` says of all messages, made ready to be held against real ones.
public struct Contract: Sendable {
  /// What it says of a method.
  public struct Method: Sendable {
    /// The names of the params in order, and whether each is required.
    public let paramNames: [(name: String, isRequired: Bool)]
    /// The params as the members of an object.
    public let params: Schema
    /// The result, nil for a notification.
    public let result: Schema?
    /// The kinds of errors.
    public let errors: Set<String>
    /// Whether the daemon sends it.
    public let isSentByDaemon: Bool
  }

  /// The methods by name.
  public let methods: [String: Method]
  /// The codes of errors by kind.
  public let codes: [String: Int]
  let errorData: Schema
  private let schemas: [String: Schema]

  /// Reads the document.
  ///
  /// - Parameter text: The document as JSON.
  /// - Throws: An error when it is no JSON, or has what nobody knows.
  public init(_ text: [UInt8]) throws {
    let root = try JSONDocument(parsing: text[...]).root
    var schemas: [String: Schema] = [:]
    for (name, schema) in try Contract.members(root["components"]?["schemas"], "schemas") {
      schemas[name] = try Schema(schema, at: name)
    }
    var codes: [String: Int] = [:]
    for (kind, error) in try Contract.members(root["components"]?["errors"], "errors") {
      codes[kind] = error["code"]?.integer
    }
    var methods: [String: Method] = [:]
    for method in root["methods"].map({ Array($0.elements) }) ?? [] {
      let name = method["name"]?.string ?? ""
      methods[name] = try Method(method, named: name)
    }
    self.methods = methods
    self.codes = codes
    self.schemas = schemas
    errorData = Schema(rules: [.reference("ErrorData")])
  }

  /// A validator of what a client sends.
  ///
  /// - Parameter hasIdentity: Whether items may be given as model objects.
  /// - Returns: The validator.
  public func requestValidator(hasIdentity: Bool) -> SchemaValidator {
    SchemaValidator(schemas: schemas, writer: .client, facts: hasIdentity ? ["identity"] : [])
  }

  /// A validator of what the daemon sends.
  public var answerValidator: SchemaValidator {
    SchemaValidator(schemas: schemas, writer: .daemon)
  }

  private static func members(_ object: JSONView?, _ what: String) throws -> [(String, JSONView)] {
    guard let object, object.kind == .object else {
      throw Schema.Malformed(description: "the document has no \(what)")
    }
    return object.members.map { ($0.name.string ?? "", $0.value) }
  }
}

extension Contract.Method {
  fileprivate init(_ method: JSONView, named name: String) throws {
    let params = try (method["params"].map { Array($0.elements) } ?? []).map { param in
      guard let name = param["name"]?.string, let schema = param["schema"] else {
        throw Schema.Malformed(description: "\(name) has a param without name or schema")
      }
      let isRequired = param["required"]?.bool ?? false
      return (name: name, isRequired: isRequired, schema: try Schema(schema, at: "\(name).\(name)"))
    }
    paramNames = params.map { ($0.name, $0.isRequired) }
    var rules: [Schema.Rule] = [
      .type(.object),
      .members(
        Dictionary(params.map { ($0.name, $0.schema) }) { first, _ in first },
        isClosed: method["x-closedParams"]?.bool ?? false
      ),
      .required(params.filter(\.isRequired).map(\.name)),
    ]
    // What they say of the params is what they say in a schema of its members.
    for keyword in ["x-exactlyOne", "x-notBoth"] {
      guard let names = method[keyword] else { continue }
      rules += try Schema.rules(of: keyword, names, at: name)
    }
    self.params = Schema(rules: rules)
    result = try method["result"]?["schema"].map { try Schema($0, at: "\(name) result") }
    let errors = method["errors"].map { Array($0.elements) } ?? []
    self.errors = Set(
      errors.compactMap { $0["$ref"]?.string?.split(separator: "/").last.map(String.init) }
    )
    isSentByDaemon = method["x-direction"]?.string == "serverToClient"
  }
}
