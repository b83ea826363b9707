import Testing

/// The folders of a module stand in an order: each uses only those below it.
@Suite struct FolderTests {

  @Test(arguments: ["DiffableServer", "diffabled"])
  func `the arrows between the folders of a module run one way`(module: String) throws {
    let folder = "Sources/\(module)/"
    let files = try Repository.files(in: "Sources/\(module)", ending: ".swift").map { path in
      (path: String(path.dropFirst(folder.count)), text: try Repository.text(path))
    }
    let arrows = FolderArrows(files: files)
    #expect(arrows.arrows.count > 10)
    #expect(arrows.circles == [])
  }

  @Test func `a circle of folders is seen, with what makes it`() {
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
    #expect(arrows.circles.map(\.from) == ["Top", "Middle", "Bottom", "."])
  }
}
