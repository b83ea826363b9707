import Testing

/// Every refusal leaves everything as it was.
@Suite struct RefusalTests {

  /// Two data sources and two drafts, with content and with marks.
  private static func session() throws -> TestClient {
    let session = TestClient()
    let document =
      #"{"sections":[{"id":"A","content":1,"items":["a",{"id":"b","content":{"x":1}},"c"]},"#
      + #"{"id":"B","items":[1,2,[1,"x",null]]},"E"]}"#
    _ = try session.result("dataSource/create", #"{"dataSource":"s","snapshot":\#(document)}"#)
    _ = try session.result("dataSource/create", #"{"dataSource":"t"}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"d","from":{"dataSource":"s"}}"#)
    _ = try session.result("snapshot/create", #"{"snapshot":"e"}"#)
    let marks =
      #"{"op":"reloadItems","items":["a"]},{"op":"reconfigureItems","items":[2]},"#
      + #"{"op":"reloadSections","sections":["B"]}"#
    _ = try session.result("snapshot/edit", #"{"snapshot":"d","edits":[\#(marks)]}"#)
    return session
  }

  /// Edits that are refused, and the kind of the error.
  private static let edits: [(edit: String, kind: String)] = [
    ("7", "invalidParams"), ("{}", "invalidParams"), (#"{"op":null}"#, "invalidParams"),
    (#"{"op":7}"#, "invalidParams"), (#"{"op":"nonsense"}"#, "invalidParams"),
    (#"{"op":"AppendItems","items":[]}"#, "invalidParams"),
    (#"{"op":"appendSections"}"#, "invalidParams"),
    (#"{"op":"appendSections","sections":"Z"}"#, "invalidParams"),
    (#"{"op":"appendSections","sections":[{"id":"Z","items":{"z":1}}]}"#, "invalidParams"),
    (#"{"op":"appendSections","sections":["Z",null]}"#, "invalidIdentifier"),
    (#"{"op":"appendSections","sections":["Z","Z"]}"#, "duplicateIdentifier"),
    (#"{"op":"appendSections","sections":["A"]}"#, "duplicateIdentifier"),
    (#"{"op":"appendSections","sections":["Z",{"id":"\u005a"}]}"#, "duplicateIdentifier"),
    (#"{"op":"appendSections","sections":[{"id":"Z","items":["z","z"]}]}"#, "duplicateIdentifier"),
    (
      #"{"op":"appendSections","sections":[{"id":"Z","items":["z"]},{"id":"Y","items":["z"]}]}"#,
      "duplicateIdentifier"
    ),
    (#"{"op":"insertSections","sections":["Z"]}"#, "invalidParams"),
    (
      #"{"op":"insertSections","sections":["Z"],"beforeSection":"A","afterSection":"B"}"#,
      "invalidParams"
    ),
    (#"{"op":"insertSections","sections":["Z"],"beforeSection":"Q"}"#, "unknownSection"),
    (#"{"op":"insertSections","sections":[],"afterSection":"Q"}"#, "unknownSection"),
    (#"{"op":"insertSections","sections":["Z"],"afterSection":{}}"#, "invalidIdentifier"),
    (#"{"op":"deleteSections","sections":[true]}"#, "invalidIdentifier"),
    (#"{"op":"deleteSections","sections":{"A":1}}"#, "invalidParams"),
    (#"{"op":"moveSection","section":"A"}"#, "invalidParams"),
    (#"{"op":"moveSection","beforeSection":"A"}"#, "invalidParams"),
    (#"{"op":"moveSection","section":"A","beforeSection":"A"}"#, "invalidEdit"),
    (#"{"op":"moveSection","section":"Q","beforeSection":"A"}"#, "unknownSection"),
    (#"{"op":"moveSection","section":"A","beforeSection":"Q"}"#, "unknownSection"),
    (#"{"op":"moveSection","section":"a","beforeSection":"A"}"#, "unknownSection"),
    (#"{"op":"reloadSections","sections":["A","Q"]}"#, "unknownSection"),
    (#"{"op":"reloadSections","sections":[{"id":"A","content":5},"Q"]}"#, "unknownSection"),
    (#"{"op":"appendItems","items":[{"id":"b","content":7},{}]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":["z"],"toSection":"Q"}"#, "unknownSection"),
    (#"{"op":"appendItems","items":[],"toSection":"Q"}"#, "unknownSection"),
    (#"{"op":"appendItems","items":["z"],"toSection":[]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":["z",1,"z"]}"#, "duplicateIdentifier"),
    (#"{"op":"appendItems","items":[5,5.0]}"#, "duplicateIdentifier"),
    (#"{"op":"appendItems","items":[[1,"x"],[1e0,"\u0078"]]}"#, "duplicateIdentifier"),
    (#"{"op":"appendItems","items":[1.5]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[9007199254740992]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[-9007199254740992]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[1e400]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":["\u0000"]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":["\ud800"]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[["\udc00x"]]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[[]]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[[[1]]]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[[1.5]]}"#, "invalidIdentifier"),
    (#"{"op":"appendItems","items":[{"id":{"id":1}}]}"#, "invalidIdentifier"),
    (#"{"op":"insertItems","items":["z"]}"#, "invalidParams"),
    (#"{"op":"insertItems","items":["z"],"beforeItem":"a","afterItem":"b"}"#, "invalidParams"),
    (#"{"op":"insertItems","items":["z"],"beforeItem":"q"}"#, "unknownItem"),
    (#"{"op":"insertItems","items":["z"],"afterItem":"A"}"#, "unknownItem"),
    (#"{"op":"insertItems","items":["z","a"],"afterItem":"a"}"#, "invalidEdit"),
    (#"{"op":"insertItems","items":["z","z"],"afterItem":"a"}"#, "duplicateIdentifier"),
    (#"{"op":"deleteItems","items":["a",false]}"#, "invalidIdentifier"),
    (#"{"op":"deleteItems"}"#, "invalidParams"),
    (#"{"op":"moveItem","item":"a"}"#, "invalidParams"),
    (#"{"op":"moveItem","item":"a","beforeItem":"a"}"#, "invalidEdit"),
    (#"{"op":"moveItem","item":"q","beforeItem":"a"}"#, "unknownItem"),
    (#"{"op":"moveItem","item":"a","afterItem":"q"}"#, "unknownItem"),
    (#"{"op":"moveItem","item":["a"],"afterItem":"b"}"#, "unknownItem"),
    (#"{"op":"reloadItems","items":["a","q"]}"#, "unknownItem"),
    (#"{"op":"reconfigureItems","items":[{"id":"a","content":5},"q"]}"#, "unknownItem"),
    (#"{"op":"reconfigureItems","items":["1"]}"#, "unknownItem"),
  ]

  @Test func `a refused edit changes nothing and names its index`() throws {
    // The edits before the refused one would change everything that there is.
    let first =
      #"{"op":"appendSections","sections":[{"id":"N","content":1,"items":["c","n"]}]},"#
      + #"{"op":"reloadItems","items":[{"id":"b","content":9}]},"#
      + #"{"op":"deleteItems","items":["c"]}"#
    for target in [#""dataSource":"s""#, #""snapshot":"d""#] {
      let session = try RefusalTests.session()
      let before = try session.dump()
      let method = target.hasPrefix(#""data"#) ? "dataSource/edit" : "snapshot/edit"
      for (edit, kind) in RefusalTests.edits {
        let error = try session.error(method, "{\(target),\"edits\":[\(first),\(edit)]}")
        #expect(error.kind == kind, "\(edit)")
        #expect(error["data"]?["edit"]?.integer == 3, "\(edit)")
        #expect(error["data"]?["method"]?.text == method, "\(edit)")
        let after = try session.dump()
        #expect(after == before, "\(edit)")
      }
    }
  }

  @Test func `the same bad request is answered in the same words every time`() throws {
    for (edit, _) in RefusalTests.edits {
      let session = try RefusalTests.session()
      let params = #"{"dataSource":"s","edits":[\#(edit)]}"#
      let first = try session.error("dataSource/edit", params)
      #expect(try session.error("dataSource/edit", params) == first)
    }
  }

  /// Edits that are wrong, most of them in more than one way; "q" and "Q" are not in the list.
  private static let unknowns: [String] = [
    #"{"op":"moveSection","section":"Q","beforeSection":"never"}"#,
    #"{"op":"moveSection","section":"Q","beforeSection":"Q"}"#,
    #"{"op":"moveSection","section":"never","afterSection":"Q"}"#,
    #"{"op":"insertSections","sections":["Q","Z"],"beforeSection":"Q"}"#,
    #"{"op":"insertSections","sections":["A","Z"],"beforeSection":"Q"}"#,
    #"{"op":"reloadSections","sections":["Q","never"]}"#,
    #"{"op":"reloadSections","sections":["Q",true]}"#,
    #"{"op":"clearSections","sections":["Q","never"]}"#,
    #"{"op":"setSections","sections":["Q","never"]}"#,
    #"{"op":"appendItems","items":["z"],"toSection":"Q"}"#,
    #"{"op":"insertItems","items":["q","z"],"beforeItem":"q"}"#,
    #"{"op":"insertItems","items":["z"],"beforeItem":"q"}"#,
    #"{"op":"moveItem","item":"q","beforeItem":"never"}"#,
    #"{"op":"moveItem","item":"q","beforeItem":"q"}"#,
    #"{"op":"moveItem","item":"never","beforeItem":"q"}"#,
    #"{"op":"moveItems","items":["never"],"toSection":"Q"}"#,
    #"{"op":"moveItems","items":["q","never"],"toSection":"A"}"#,
    #"{"op":"moveItems","items":["q","q"],"toSection":"A"}"#,
    #"{"op":"replaceItems","section":"Q","items":["z","z"]}"#,
    #"{"op":"reconfigureItems","items":["q","never"]}"#,
    #"{"op":"setItems","items":["q",{}]}"#,
    #"{"op":"swapItems","items":["never","q"]}"#,
    #"{"op":"patchItems","items":[{"id":"q","patch":{}},{"id":[],"patch":{}}]}"#,
    #"{"op":"patchSections","sections":[{"id":"Q","patch":{}},{"id":"never","patch":{}}]}"#,
    #"{"op":"sortItems","section":"Q","by":[{"pointer":""}]}"#,
  ]

  /// Likewise edits of a tree.
  private static let unknownsInTree: [String] = [
    #"{"op":"append","items":["a"],"to":"q"}"#,
    #"{"op":"append","items":["q"],"to":"q"}"#,
    #"{"op":"insert","items":["a"],"before":"q"}"#,
    #"{"op":"delete","items":["q","never"]}"#,
    #"{"op":"replaceChildren","of":"q","with":{"items":[{}]}}"#,
  ]

  @Test func `it makes no difference whether what is unknown was known once`() throws {
    func session(sections: String) throws -> TestClient {
      let session = try RefusalTests.session()
      for edit in [
        #"{"op":"appendSections","sections":[\#(sections)]}"#,
        #"{"op":"deleteSections","sections":["Q"]}"#,
      ] {
        _ = try session.result("dataSource/edit", #"{"dataSource":"s","edits":[\#(edit)]}"#)
      }
      return session
    }
    let sessions = try [session(sections: ""), session(sections: #"{"id":"Q","items":["q"]}"#)]
    let requests =
      RefusalTests.unknowns.map {
        ("dataSource/edit", #"{"dataSource":"s","edits":[\#($0)]}"#)
      }
      + RefusalTests.unknownsInTree.map {
        ("dataSource/editSection", #"{"dataSource":"s","section":"A","edits":[\#($0)]}"#)
      }
      + ["dataSource/expandItem", "dataSource/collapseItem"].map {
        ($0, #"{"dataSource":"s","item":"q"}"#)
      }
    for (method, params) in requests {
      let errors = try sessions.map { try $0.error(method, params) }
      #expect(errors[0] == errors[1], "\(params)")
    }
  }

  /// Documents that are refused, the kind of the error, and the member that it names.
  private static let documents: [(document: String, kind: String)] = [
    ("7", "invalidParams"), ("[]", "invalidParams"), ("{}", "invalidParams"),
    ("null", "invalidParams"), (#"{"sections":{"A":1}}"#, "invalidParams"),
    (#"{"sections":[{"id":"A","items":7}]}"#, "invalidParams"),
    (#"{"sections":[null]}"#, "invalidIdentifier"), (#"{"sections":[{}]}"#, "invalidIdentifier"),
    (#"{"sections":[{"id":"A","items":[{"id":null}]}]}"#, "invalidIdentifier"),
    (#"{"sections":["A","B","A"]}"#, "duplicateIdentifier"),
    (#"{"sections":[{"id":"A","items":[1]},{"id":"B","items":[1]}]}"#, "duplicateIdentifier"),
    (#"{"sections":["A"],"reloadedSections":["B"]}"#, "unknownSection"),
    (#"{"sections":["A"],"reloadedSections":["Q"]}"#, "unknownSection"),
    (#"{"sections":["A"],"reloadedItems":["a"]}"#, "unknownItem"),
    (#"{"sections":["A"],"reconfiguredItems":["q"]}"#, "unknownItem"),
    (#"{"sections":["A"],"reconfiguredItems":7}"#, "invalidParams"),
    (#"{"sections":["A"],"reloadedItems":[{}]}"#, "invalidIdentifier"),
    (#""q""#, "unknownSnapshot"), (#""""#, "invalidParams"),
  ]

  @Test func `a refused document changes nothing`() throws {
    let session = try RefusalTests.session()
    let before = try session.dump()
    for (document, kind) in RefusalTests.documents {
      let params = #"{"dataSource":"s","snapshot":\#(document)}"#
      #expect(try session.error("dataSource/apply", params).kind == kind, "\(document)")
      #expect(try session.dump() == before, "\(document)")
    }
  }

  /// Other requests that are refused.
  private static let requests: [(method: String, params: String, kind: String)] = [
    ("dataSource/create", #"{"dataSource":"s"}"#, "dataSourceExists"),
    ("dataSource/create", #"{"dataSource":"u","options":7}"#, "invalidParams"),
    ("dataSource/close", #"{"dataSource":"d"}"#, "unknownDataSource"),
    ("dataSource/close", "{}", "invalidParams"),
    ("dataSource/configure", #"{"dataSource":"s"}"#, "invalidParams"),
    ("dataSource/configure", #"{"dataSource":"q","options":{}}"#, "unknownDataSource"),
    ("dataSource/edit", #"{"dataSource":"s"}"#, "invalidParams"),
    ("dataSource/edit", #"{"dataSource":"s","edits":{"op":1}}"#, "invalidParams"),
    ("dataSource/edit", #"{"dataSource":"q","edits":[]}"#, "unknownDataSource"),
    ("dataSource/edit", #"{"dataSource":"s","edits":[],"ifRevision":0}"#, "revisionMismatch"),
    ("dataSource/edit", #"{"dataSource":"s","edits":[],"ifRevision":"1"}"#, "invalidParams"),
    ("dataSource/edit", #"{"dataSource":"s","edits":[],"ifRevision":1.5}"#, "invalidParams"),
    (
      "dataSource/edit", #"{"dataSource":"s","edits":[],"animatingDifferences":1}"#, "invalidParams"
    ),
    ("dataSource/apply", #"{"dataSource":"s","snapshot":"d","mode":"no"}"#, "invalidParams"),
    ("dataSource/apply", #"{"dataSource":"s","snapshot":"d","ifRevision":7}"#, "revisionMismatch"),
    ("dataSource/apply", #"{"dataSource":"q","snapshot":"d"}"#, "unknownDataSource"),
    ("snapshot/create", #"{"snapshot":"d"}"#, "snapshotExists"),
    ("snapshot/create", #"{"snapshot":""}"#, "invalidParams"),
    ("snapshot/create", #"{"snapshot":"x","from":{"dataSource":"q"}}"#, "unknownDataSource"),
    ("snapshot/create", #"{"snapshot":"x","from":{"snapshot":"s"}}"#, "unknownSnapshot"),
    ("snapshot/create", #"{"snapshot":"x","from":{}}"#, "invalidParams"),
    ("snapshot/create", #"{"snapshot":"x","from":"s"}"#, "invalidParams"),
    ("snapshot/release", #"{"snapshot":"s"}"#, "unknownSnapshot"),
    ("snapshot/edit", #"{"snapshot":"s","edits":[]}"#, "unknownSnapshot"),
    ("snapshot/changes", #"{"from":{"snapshot":"d"}}"#, "invalidParams"),
    (
      "snapshot/changes", #"{"from":{"snapshot":"d"},"to":{"dataSource":"d"}}"#, "unknownDataSource"
    ),
    ("snapshot/contents", #"{"dataSource":"s","snapshot":"d"}"#, "invalidParams"),
    ("snapshot/contents", "{}", "invalidParams"),
    ("snapshot/contents", #"{"dataSource":"s","atRevision":0}"#, "revisionMismatch"),
    ("snapshot/counts", #"{"dataSource":"s","inSection":"Q"}"#, "unknownSection"),
    ("snapshot/itemIdentifiers", #"{"snapshot":"d","inSection":"a"}"#, "unknownSection"),
    ("snapshot/itemIdentifiers", #"{"snapshot":"d","range":[0]}"#, "invalidParams"),
    ("snapshot/itemIdentifiers", #"{"snapshot":"d","range":[0,-1]}"#, "invalidParams"),
    ("dataSource/rows", #"{"dataSource":"s","from":[0,0]}"#, "invalidParams"),
    ("dataSource/rows", #"{"dataSource":"s","from":[-1,0],"count":1}"#, "invalidParams"),
    ("dataSource/itemIdentifier", #"{"dataSource":"s","indexPaths":[[0]]}"#, "invalidParams"),
    ("dataSource/itemIdentifier", #"{"dataSource":"s","indexPaths":[[0,"0"]]}"#, "invalidParams"),
    ("dataSource/items", #"{"dataSource":"s","items":[null]}"#, "invalidIdentifier"),
  ]

  @Test func `a refused request changes nothing`() throws {
    let session = try RefusalTests.session()
    let before = try session.dump()
    for (method, params, kind) in RefusalTests.requests {
      #expect(try session.error(method, params).kind == kind, "\(method) \(params)")
      #expect(try session.dump() == before, "\(method) \(params)")
    }
  }

  @Test(arguments: [
    ("snapshot/counts", #""perSection":7"#), ("snapshot/itemIdentifiers", #""range":[0]"#),
    ("snapshot/indexOfItem", #""items":{"a":1}"#), ("snapshot/indexOfSection", #""sections":7"#),
    ("dataSource/items", #""items":7"#), ("dataSource/itemIdentifier", #""indexPaths":[[0]]"#),
    ("dataSource/rows", #""from":[0,0],"count":"all""#),
    ("dataSource/titleForHeader", #""index":{}"#),
    ("dataSource/sectionForSectionIndexTitle", #""title":7"#),
    ("dataSource/rowAtOffset", #""y":"a""#),
    ("dataSource/sectionSnapshot", #""section":"A","includingParent":7"#),
  ])
  func `of several faults the shape is told first`(method: String, fault: String) throws {
    let session = try RefusalTests.session()
    for rest in [#""dataSource":"?""#, #""dataSource":"s","atRevision":7"#] {
      #expect(try session.error(method, "{\(rest),\(fault)}").kind == "invalidParams", "\(rest)")
    }
  }

  @Test func `a mismatch says both revisions`() throws {
    let session = try RefusalTests.session()
    let error = try session.error(
      "dataSource/edit",
      #"{"dataSource":"s","edits":[],"ifRevision":5}"#
    )
    #expect(error["code"]?.integer == 1008)
    #expect(error["data"]?["expected"]?.integer == 5)
    #expect(error["data"]?["revision"]?.integer == 1)
    let params = #"{"dataSource":"s","edits":[],"ifRevision":1.0}"#
    #expect(try Value(session.result("dataSource/edit", params))["revision"]?.integer == 2)
  }
}
