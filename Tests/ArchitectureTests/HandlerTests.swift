import DiffableProtocol
import JSON
import TestSupport
import Testing

/// Every method's params and handler, held against the schema and the pages.
@Suite struct HandlerTests {

  @Test func `the params have the members of the schema, in its order`() throws {
    let document = try JSONDocument(parsing: Repository.text("protocol/openrpc.json"))
    for entry in try #require(document.root["methods"]).elements {
      let method = try #require(entry["name"]?.string.flatMap(Method.init))
      guard method.direction == .clientToServer else { continue }
      let members = try #require(entry["params"]).elements.map { $0["name"]?.string }
      #expect(method.members.names.map { "\($0)" } == members, "\(method.rawValue)")
    }
  }

  @Test func `what a request does is where its page is named`() throws {
    let handlers = try Repository.files(in: "Sources/DiffableServer", ending: "Handlers.swift")
      .map { try Repository.text($0) }.joined()
    for method in Method.allCases where method.direction == .clientToServer {
      let page = "protocol/methods/\(method.rawValue.replacing("/", with: "-")).md"
      let line = "  /// `\(method.rawValue)`: \(page).\n"
      let count = handlers.ranges(of: line).count
      #expect(count == (method.isNotification ? 0 : 1), "\(method.rawValue)")
    }
  }

  @Test func `a handler reads no member of the params itself`() throws {
    for file in try Repository.files(in: "Sources/DiffableServer", ending: "Handlers.swift") {
      #expect(try !Repository.text(file).contains(" reader: ObjectReader"), "\(file)")
    }
  }
}
