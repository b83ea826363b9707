import DiffableServer
import Testing

/// How long answers may be.
extension LimitTests {
  @Test func `an answer that a short question makes long is refused`() throws {
    let session = session { $0.maxMessageBytes = 4096 }
    let content = String(repeating: "x", count: 1000)
    let document =
      #"{"sections":[{"id":"A","content":"\#(content)","items":[{"id":1,"content":"\#(content)"}]}]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    for (method, params) in [
      ("dataSource/items", #""items":[1,1,1,1,1]"#),
      ("dataSource/sections", #""sections":["A","A","A","A","A"]"#),
    ] {
      let error = try session.error(method, #"{"dataSource":"s",\#(params)}"#)
      expect(error, exceeds: "maxMessageBytes")
    }
    _ = try session.result("dataSource/items", #"{"dataSource":"s","items":[1,1,1]}"#)
  }

  @Test(arguments: [
    ("snapshot/contents", ""), ("dataSource/items", #","items":["a"]"#),
    ("dataSource/rows", #","from":[0,0],"count":3"#), ("dataSource/changes", #","since":0"#),
    ("dataSource/outline", #","section":"A","items":["a"]"#),
  ])
  func `an answer may be just as long as a message`(method: String, members: String) throws {
    let content = String(repeating: "x", count: 1000)
    let list = #"{"sections":[{"id":"A","items":[{"id":"a","content":"\#(content)"}]}]}"#
    let items = members.replacing(
      "\"a\"",
      with: Array(repeating: "\"a\"", count: 200).joined(separator: ",")
    )
    func answer(_ limit: Int) throws -> String {
      let client = session { $0.maxMessageBytes = limit }
      let create = #"{"dataSource":"s","snapshot":\#(list),"options":{"history":9}}"#
      _ = try client.result("dataSource/create", create)
      return try #require(client.call(method, #"{"dataSource":"s"\#(items)}"#).last)
    }
    let length = try answer(1 << 20).utf8.count
    #expect(length > 1000)
    #expect(try answer(length).contains(#""result""#))
    #expect(try answer(length - 1).contains(#""limitExceeded""#))
  }

  @Test func `what is too long with its contents alone is refused before they are copied`() throws {
    let session = session { $0.maxMessageBytes = 1 << 22 }
    let content = #""\#(String(repeating: "x", count: 1 << 20))""#
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    for number in 0..<5 {
      let section = #"{"id":\#(number),"content":\#(content),"items":[]}"#
      let item = #"{"id":\#(number),"content":\#(content)}"#
      for edit in [
        #"{"op":"appendSections","sections":[\#(section)]}"#,
        #"{"op":"appendItems","items":[\#(item)],"toSection":\#(number)}"#,
      ] {
        _ = try session.result("dataSource/edit", #"{"dataSource":"s","edits":[\#(edit)]}"#)
      }
    }
    var looks = 0
    session.server.mayContinue = {
      looks += 1
      return true
    }
    for (method, members) in [
      ("dataSource/items", #""items":[1,1,1,1,1]"#),
      ("dataSource/sections", #""sections":[1,1,1,1,1]"#),
      ("dataSource/rows", #""from":[0,0],"count":5"#),
      ("snapshot/contents", #""atRevision":10"#),
    ] {
      let error = try session.error(method, #"{"dataSource":"s",\#(members)}"#)
      expect(error, exceeds: "maxMessageBytes")
    }
    // To write four megabytes takes sixteen looks.
    #expect(looks == 0)
    _ = try session.result("dataSource/items", #"{"dataSource":"s","items":[1,1,1]}"#)
    #expect(looks > 10)
  }

  @Test func `no answer to a question is longer than a message may be`() throws {
    let session = session { $0.maxMessageBytes = 4096 }
    let content = String(repeating: "x", count: 1000)
    _ = try session.result("dataSource/create", #"{"dataSource":"s"}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"empty","from":{"dataSource":"s"}}"#)
    for number in 0..<40 {
      let item = #"{"id":"\#(number) \#(content)","content":"\#(content)"}"#
      let edit =
        #"{"op":"appendSections","sections":[{"id":"\#(content) \#(number)","items":[\#(item)]}]}"#
      _ = session.call("dataSource/edit", #"{"dataSource":"s","edits":[\#(edit)]}"#)
    }
    for (method, params) in [
      ("snapshot/contents", #""dataSource":"s""#),
      ("snapshot/itemIdentifiers", #""dataSource":"s""#),
      ("snapshot/sectionIdentifiers", #""dataSource":"s""#),
      ("snapshot/counts", #""dataSource":"s","perSection":true"#),
      ("dataSource/rows", #""dataSource":"s","from":[0,0],"count":40"#),
      ("dataSource/changes", #""dataSource":"s","since":1"#),
      ("snapshot/changes", #""from":{"snapshot":"empty"},"to":{"dataSource":"s"}"#),
    ] {
      let error = try session.error(method, "{\(params)}")
      expect(error, exceeds: "maxMessageBytes")
    }
    _ = try session.result("snapshot/counts", #"{"dataSource":"s"}"#)
    for method in ["dataSource/list", "snapshot/list"] { _ = try session.result(method, "{}") }
    for number in 0..<40 {
      let name = "\(number)" + String(repeating: "x", count: 100)
      _ = try session.result("dataSource/create", #"{"dataSource":"\#(name)"}"#)
      _ = try session.result(
        "snapshot/create",
        #"{"snapshot":"\#(name)","from":{"dataSource":"s"}}"#
      )
    }
    for method in ["dataSource/list", "snapshot/list"] {
      expect(try session.error(method, "{}"), exceeds: "maxMessageBytes")
    }
  }

  @Test func `what a view does not show counts in no answer`() throws {
    let session = session { $0.maxMessageBytes = 1 << 22 }
    let content = #""\#(String(repeating: "x", count: 1 << 20))""#
    let section = #"{"id":"A","content":\#(content),"items":[{"id":1,"content":\#(content)}]}"#
    for (method, params) in [
      ("dataSource/create", #""dataSource":"s","snapshot":{"sections":[\#(section)]}"#),
      ("dataSource/create", #""dataSource":"v","view":{"of":"s","where":{"not":{"all":[]}}}"#),
    ] {
      _ = try session.result(method, "{\(params)}")
    }
    for (method, members) in [
      ("dataSource/items", #""items":[1,1,1,1,1]"#),
      ("dataSource/sections", #""sections":["A","A","A","A","A"]"#),
    ] {
      let read = try session.result(method, #"{"dataSource":"v",\#(members)}"#)
      #expect("\(read)".contains("[null,null,null,null,null]"))
    }
  }
}
