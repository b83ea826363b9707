import TestSupport
import Testing

/// Who may know whom: the table of Sources/ARCHITECTURE.md.
@Suite struct ImportTests {

  private static let allowed: [String: Set<String>] = [
    "Snapshots": [],
    "DataSources": ["Snapshots"],
    "Views": ["DataSources", "Snapshots"],
    "Framing": [],
    "JSON": [],
    "JSONRPC": ["JSON"],
    "DiffableProtocol": ["JSON", "JSONRPC"],
    "DiffableServer": [
      "DataSources", "DiffableProtocol", "JSON", "JSONRPC", "Snapshots", "Views",
    ],
    "Replicas": ["JSON"],
    "Transcripts": ["JSON", "Replicas"],
    "Contract": ["Glibc", "PackagePlugin"],
    "diffabled": [
      "DiffableServer", "Framing", "Glibc", "JSON", "JSONRPC", "Replicas", "Transcripts",
    ],
  ]

  @Test func `a module imports nothing but what the table allows`() throws {
    for module in try Repository.modules() {
      let allowed = try #require(
        ImportTests.allowed[module.name],
        "\(module.name) is not in the table"
      )
      for file in module.files {
        let imported = Set(imports(in: try Repository.text(file)))
        #expect(imported.isSubset(of: allowed), "\(file)")
      }
    }
  }

  @Test func `the table names only modules that there are`() throws {
    #expect(try Set(Repository.modules().map(\.name)) == Set(ImportTests.allowed.keys))
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
