import Foundation
import TestSupport
import Testing

/// The links between the pages of this repository.
@Suite struct LinkTests {
  @Test func `every link of a page leads somewhere`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 60)
    #expect(pages.values.map(\.links.count).reduce(0, +) > 1000)
    let dangling = try pages.flatMap { path, page in
      try page.links.filter { try !leads($0, from: path, among: pages) }.map { "\(path): \($0)" }
    }
    #expect(dangling.sorted() == [])
  }

  @Test func `no anchor stands twice in a page`() throws {
    for (path, page) in try Self.pages() {
      let repeats = Dictionary(grouping: page.anchors, by: \.self).filter { $0.value.count > 1 }
      #expect(repeats.keys.sorted() == [], "\(path)")
    }
  }

  @Test func `links and anchors are found, but for those in code`() {
    let page = LinkedPage(
      """
      # One `and`: two
      [three](a.md)
      <a id="x"></a>[y](b.md#c) `[n](n.md)` [`d`](#d)
      ```
      # No heading, [no link](n.md) <a id="n"></a>
      ```
      [out](https://example.org/a.md)
      """
    )
    #expect(page.links == ["a.md", "b.md#c", "#d"])
    #expect(page.anchors == ["x"])
    #expect(page.headings == ["one-and-two"])
  }

  /// Every page, by its path.
  private static func pages() throws -> [String: LinkedPage] {
    let inside = try ["Sources", "Tests", "protocol"]
      .flatMap { try Repository.files(in: $0, ending: ".md") }
      // What a package manager has put there is not of this repository.
      .filter { !$0.contains("/node_modules/") && !$0.contains("/.") }
    return try (["README.md"] + inside).reduce(into: [:]) { pages, path in
      pages[path] = LinkedPage(try Repository.text(path))
    }
  }

  /// Whether there is such a file, and the anchor in it.
  private func leads(
    _ link: String,
    from path: String,
    among pages: [String: LinkedPage]
  ) throws -> Bool {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = Repository.root.appending(path: path).deletingLastPathComponent()
    let file = folder.appending(path: String(parts[0])).standardizedFileURL.path
    let target = parts[0].isEmpty ? path : String(file.dropFirst(Repository.root.path.count + 1))
    guard parts.count == 2 else { return FileManager.default.fileExists(atPath: file) }
    guard let page = pages[target] else { return false }
    return (page.anchors + page.headings).contains(String(parts[1]))
  }
}

/// What a page leads to inside the repository, and by what names its places can be led to.
private struct LinkedPage {
  private(set) var links: [String] = []
  /// The names that the page gives to its places.
  private(set) var anchors: [String] = []
  /// The names that its headings have without that.
  private(set) var headings: [String] = []

  init(_ text: String) {
    var isCode = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode { continue }
      if line.hasPrefix("#") { headings.append(Self.anchor(of: line)) }
      anchors += Self.texts(in: line, from: "<a id=\"", to: "\"")
      // What stands between two backticks is code; it may be what is clicked on.
      let parts = line.components(separatedBy: "`").enumerated()
      let words = parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
      links += Self.texts(in: words, from: "](", to: ")").filter { !$0.contains("://") }
    }
  }

  private static func texts(in line: String, from start: String, to end: String) -> [String] {
    line.components(separatedBy: start).dropFirst().compactMap { rest in
      rest.range(of: end).map { String(rest[..<$0.lowerBound]) }
    }
  }

  /// The name that a heading can be led to by, as hosts of repositories make it.
  private static func anchor(of heading: String) -> String {
    let title = heading.drop { $0 == "#" }.dropFirst()
    return title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacing(" ", with: "-")
  }
}
