extension LongRun {
  /// What makes lists of 60 items, each with a content of some thousand bytes.
  static let startOfBytes = [
    ("arrays", [create("arrays", #""changeFormat":"none""#, arrays(ending: 0))]),
    (
      "far down",
      [
        create(
          "far down",
          #""changeFormat":"none","heights":{"item":"\#(farPlace)"},"indexTitles":"\#(farPlace)""#,
          items { _ in #""content":\#(deep)"# },
          (1..<60).map { #",{"id":\#($0),"content":\#(deep)}"# }.joined()
        )
      ]
    ),
    ("named", [create("named", #""changeFormat":"none""#, items { _ in #""content":\#(named)"# })]),
    ("parts", [create("parts", #""identity":{"items":[\#(parts)]}"#, #"{"b":0}"#)]),
    ("letters", [createLetters("letters")]),
    ("marks", [createMarks]),
    (
      "marked rows",
      [
        createMarks,
        ("dataSource/create", #""dataSource":"marked rows","view":{"of":"marks",\#(markSearch)}"#),
      ]
    ),
    (
      "lit",
      [
        createLetters("letters"),
        (
          "dataSource/create",
          #""dataSource":"lit","view":{"of":"letters","#
            + #""search":{"text":"\#(letters)","in":[{}],"match":"fuzzy"}}"#
        ),
      ]
    ),
  ]

  static func items(_ members: (Int) -> String) -> String {
    (0..<60).map { #"{"id":\#($0),\#(members($0))}"# }.joined(separator: ",")
  }

  static func array(of count: Int) -> String {
    "[\(Array(repeating: "1", count: count).joined(separator: ","))]"
  }

  /// Items with contents of 20 KB of which the end can be another one.
  static func arrays(ending end: Int) -> String {
    items { _ in #""content":\#(long(ending: "\(end)"))"# }
  }

  static func long(ending end: String) -> String {
    #"{"array":\#(array(of: 10_000)),"end":\#(end)}"#
  }

  static let farPlace = String(repeating: "/a", count: 100)
  private static let createMarks =
    create(
      "marks",
      #""changeFormat":"none""#,
      items {
        $0 == 0
          ? #""content":"\#(marks(200_000))b""#
          : #""content":"\#(words($0 == 1 ? 100_000 : 2_000))京""#
      }
    )
  private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }
  /// A word at each letter.
  private static func words(_ count: Int) -> String { String(repeating: "東", count: count) }
  /// They nearly stand at every place of the texts.
  static let markSearch = #""search":{"text":"\#(marks(500))b","in":[{}],"case":"exact"}"#
  static let wordSearch = #""search":{"text":"\#(words(300))京","in":[{}]}"#
  static let letters = String(repeating: "a", count: 1_000)
  private static let deep =
    String(repeating: #"{"a":"#, count: 100) + array(of: 15_000)
    + String(repeating: "}", count: 100)
  /// Names that have the length of the one that is looked for only when they are decoded.
  private static let named =
    "{\((0..<2_000).map { #""\u0061\#($0)":1"# }.joined(separator: ","))}"

  /// Objects whose identifiers stand before many other members.
  static let identified =
    Array(repeating: #"{"b":0,\#(named.dropFirst())"#, count: 60).joined(separator: ",")
  private static let parts = Array(repeating: #""/b""#, count: 16).joined(separator: ",")
  /// Identifiers of 24 KB that are not too long once they are decoded.
  static let decodedIdentifiers =
    Array(repeating: #""\#(String(repeating: #"\u0061"#, count: 4_000))""#, count: 60)
    .joined(separator: ",")

  private static func createLetters(_ name: String) -> (String, String) {
    create(name, #""changeFormat":"none""#, items { _ in #""content":"\#(letters)""# })
  }

  private static func create(
    _ name: String,
    _ options: String,
    _ items: String,
    _ moreSections: String = ""
  ) -> (String, String) {
    (
      "dataSource/create",
      #""dataSource":"\#(name)","options":{\#(options)},"#
        + #""snapshot":{"sections":[{"id":0,"items":[\#(items)]}\#(moreSections)]}"#
    )
  }
}
