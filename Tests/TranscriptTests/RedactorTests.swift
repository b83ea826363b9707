import Foundation
import JSON
import TestSupport
import Testing
import Transcripts

/// What is left of a message when it is redacted.
@Suite struct RedactorTests {
  private func redact(
    _ messages: [String],
    _ direction: Redactor.Direction = .toDaemon
  ) -> [String] {
    var redactor = Redactor(maxNestingDepth: 16, maxBatchMessages: 3)
    return messages.map { message in
      String(decoding: redactor.redacted(Array(message.utf8)[...], direction), as: UTF8.self)
    }
  }

  private func check(
    _ message: String,
    _ expected: String,
    _ direction: Redactor.Direction = .toDaemon,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(redact([message], direction) == [expected], sourceLocation: sourceLocation)
  }

  // MARK: What stays

  @Test func `the words and numbers of the protocol stay`() {
    for message in [
      #"{"jsonrpc":"2.0","id":7,"method":"dataSource/apply","params":{"mode":"reloadData","ifRevision":3}}"#,
      #"{"method":"m","params":{"edits":[{"op":"sortItems","by":[{"pointer":"/a/0","order":"descending"}]}]}}"#,
      #"{"params":{"edits":[{"op":"moveItems","at":"start"},{"op":"shuffleItems","seed":-5}]}}"#,
      #"{"params":{"options":{"identity":{"items":["/a","/b"]},"heights":{"item":"/h","default":4.5}}}}"#,
      // To `Character`, no `/` is in front of these names.
      #"{"params":{"options":{"titles":{"header":"/\#u{301}a"},"indexTitles":"/\#u{20DD}"}}}"#,
      #"{"params":{"view":{"where":{"pointer":"/\#u{FE0F}","exists":true}}}}"#,
      #"{"params":{"indexPaths":[[0,1],null],"perSection":true,"content":{"a":[null,false,""]}}}"#,
    ] { check(message, message) }
  }

  @Test(arguments: [
    #"{"id":10,"error":{"code":1,"data":{"pointer":"/home"}}}"#,
    #"{"id":10,"result":{"pointer":"/home","options":{"header":"/home"}}}"#,
    #"{"id":10,"result":{"view":{"where":{"pointer":"/home"}}}}"#,
    #"{"id":10,"error":{"data":{"edits":[{"by":[{"pointer":"/home"}]}]}}}"#,
    #"{"pointer":"/home","method":"m","params":{"pointer":"/home"}}"#,
    #"{"method":"m","params":{"data":{"options":{"titles":{"header":"/home"}}}}}"#,
    #"{"method":"m","params":{"options":{"pointer":"/home"}}}"#,
    #"{"method":"m","params":{"edits":[{"op":"sortItems","pointer":"/home"}]}}"#,
  ])
  func `no pointer stays where the protocol has none`(message: String) {
    #expect(!redact([message])[0].contains("home"))
  }

  @Test(arguments: ["not", "all", "any"])
  func `pointers stay however deep a view is`(name: String) {
    let (start, end) = name == "not" ? (#"{"not":"#, "}") : (#"{"\#(name)":["#, "]}")
    let depth = name == "not" ? 250 : 125
    let test =
      String(repeating: start, count: depth) + #"{"pointer":"/t","exists":true}"#
      + String(repeating: end, count: depth)
    let message = #"{"params":{"view":{"where":\#(test)}}}"#
    var redactor = Redactor(maxNestingDepth: 256, maxBatchMessages: 3)
    let redacted = redactor.redacted(Array(message.utf8)[...], .toDaemon)
    #expect(String(decoding: redacted, as: UTF8.self) == message)
  }

  @Test func `sentences are left out and the words of errors stay`() {
    check(
      #"{"jsonrpc":"2.0","id":null,"error":{"code":1005,"message":"no zebra","data":"#
        + #"{"kind":"unknownItem","member":"edits[0].items","identifiers":["zebra"]}}}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":1005,"message":"…","data":"#
        + #"{"kind":"unknownItem","member":"edits[0].items","identifiers":["s8..."]}}}"#,
      .fromDaemon
    )
    check(
      #"{"method":"$/logTrace","params":{"message":"zebra","verbose":"zebra"}}"#,
      #"{"method":"$/logTrace","params":{"message":"…","verbose":"…"}}"#,
      .fromDaemon
    )
  }

  @Test func `what the daemon tells of its progress stays, but for the token`() {
    check(
      #"{"method":"$/progress","params":{"token":"t","value":{"kind":"begin","title":"dataSource/edit"}}}"#,
      #"{"method":"$/progress","params":{"token":"s8","value":{"kind":"begin","title":"dataSource/edit"}}}"#,
      .fromDaemon
    )
  }

  @Test func `what depends on heights in contents is left out`() {
    check(
      #"{"result":{"revision":1,"indexPath":[0,2],"y":60,"height":null}}"#,
      #"{"result":{"revision":1,"indexPath":"…","y":"…","height":"…"}}"#,
      .fromDaemon
    )
    let message = #"{"result":{"revision":1,"indexPath":[0,2]}}"#
    check(message, message, .fromDaemon)
  }

  @Test func `what the daemon says of itself stays`() {
    let message =
      #"{"id":1,"result":{"serverInfo":{"name":"diffabled"},"limits":{"maxNameBytes":9}}}"#
    check(message, message, .fromDaemon)
  }

  // MARK: What goes

  /// Which results are left out that a daemon with a view `v` that searches sends to requests.
  private func results(of requests: [String], answered results: [String]) -> [Bool] {
    var redactor = Redactor(maxNestingDepth: 16, maxBatchMessages: 3)
    let view =
      #"{"jsonrpc":"2.0","id":0,"method":"dataSource/create","#
      + #""params":{"dataSource":"v","view":{"of":"d","search":{}}}}"#
    for request in [view] + requests {
      _ = redactor.redacted(Array(request.utf8)[...], .toDaemon)
    }
    return results.map { result in
      let answer = redactor.redacted(Array(result.utf8)[...], .fromDaemon)
      return String(decoding: answer, as: UTF8.self).contains(#""result":"…""#)
    }
  }

  @Test func `what a view that searches answers is left out, whatever the ids`() {
    let ask = #"{"jsonrpc":"2.0","id":1,"method":"dataSource/rows","params":"#
    let found = ask + #"{"dataSource":"v"}}"#
    let other = ask + #"{"dataSource":"d"}}"#
    let result = #"{"id":1,"result":{"rows":[]}}"#
    #expect(results(of: [other, found], answered: [result, result]) == [false, true])
    #expect(results(of: [found, other], answered: [result, result]) == [true, false])
    let null = found.replacing(#""id":1"#, with: #""id":null"#)
    let nothing = #"{"id":null,"error":{"code":-32600}}"#
    let nullResult = result.replacing(#""id":1"#, with: #""id":null"#)
    #expect(results(of: ["1", null], answered: [nothing, nullResult]) == [false, true])
    // What is no request has no answer with its id.
    for bad in [ask + "3}", ask + #""v"}"#, #"{"jsonrpc":"2.0","id":1,"method":5}"#, #"{"id":1}"#] {
      #expect(results(of: [bad, found], answered: [nothing, result]) == [false, true])
    }
    // A batch that is too long is refused as a whole.
    let batch = "[" + [other, other, other].joined(separator: ",") + "]"
    let longer = "[" + [other, other, other, other].joined(separator: ",") + "]"
    #expect(results(of: [batch, found], answered: [result, result]) == [false, false])
    #expect(results(of: [longer, found], answered: [nothing, result]) == [false, true])
    // The first is no message to the daemon, and the last is the first with its id that is one.
    let second = other.replacing(#""id":1"#, with: #""id":2"#)
    let secondResult = result.replacing(#""id":1"#, with: #""id":2"#)
    let answers = [nothing, secondResult, result]
    #expect(results(of: [found, second, other], answered: answers) == [false, false, false])
    // Nobody knows what this answers.
    #expect(results(of: [found], answered: [secondResult, result]) == [true, true])
  }

  @Test func `names, identifiers and contents are replaced, and the names of members stay`() {
    check(
      #"{"params":{"dataSource":"zebras","snapshot":{"sections":[{"id":5,"content":{"name":[1.5,"z"]},"#
        + #""items":["zebra",["zebra",true,null,6]]}]}}}"#,
      #"{"params":{"dataSource":"s8....","snapshot":{"sections":[{"id":0,"content":{"name":[-140737488355328.5,"s7s"]},"#
        + #""items":["s7u..",["s7u..",true,null,70368744177664]]}]}}}"#
    )
  }

  @Test func `numbers that name something are replaced, under whatever name`() {
    let redacted = redact([
      #"{"id":7,"params":{"id":8,"snapshot":{"sections":[{"id":771}],"outlines":[{"id":772}]},"#
        + #""options":{"cells":{"default":773},"heights":{"default":774}}}}"#
    ])[0]
    #expect(redacted.hasPrefix(#"{"id":7,"params":{"id":8,"#))
    #expect(redacted.contains(#""heights":{"default":774}"#))
    for number in [771, 772, 773] { #expect(!redacted.contains("\(number)"), "\(redacted)") }
  }

  @Test func `what is in an identifier is the client's, also where it is none`() {
    for identifier in [#"{"revision":771}"#, "[[771]]", #"[{"at":771}]"#] {
      for message in [
        #"{"params":{"edits":[{"op":"append","to":\#(identifier)}]}}"#,
        #"{"params":{"edits":[{"op":"delete","items":[{"id":\#(identifier)}]}]}}"#,
        #"{"params":{"options":{"cells":{"default":\#(identifier)}}}}"#,
      ] {
        let redacted = redact([message])[0]
        #expect(!redacted.contains("771"), "\(redacted)")
      }
    }
  }

  @Test(arguments: ["code", "percentage", "score", "value"])
  func `numbers that the daemon alone says are replaced where a client has them`(name: String) {
    for value in ["771", "[771]", #"{"value":771}"#] {
      for message in [
        #"{"method":"$/setTrace","params":{"\#(name)":\#(value)}}"#,
        #"{"id":1,"method":"dataSource/edit","params":{"edits":[{"\#(name)":\#(value)}]}}"#,
        #"{"id":1,"result":{"\#(name)":\#(value)}}"#,
        #"{"id":1,"error":{"data":{"\#(name)":\#(value)}}}"#,
      ] {
        let redacted = redact([message])[0]
        #expect(!redacted.contains("771"), "\(redacted)")
      }
    }
    let refusal =
      #"{"error":{"code":-32602,"data":{"limit":"maxNestingDepth","\#(name)":771}}}"#
    check(refusal, refusal, .fromDaemon)
  }

  @Test func `what views compare with is replaced, and how they compare stays`() {
    check(
      #"{"params":{"view":{"of":"zebra","where":{"pointer":"/a","in":[{"from":"content"}]}}}}"#,
      #"{"params":{"view":{"of":"s8...","where":{"pointer":"/a","in":[{"from":"s7s...."}]}}}}"#
    )
    check(
      #"{"params":{"view":{"search":{"text":"zebra","in":[{"from":"content"}],"match":"words"}}}}"#,
      #"{"params":{"view":{"search":{"text":"s8...","in":[{"from":"content"}],"match":"words"}}}}"#
    )
    check(
      #"{"params":{"view":{"groupBy":{"take":"letter","values":["Z"],"order":"descending"}}}}"#,
      #"{"params":{"view":{"groupBy":{"take":"letter","values":[],"order":"descending"}}}}"#
    )
    check(
      #"{"params":{"view":{"groupBy":{"pointer":"/a","values":["Z"]},"window":{"limit":9}}}}"#,
      #"{"params":{"view":{"groupBy":{"pointer":"/a","values":["s8"]},"window":{"limit":9}}}}"#
    )
  }

  @Test func `a member that nobody knows is the client's`() {
    for member in [
      #""secret":"zebra""#, #""secret":424242"#, #""secret":{"index":424242}"#,
      #""mode":"zebra""#, #""item":"/zebra""#, #""at":"zebra""#, #""items":{"count":424242}"#,
      #""edits":[{"op":"zebra","to":424242}]"#, #""id":"zebra""#, #""clientInfo":{"name":"zebra"}"#,
    ] {
      for message in [#"{"params":{\#(member)}}"#, #"{\#(member)}"#, #"[{"params":{\#(member)}}]"#]
      {
        let redacted = redact([message.replacing(#"{"id":"#, with: #"{"x":"#)])[0]
        #expect(!redacted.contains("zebra") && !redacted.contains("424242"), "\(redacted)")
      }
    }
    #expect(redact(["\"zebra\"", "424242", "[\"zebra\"]"]) == ["\"s8...\"", "0", "[\"s8...\"]"])
  }

  @Test func `what is no JSON becomes something else that is none`() {
    let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    for message in ["zebra", "{\"zebra\":", "\"zebra", "1 2", "", "nul", deep] {
      let redacted = redact([message])[0]
      #expect(!redacted.contains("zebra"))
      #expect(redacted.utf8.count == message.utf8.count)
      let document = try? JSONDocument(parsing: redacted, maxNestingDepth: 16)
      #expect(document == nil, "\(redacted)")
      #expect(((try? JSONDocument(parsing: redacted)) != nil) == (message == deep))
    }
  }

  @Test func `contents may be nested as deeply as is allowed`() throws {
    var redactor = Redactor(maxNestingDepth: 200_000, maxBatchMessages: 3)
    let deep = Array(String(repeating: "[", count: 100_000).utf8)
    let text = Array(#"{"params":{"content":"#.utf8) + deep + deep.map { $0 + 2 } + Array("}}".utf8)
    #expect(redactor.redacted(text[...], .toDaemon) == text)
  }

  // MARK: Kinds

  /// Whether a text can be an identifier, or a name, and of what kind a number is.
  private static let kinds: [(value: String, kind: String)] = [
    (#""a""#, "string"), (#""""#, "empty"), (#""\u0000""#, "null"), (#""a\ud800""#, "half"),
    (#""\ud83d\ude00""#, "string"), ("1", "integer"), ("-9007199254740991", "integer"),
    ("1e2", "integer"), ("9007199254740992", "large"), ("-1e300", "large"), ("1e999", "large"),
    ("1.5", "fraction"), ("-1e-7", "fraction"), ("1e-999", "fraction"), ("-0", "integer"),
  ]

  @Test(arguments: kinds)
  func `a placeholder is of the same kind`(value: String, kind: String) throws {
    let redacted = redact([#"{"params":{"item":\#(value)}}"#])[0]
    let item = try #require(try JSONDocument(parsing: redacted).root["params"]?["item"])
    let found: String
    if let text = item.string {
      // Half a surrogate pair is read as U+FFFD.
      let unfit = text.contains("\0") ? "null" : text.contains("\u{FFFD}") ? "half" : nil
      found = unfit ?? (text.isEmpty ? "empty" : "string")
    } else if let integer = item.integer {
      found = abs(integer) < 1 << 53 ? "integer" : "large"
    } else {
      found = "fraction"
    }
    #expect(found == kind, "\(redacted)")
  }

  @Test func `equal values have equal placeholders, and others have others`() throws {
    let groups = [
      [#""a""#, #""\u0061""#], ["1", "1.0", "10e-1", "0.1e1"], [#""1""#], ["-1"],
      ["0", "-0", "0e9"],
      ["1.50", "15e-1"], ["123456789012345678901234567890", "123456789012345678901234567890.0"],
      ["123456789012345678901234567891"], [#""\ud800""#], [#""\udfff""#], ["1e400"], ["1e401"],
      ["true"], [#""""#], ["[1]"],
    ]
    let redacted = redact(groups.joined().map { #"{"params":{"content":\#($0)}}"# })
    var rest = redacted[...]
    var seen: Set<String> = []
    for group in groups {
      let placeholders = rest.prefix(group.count)
      rest = rest.dropFirst(group.count)
      #expect(Set(placeholders).count == 1, "\(group)")
      #expect(seen.insert(placeholders.first ?? "").inserted, "\(group)")
    }
  }

  @Test func `numbers are in the order of their exact values, whatever their size`() throws {
    let ascending = [
      "-1e100000000000000000001", "-1e100000000000000000000", "-25e400", "-2e401",
      "-9007199254740993", "-9007199254740992.5", "-9007199254740992", "-9007199254740991",
      "-7.25", "-1e-500", "0", "12e-500", "2e-499", "0.1", "0.10000000000000000001",
      "4.99999999999999999999", "5", "5.00000000000000000001", "9007199254740991",
      "9007199254740991.9", "9007199254740992", "9007199254740992.5", "9007199254740993",
      "100000000000000000000", "100000000000000000001", "2e401", "25e400",
      "1e100000000000000000000", "1e100000000000000000001",
    ]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let shuffled = ascending.shuffled(using: &random)
      let redacted = redact(shuffled.map { #"{"params":{"content":\#($0)}}"# })
      var placeholders: [String: Decimal] = [:]
      for (value, message) in zip(shuffled, redacted) {
        let content = try JSONDocument(parsing: message).root["params"]?["content"]
        let bytes = try #require(content).bytes
        placeholders[value] = Decimal(string: String(decoding: bytes, as: UTF8.self))
      }
      let inOrder = ascending.compactMap { placeholders[$0] }
      #expect(inOrder.count == ascending.count)
      #expect(zip(inOrder, inOrder.dropFirst()).allSatisfy { $0 < $1 }, "\(shuffled)")
    }
  }

  @Test func `texts that can be no identifiers are in order among others`() throws {
    let ascending = [
      #""\u0000""#, #""a""#, #""a\u0000""#, #""a\u0000b""#, #""ab""#, #""abc""#, #""ab\ud800""#,
      #""b""#, #""\ud800""#, #""\ud800a""#, #""\udc00""#, #""\uf000""#, #""\uffff""#,
    ]
    var random = SeededGenerator(seed: 12)
    for _ in 0..<20 {
      let shuffled = ascending.shuffled(using: &random)
      let redacted = redact(shuffled.map { #"{"params":{"content":\#($0)}}"# })
      var placeholders: [String: [UInt8]] = [:]
      for (value, message) in zip(shuffled, redacted) {
        let content = try JSONDocument(parsing: message).root["params"]?["content"]
        var text: [UInt8] = []
        try #require(content).appendDistinctText(to: &text)
        placeholders[value] = text
      }
      let inOrder = ascending.compactMap { placeholders[$0] }
      #expect(inOrder.count == ascending.count)
      let isAscending = zip(inOrder, inOrder.dropFirst()).allSatisfy {
        $0.lexicographicallyPrecedes($1)
      }
      #expect(isAscending, "\(shuffled)")
    }
  }

  /// Values of which each lies between the two before it, and then others in no order.
  private func crowd(_ literal: (Int) -> String) -> [String] {
    var random = SeededGenerator(seed: 5)
    let between = (0..<120).map { $0 % 2 == 0 ? $0 * 100 : 30_000 - $0 * 100 }
    return (between + (0..<30_000).shuffled(using: &random).prefix(3000)).map(literal)
  }

  @Test(
    arguments: [
      { "\($0)" }, { "\(9_007_199_254_740_992 + $0)" }, { "-\(9_007_199_254_740_992 + $0)" },
      { "\($0).25" }, { "\"\(100_000 + $0)\"" },
    ] as [@Sendable (Int) -> String]
  )
  func `others have others where the order was given up, too`(
    literal: @Sendable (Int) -> String
  ) throws {
    let values = crowd(literal)
    var redactor = Redactor(maxNestingDepth: 16, maxBatchMessages: 3)
    let redacted = values.map { value in
      redactor.redacted(Array(#"{"params":{"content":\#(value)}}"#.utf8)[...], .toDaemon)
    }
    #expect(redactor.hasLostOrder)
    #expect(Set(redacted).count == Set(values).count)
  }

  @Test func `the order of values is kept`() throws {
    var random = SeededGenerator(seed: 7)
    var texts: [String] = []
    var numbers: [String] = []
    for index in 0..<200 {
      texts.append("\"" + String(repeating: "b", count: index % 5) + String(index % 97) + "\"")
      numbers.append(index % 3 == 0 ? "\(index * 7 % 101).25" : "\(index * 13 % 251 - 100)")
    }
    for values in [texts, numbers] {
      let shuffled = values.shuffled(using: &random)
      let redacted = redact(shuffled.map { #"{"params":{"content":\#($0)}}"# })
      var pairs: [(JSONView, JSONView)] = []
      for (value, message) in zip(shuffled, redacted) {
        let content = try JSONDocument(parsing: message).root["params"]?["content"]
        pairs.append((try JSONDocument(parsing: value).root, try #require(content)))
      }
      for (value, placeholder) in pairs {
        for (other, otherPlaceholder) in pairs {
          #expect(
            isLess(value, other) == isLess(placeholder, otherPlaceholder),
            "\(value.bytes) \(other.bytes)"
          )
        }
      }
    }
  }

  private func isLess(_ lhs: JSONView, _ rhs: JSONView) -> Bool {
    if lhs.kind == .string {
      return (lhs.string ?? "").utf8.lexicographicallyPrecedes((rhs.string ?? "").utf8)
    }
    func double(_ view: JSONView) -> Double {
      Double(String(decoding: view.bytes, as: UTF8.self)) ?? 0
    }
    return double(lhs) < double(rhs)
  }
}
