import Foundation
import TestSupport
import Testing

/// The folders and the page that leads through them.
@Suite struct FolderTests {

  private let page = "Sources/ARCHITECTURE.md"

  // MARK: Arrows

  @Test(arguments: ["DiffableServer", "diffabled"])
  func `a folder uses only those above it in the code map`(module: String) throws {
    let map = try Repository.section("Code map", ofPage: page)
    let folder = "Sources/\(module)/"
    let files = try Repository.files(in: "Sources/\(module)", ending: ".swift").map { path in
      (path: String(path.dropFirst(folder.count)), text: try Repository.text(path))
    }
    let arrows = FolderArrows(files: files).arrows
    #expect(arrows.count > 10)
    for arrow in arrows where arrow.from != "." {
      let place = try #require(map.range(of: "`\(module)/\(arrow.from)`"), "\(arrow)")
      let used = try #require(map.range(of: "`\(module)/\(arrow.to)`"), "\(arrow)")
      #expect(used.lowerBound < place.lowerBound, "\(arrow)")
    }
  }

  @Test func `an arrow is a type of another folder, wherever it is named`() {
    let arrows = FolderArrows(files: [
      ("Top/A.swift", "struct A { let b: B }"),
      ("Middle/B.swift", "final class B<C>: Z {\n  // A is mentioned\n  var c: [C]\n}"),
      ("Bottom/C.swift", "public enum C { case d(B), e(Y.A) }\nextension B {}"),
      ("Bottom/Z.swift", "protocol Z {}"),
      ("Main.swift", "let a = A()"),
    ])
    #expect(
      arrows.arrows.map(\.description) == [
        "Top → Middle: Top/A.swift uses B",
        "Middle → Bottom: Middle/B.swift uses Z",
        "Bottom → Middle: Bottom/C.swift uses B",
        ". → Top: Main.swift uses A",
      ]
    )
  }

  // MARK: The page

  @Test func `the code map has every folder that there is`() throws {
    let map = try Repository.section("Code map", ofPage: page)
    for module in try Repository.modules() {
      #expect(map.contains("`\(module.name)"), "\(module.name)")
    }
    for folder in ["Snapshots", "DiffableServer", "diffabled"] {
      for name in try Repository.names(in: "Sources/\(folder)") where !name.contains(".") {
        #expect(map.contains("`\(folder)/\(name)`"), "\(folder)/\(name)")
      }
    }
    for match in map.matches(of: /`(\w+\/\w+)`/) {
      #expect(try !Repository.files(in: "Sources/\(match.output.1)", ending: "").isEmpty)
    }
  }

  @Test func `every stop of an edit names what there is`() throws {
    let sources = try Repository.modules().flatMap(\.files).map { try Repository.text($0) }.joined()
    let stops = try Repository.section("Follow one edit", ofPage: page).matches(
      of: /`(\w+(?:\.\w+)*)/
    )
    .map { $0.output.1.split(separator: ".").map(String.init) }
    #expect(stops.count > 40)
    for symbol in stops {
      let name = symbol[symbol.count - 1]
      let declarations = [
        "func \(name)", "let \(name)", "var \(name)", "\(name)(", "struct \(name)",
      ]
      #expect(declarations.contains { sources.contains($0) }, "\(symbol)")
      let isKnown = ["struct", "class", "enum", "extension"].contains { kind in
        symbol.count == 1 || sources.contains("\(kind) \(symbol[0])")
      }
      #expect(isKnown, "\(symbol)")
    }
  }
}
