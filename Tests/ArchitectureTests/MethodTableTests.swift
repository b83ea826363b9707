import DiffableProtocol
import JSON
import JSONRPC
import TestSupport
import Testing

/// The pages of the methods and `openrpc.json` say the same, word for word but for links.
@Suite struct MethodTableTests {
  private let document: JSONDocument

  init() throws {
    document = try JSONDocument(parsing: Repository.text("protocol/openrpc.json"))
  }

  private func entry(_ method: Method) throws -> ContractEntry {
    try #require(ContractEntry(method.rawValue, in: document.root), "\(method)")
  }

  @Test func `every page has the sentence and the rules of the schema`() throws {
    for method in Method.allCases {
      let (page, entry) = (try Page(method), try entry(method))
      #expect(page.summary == entry.summary, "\(method)")
      #expect(page.rules == entry.rules, "\(method)")
    }
  }

  @Test func `every page has the params of the schema`() throws {
    for method in Method.allCases {
      #expect(try Page(method).table("Params") == entry(method).params, "\(method)")
    }
  }

  @Test func `every request has a progress token, which the index tells`() throws {
    for method in Method.allCases {
      let isRequest = !method.isNotification
      #expect(try entry(method).hasProgressToken == isRequest, "\(method)")
    }
    let index = try Repository.text("protocol/methods/README.md")
    #expect(index.contains("any request may have `workDoneToken`"))
  }

  @Test func `every page has the members of the result of the schema`() throws {
    // The result of rpc.discover is described by OpenRPC, and its page has no table.
    for method in Method.allCases where method != .discover {
      #expect(try Page(method).table("Result") == entry(method).result, "\(method)")
    }
  }

  // MARK: Errors

  /// What any request can be refused for; the page of the index has them.
  private static let commonErrors = [
    "invalidParams", "invalidRequest", "serverNotInitialized", "requestCancelled", "limitExceeded",
  ]

  @Test func `every page has the errors of the schema`() throws {
    for method in Method.allCases where !method.isNotification {
      let own = try Page(method).table("Errors").map(kind)
      let isServedAtOnce = [Method.initialize, .discover].contains(method)
      let common = MethodTableTests.commonErrors.filter {
        !own.contains($0) && !(isServedAtOnce && $0 == "serverNotInitialized")
      }
      #expect(try entry(method).errors == own + common, "\(method)")
    }
  }

  @Test func `the index has the errors that every request can have`() throws {
    let kinds = try Page("methods/README.md").table("Errors that every request can have")
      .map(kind)
    #expect(kinds.sorted() == MethodTableTests.commonErrors.sorted())
  }

  /// The kind in a row of errors, whose code must be that of the kind.
  private func kind(_ row: [String]) throws -> String {
    try #require(row.count == 3, "\(row)")
    let kind = try #require(ErrorKind(rawValue: row[1].replacing("`", with: "")), "\(row)")
    #expect(row[0] == "\(kind.code.rawValue)", "\(row)")
    return kind.rawValue
  }

  // MARK: The index

  @Test func `the index lists every method with its sentence`() throws {
    let index = try Repository.text("protocol/methods/README.md")
    for method in Method.allCases {
      let link = "[`\(method.rawValue)`](\(Page.name(of: method)))"
      let kind = method.isNotification ? "notification" : "request"
      let row = "| \(link) | \(kind) | \(try entry(method).summary ?? "") |"
      #expect(index.contains(row), "\(row)")
    }
  }
}
