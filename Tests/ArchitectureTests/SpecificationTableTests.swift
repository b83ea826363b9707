import DiffableProtocol
import JSON
import TestSupport
import Testing

/// The tables of the specification and `openrpc.json` say the same.
@Suite struct SpecificationTableTests {
  private let words: ContractWords
  private let document: JSONView

  init() throws {
    document = try JSONDocument(parsing: Repository.text("protocol/openrpc.json")).root
    words = try #require(ContractWords(document))
  }

  @Test func `options have their order, defaults and meaning`() throws {
    let rows = words.members(of: words["Options"]).map { [$0[0], $0[3]] }
    let table = try Page("lists.md").table("Options")
    #expect(table.map { [$0[0], $0[3]] } == rows)
    for row in table {
      let name = row[0].filter { $0 != "`" }
      let written = words["Options"]?["properties"]?[name]?["default"]
      // That of history is a limit, which can be set.
      let expected = name == "history" ? "historyRevisions" : written?.string.map { "\"\($0)\"" }
      if let expected = expected ?? written?.bool.map(String.init) {
        #expect(row[2] == "`\(expected)`", "\(name)")
      } else {
        #expect(!row[2].contains("`"), "\(name)")
      }
    }
    let changeable = words.members(of: words["ChangeableOptions"])
    #expect(changeable.map { [$0[0], $0[3]] } == rows.filter { !isFixed($0[0]) })
  }

  /// Whether an option is set when a data source is created and never again.
  private func isFixed(_ option: String) -> Bool { ["`identity`", "`history`"].contains(option) }

  @Test func `the result of an apply and the data of errors have their members`() throws {
    #expect(try Page("lists.md").table("Result") == words.members(of: words["ApplyResult"]))
    #expect(try Page("errors.md").table("data") == words.members(of: words["ErrorData"]))
  }

  @Test func `capabilities have their members, and every feature is explained`() throws {
    let tables = try Page("wire.md").table("Capabilities")
    let features = Feature.allCases.map { "`\"\($0.rawValue)\"`" }
    #expect(tables.filter { $0.count == 4 } == words.members(of: words["Capabilities"]))
    #expect(tables.filter { $0.count == 2 && $0[0].hasPrefix("`") }.map { $0[0] } == features)
  }

  @Test func `errors have their causes`() throws {
    let page = try Page("errors.md")
    let rows = page.table("Codes of this protocol") + page.table("Codes of JSON-RPC and LSP")
    let errors = document["components"]?["errors"]?.members.map { error in
      let code = error.value["code"]?.integer ?? 0
      let cause = error.value["message"]?.string ?? ""
      return ["\(code)", "`\(error.name.string ?? "")`", cause]
    }
    #expect(
      rows.map { Array($0.prefix(3)) }.sorted { $0[1] < $1[1] } == errors?.sorted { $0[1] < $1[1] }
    )
  }

  @Test(arguments: [
    ("lists.md", "Edits", "Edit"), ("outlines.md", "Section edits", "SectionEdit"),
    ("changes.md", "Sequential", "Step"),
  ])
  func `every op has its members`(page: String, heading: String, schema: String) throws {
    let rows = try Page(page).table(heading).flatMap { row in
      // Two of them can share a row, and what stands behind a colon is of what type.
      names(in: row[0]).map { [$0] + names(in: row[1].replacing(/: [^;]*/, with: "")) }
    }
    let schemas = words.alternatives(words[schema]).flatMap { schema in
      let members = words.members(of: schema).map { $0[0].filter { $0 != "`" } }
      return ops(of: schema).map { [$0] + members.filter { $0 != "op" } }
    }
    #expect(rows.sorted { $0[0] < $1[0] } == schemas.sorted { $0[0] < $1[0] })
  }

  /// The names in backticks, without the mark of those that may be absent.
  private func names(in cell: String) -> [String] {
    cell.matches(of: /`(\w+)\??`/).map { String($0.output.1) }
  }

  private func ops(of schema: JSONView) -> [String] {
    let op = schema["properties"]?["op"]
    return op?["const"]?.string.map { [$0] } ?? op?["enum"]?.elements.compactMap(\.string) ?? []
  }
}
