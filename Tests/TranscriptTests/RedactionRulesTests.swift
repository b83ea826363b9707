import DiffableProtocol
import JSON
import Testing
import Transcripts

/// The rules of redaction and the schema of the protocol know the same members and words.
@Suite struct RedactionRulesTests {
  /// What stands around params and results, and in no schema.
  private static let envelope: Set<String> = ["params", "error", "code", "jsonrpc", "2.0"]

  @Test func `the rules know every word and every number of the protocol`() throws {
    var members = SchemaMembers(try JSONDocument(parsing: OpenRPCDocument.minified).root)
    members.readWhatIsSent()
    #expect(members.numbers.subtracting(RedactionRules.numbers).sorted() == [])
    let structures = RedactionRules.structures.union(RedactionRules.numbers)
      .union(["items", "sections", "children", "clientInfo"])
    #expect(members.structures.subtracting(structures).sorted() == [])
    #expect(members.words.subtracting(RedactionRules.words).sorted() == [])
    let wordMembers = RedactionRules.wordMembers.union(RedactionRules.daemonWords)
    #expect(members.wordMembers.subtracting(wordMembers).sorted() == [])
  }

  @Test func `the rules of views know every word and every number of their definitions`() throws {
    var members = SchemaMembers(try JSONDocument(parsing: OpenRPCDocument.minified).root)
    members.readViews()
    #expect(members.numbers == RedactionRules.viewNumbers)
    #expect(members.words == RedactionRules.viewWords)
    #expect(members.wordMembers == RedactionRules.viewWordMembers)
    let structures = members.structures.union(members.lists).subtracting(["view", "values"])
    #expect(structures == RedactionRules.viewStructures)
  }

  @Test func `the rules know nothing that the protocol has not`() throws {
    var members = SchemaMembers(try JSONDocument(parsing: OpenRPCDocument.minified).root)
    members.readEverything()
    let rules: [(given: Set<String>, known: Set<String>)] = [
      (RedactionRules.numbers, members.numbers),
      (RedactionRules.daemonNumbers, RedactionRules.numbers),
      (RedactionRules.structures, members.structures.union(members.lists)),
      (RedactionRules.words, members.words),
      (RedactionRules.wordMembers, members.wordMembers),
      (RedactionRules.daemonWords, members.texts),
      (RedactionRules.sentences, members.texts),
      (RedactionRules.pointers, members.pointers),
    ]
    let unknown = rules.map { $0.given.subtracting($0.known) }
    #expect(unknown.reduce([]) { $0.union($1) } == RedactionRulesTests.envelope)
  }
}

/// The members that the schema of the protocol knows, by what they hold.
private struct SchemaMembers {
  private(set) var numbers: Set<String> = []
  private(set) var structures: Set<String> = []
  private(set) var lists: Set<String> = []
  /// Members that hold texts, words among them, and lists of texts.
  private(set) var texts: Set<String> = []
  private(set) var words: Set<String> = []
  private(set) var wordMembers: Set<String> = []
  private(set) var pointers: Set<String> = []
  /// Members that were read, with the schema that each is of.
  private var seen: Set<[String]> = []
  /// Schemas that are passed over.
  private var hidden: Set<String> = []
  /// Members that are passed over.
  private var operands: Set<String> = []
  private let root: JSONView

  init(_ root: JSONView) {
    self.root = root
  }

  /// Reads the params and the results of all methods, but for what in them is the client's own.
  mutating func readWhatIsSent() {
    hidden = [
      "Identifier", "Content", "Name", "Item", "ItemReference", "Section", "SectionReference",
      "SnapshotDocument", "OutlineDocument", "Pointer", "ProgressToken",
      "Tag", "View", "ViewStages",
    ]
    // What the daemon says of itself is kept as a whole.
    readMethods { !["initialize", "rpc.discover"].contains($0) }
  }

  /// Reads the definitions of views, but for what in them is the client's own.
  mutating func readViews() {
    hidden = ["Name", "Content", "Item", "Pointer"]
    operands = ["less", "atMost", "greater", "atLeast"]
    read("view", root["components"]?["schemas"]?["View"])
  }

  /// Reads all that there is.
  mutating func readEverything() {
    hidden = ["View", "ViewStages"]
    readMethods { _ in true }
    read("data", root["components"]?["schemas"]?["ErrorData"])
  }

  private mutating func readMethods(hasResult: (String) -> Bool) {
    for method in root["methods"].map({ Array($0.elements) }) ?? [] {
      for param in method["params"].map({ Array($0.elements) }) ?? [] {
        read(param["name"]?.string ?? "", param["schema"])
      }
      if hasResult(method["name"]?.string ?? "") { read("result", method["result"]?["schema"]) }
    }
  }

  private mutating func read(_ name: String, _ schema: JSONView?) {
    guard let schema, !operands.contains(name) else { return }
    if let reference = schema["$ref"]?.string {
      let schemaName = reference.split(separator: "/").last.map(String.init) ?? ""
      guard !hidden.contains(schemaName), seen.insert([name, schemaName]).inserted else { return }
      if schemaName == "Pointer" { pointers.insert(name) }
      return read(name, root["components"]?["schemas"]?[schemaName])
    }
    readType(name, schema)
    for key in ["allOf", "oneOf", "anyOf"] {
      for part in schema[key].map({ Array($0.elements) }) ?? [] {
        read(name, part)
      }
    }
    read(name, schema["items"])
    guard let properties = schema["properties"], properties.kind == .object else { return }
    structures.insert(name)
    for member in properties.members {
      read(member.name.string ?? "", member.value)
    }
  }

  private mutating func readType(_ name: String, _ schema: JSONView) {
    let words = schema["enum"].map { Array($0.elements) } ?? []
    let texts = (words + [schema["const"]].compactMap(\.self)).compactMap(\.string)
    if !texts.isEmpty {
      if !RedactionRules.daemonWords.contains(name) || name == "op" { self.words.formUnion(texts) }
      wordMembers.insert(name)
      self.texts.insert(name)
    }
    switch schema["type"]?.string {
    case "integer", "number": numbers.insert(name)
    case "string": self.texts.insert(name)
    case "array": lists.insert(name)
    default: break
    }
  }
}
