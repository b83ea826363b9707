import DiffableProtocol
import JSON
import JSONRPC
import TestSupport
import Testing

/// `openrpc.json` is what OpenRPC 1.3 asks a document to be, so that its tools can read it.
///
/// - Source: https://spec.open-rpc.org/ and the meta-schema https://meta.open-rpc.org/.
@Suite struct OpenRPCTests {
  private let root: JSONView

  init() throws {
    root = try JSONDocument(parsing: Repository.text("protocol/openrpc.json")).root
  }

  private func elements(_ list: JSONView?) -> [JSONView] {
    list.map { Array($0.elements) } ?? []
  }

  private func names(_ object: JSONView?) -> [String] {
    object?.members.map { $0.name.string ?? "" } ?? []
  }

  // MARK: Objects

  /// Checks which members an object has; those that begin with `x-` may be anywhere.
  private func check(
    _ object: JSONView?,
    _ place: String,
    has required: [String],
    mayHave optional: [String] = []
  ) {
    let names = names(object).filter { !$0.hasPrefix("x-") }
    #expect(Set(required).subtracting(names).sorted() == [], "\(place)")
    #expect(Set(names).subtracting(required + optional).sorted() == [], "\(place)")
    #expect(names.count == Set(names).count, "\(place)")
  }

  @Test func `every object has the members of its kind`() {
    check(root, "document", has: ["openrpc", "info", "methods", "components"])
    #expect(root["openrpc"]?.string == "1.3.2")
    check(root["info"], "info", has: ["title", "version"], mayHave: ["description"])
    check(root["components"], "components", has: ["schemas", "errors"])
    for method in elements(root["methods"]) {
      let name = method["name"]?.string ?? ""
      let answered = ["result", "errors"]
      let isRequest = method["x-kind"]?.string == "request"
      check(
        method,
        name,
        has: ["name", "summary", "paramStructure", "params"] + (isRequest ? answered : []),
        mayHave: ["description"]
      )
      #expect(method["paramStructure"]?.string == "by-name", "\(name)")
      for param in elements(method["params"]) {
        check(param, name, has: ["name", "description", "required", "schema"])
        #expect(param["required"]?.kind == .bool, "\(name)")
      }
      if isRequest { check(method["result"], name, has: ["name", "schema"]) }
    }
    for error in root["components"]?["errors"]?.members.map({ $0 }) ?? [] {
      check(error.value, "errors", has: ["code", "message", "data"])
    }
  }

  @Test func `params have a name each, and those that are required come first`() {
    for method in elements(root["methods"]) {
      let params = elements(method["params"])
      let names = params.compactMap { $0["name"]?.string }
      #expect(names.count == Set(names).count, "\(names)")
      let required = params.map { $0["required"]?.bool == true }
      #expect(!required.drop { $0 }.contains(true), "\(method["name"]?.string ?? ""): \(names)")
    }
  }

  // MARK: References

  @Test func `every reference leads somewhere, and somebody needs every component`() {
    var references: Set<String> = []
    collect(from: root, into: &references)
    var components: Set<String> = []
    for kind in ["schemas", "errors"] {
      for name in names(root["components"]?[kind]) {
        #expect(name.allSatisfy { $0.isASCII && $0.isLetter }, "\(name)")
        components.insert("#/components/\(kind)/\(name)")
      }
    }
    #expect(references.subtracting(components).sorted() == [])
    let withoutMethod = ["methodNotFound", "parseError", "internalError"]
    let unneeded = withoutMethod.map { "#/components/errors/\($0)" }
    #expect(
      components.subtracting(references) == Set(unneeded + ["#/components/schemas/ErrorData"])
    )
  }

  private func collect(from json: JSONView, into references: inout Set<String>) {
    if let reference = json["$ref"]?.string { references.insert(reference) }
    for member in json.members { collect(from: member.value, into: &references) }
    for element in json.elements { collect(from: element, into: &references) }
  }

  // MARK: Schemas

  @Test func `every schema is one that messages can be held against`() throws {
    let contract = try Contract(Array(Repository.text("protocol/openrpc.json").utf8))
    #expect(contract.methods.count == Method.allCases.count)
    var codes = Dictionary(ErrorKind.allCases.map { ($0.rawValue, $0.code.rawValue) }) { $1 }
    // The daemon has no fault that it knows of, so it never says so.
    codes["internalError"] = -32603
    #expect(contract.codes == codes)
  }
}
