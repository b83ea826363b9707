import DiffableProtocol
import DiffableServer
import Foundation
import JSON
import JSONRPC
import TestSupport
import Testing

/// The published specification says what the code does.
@Suite struct SpecificationTests {

  // MARK: Methods

  @Test func `every method has a page, and every page a method`() throws {
    let pages = try Repository.names(in: "protocol/methods").filter { $0 != "README.md" }
    #expect(Set(pages).symmetricDifference(Method.allCases.map(Page.name)).sorted() == [])
    for method in Method.allCases {
      let page = Page.name(of: method)
      guard pages.contains(page) else { continue }
      let text = try Repository.text("protocol/methods/\(page)")
      #expect(text.hasPrefix("# `\(method.rawValue)`\n"), "\(page)")
      let kind = method.isNotification ? "notification" : "request"
      #expect(text.contains("| kind | \(kind) |"), "\(page)")
      let direction =
        method.direction == .clientToServer ? "client to daemon" : "daemon to client"
      #expect(text.contains("| direction | \(direction) |"), "\(page)")
    }
  }

  @Test func `openrpc.json describes every method, and no other`() throws {
    let document = try JSONDocument(parsing: openRPC())
    let methods = try #require(document.root["methods"]).elements
    let names = methods.compactMap { $0["name"]?.string }
    #expect(Set(names).symmetricDifference(Method.allCases.map(\.rawValue)).sorted() == [])
    #expect(names.count == Set(names).count)
    for entry in methods {
      guard let method = entry["name"]?.string.flatMap(Method.init) else { continue }
      #expect(entry["x-direction"]?.string == method.direction.rawValue, "\(method)")
      let kind = method.isNotification ? "notification" : "request"
      #expect(entry["x-kind"]?.string == kind, "\(method)")
    }
  }

  // MARK: Errors

  @Test func `every error kind is documented with its code`() throws {
    let page = try Repository.text("protocol/errors.md")
    let document = try JSONDocument(parsing: openRPC())
    let errors = try #require(document.root["components"]?["errors"])
    for kind in ErrorKind.allCases {
      let row = "| \(kind.code.rawValue) | <a id=\"\(kind.rawValue)\"></a>`\(kind.rawValue)` |"
      #expect(page.contains(row), "\(kind) in errors.md")
      #expect(errors[kind.rawValue]?["code"]?.integer == kind.code.rawValue, "\(kind)")
    }
    let codes = errors.members.map { $0.value["code"]?.integer }
    #expect(Set(codes).count == codes.count, "one kind for each code")
  }

  // MARK: Limits

  @Test func `the table of limits is the one that the daemon runs with`() throws {
    let rows = try Repository.text("protocol/wire.md").split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 4 && $0[1].hasPrefix("`--") && $0[0].hasPrefix("`") }
    #expect(rows.map { $0[0] } == Limits.entries.map { "`\($0.name)`" })
    for (row, entry) in zip(rows, Limits.entries) {
      #expect(row[1] == "`\(entry.flag)`")
      #expect(number(row[2]) == entry.defaultValue, "\(entry.name)")
    }
  }

  /// The number that a table says, such as `16,777,216` or `8 KiB`.
  private func number(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    let units = ["KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30]
    guard let digits = words.first.map({ $0.replacing(",", with: "") }), let number = Int(digits)
    else { return nil }
    return words.count == 2 ? units[String(words[1])].map { $0 * number } : number
  }

  // MARK: Discovery

  @Test func `the embedded document is openrpc.json`() throws {
    let document = try JSONDocument(parsing: OpenRPCDocument.minified)
    #expect(document.root.isEqual(to: try JSONDocument(parsing: openRPC()).root))
  }

  private func openRPC() throws -> String {
    try Repository.text("protocol/openrpc.json")
  }
}
