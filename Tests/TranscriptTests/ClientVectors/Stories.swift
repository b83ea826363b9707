/// The stories that the files of vectors tell, by the name of the file.
enum Stories {
  static let all: [(name: String, make: @Sendable () throws -> VectorStory)] = [
    ("items", items),
    ("sections", sections),
    ("identifiers", identifiers),
    ("contents", contents),
    ("headers", headers),
    ("outlines", outlines),
    ("anchors", anchors),
    ("tags", tags),
    ("views", views),
    ("merged", merged),
    ("gap", gap),
    ("gap-too-old", gapTooOld),
    ("reload-data", reloadData),
    ("overtaken", overtaken),
    ("does-not-fit", doesNotFit),
    ("closed", closed),
    ("restart", restart),
    ("restart-outlines", restartWithOutlines),
    ("random-1", { try random(seed: 1) }),
    ("random-2", { try random(seed: 2) }),
    ("random-3", { try random(seed: 3) }),
  ]

  /// Three rows in a section, and a row in another.
  static let document = #"{"sections":[{"id":"A","items":["a","b","c"]},{"id":"B","items":["d"]}]}"#

  private static func random(seed: UInt64) throws -> VectorStory {
    var story = RandomStory(seed: seed)
    return try story.make()
  }
}
