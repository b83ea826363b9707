import Foundation
import TestSupport
import Testing

/// Who may know whom: the table of Sources/ARCHITECTURE.md.
@Suite struct ImportTests {

  @Test func `a module imports nothing but what the table allows`() throws {
    let table = try ImportTests.table()
    for module in try Repository.modules() {
      let allowed = try #require(table[module.name], "\(module.name) is not in the table")
      for file in module.files {
        let imported = Set(imports(in: try Repository.text(file)))
        #expect(imported.isSubset(of: allowed), "\(file)")
      }
    }
  }

  @Test func `the table names only modules that there are`() throws {
    #expect(try Set(Repository.modules().map(\.name)) == Set(ImportTests.table().keys))
  }

  @Test func `import lines are recognised in every form`() {
    let text = """
      import A
        public import B
      @testable import C
      @_exported public import struct D.E
      // import F
      importing = import_G
      package import func H.i
      """
    #expect(imports(in: text) == ["A", "B", "C", "D", "H"])
  }

  /// What each module may import, as the page has it.
  private static func table() throws -> [String: Set<String>] {
    var table: [String: Set<String>] = [:]
    let page = try Repository.section("Who may import whom", ofPage: "Sources/ARCHITECTURE.md")
    for row in page.split(separator: "\n").dropFirst(2) where row.hasPrefix("| ") {
      let cells = row.split(separator: "|").map { cell in
        cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      let allowed = cells[1].map { $0 == "the C library" ? "Glibc" : $0 }
      for module in cells[0] { table[module] = allowed == ["nothing"] ? [] : Set(allowed) }
    }
    return table
  }

  /// The modules that a source text imports, in the order in which they stand.
  private func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let keyword = words.firstIndex(of: "import"), !line.contains("//"),
        words[..<keyword].allSatisfy({ isModifier($0) })
      else { return nil }
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = words[(keyword + 1)...].first { !kinds.contains($0) }
      return name.flatMap { $0.split(separator: ".").first.map(String.init) }
    }
  }

  private func isModifier(_ word: String) -> Bool {
    word.hasPrefix("@")
      || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
