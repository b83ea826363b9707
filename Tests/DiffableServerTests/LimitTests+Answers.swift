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
