/// One valid request of each method, and of each edit and form in it, that has every member.
enum ValidRequests {
  /// A request, and whether its items may be model objects.
  struct Request: Sendable {
    let method: String
    let params: String
    var hasIdentity = false
  }

  /// The requests that make what the others need.
  static let setup: [Request] = [
    Request(
      method: "dataSource/create",
      params: #"""
        {"dataSource":"l","options":{"reordering":{"allowed":true}},
        "snapshot":{"sections":[\#(sections)]}}
        """#
    ),
    Request(
      method: "dataSource/create",
      params: #"""
        {"dataSource":"i","options":{"identity":{"items":["/name"]}},
        "snapshot":{"sections":[{"id":"A","items":[{"name":"a"}]}]}}
        """#
    ),
    Request(method: "snapshot/create", params: #"{"snapshot":"d","from":{"dataSource":"l"}}"#),
    Request(
      method: "dataSource/create",
      params: #"{"dataSource":"v","view":{"of":"l"}}"#
    ),
  ]

  private static let sections =
    #"{"id":"A","content":{},"items":[{"id":"a","content":1},"b","c"]},{"id":"B","items":["d"]}"#

  static let all = plain + edits + sectionEdits + questions + views

  private static let conditions = #""animatingDifferences":false,"ifRevision":1,"tag":"t""#
  private static let options = #"""
    {"changeFormat":"batch","includeContent":true,"contentChanges":"reload","duplicates":"first",
    "defaultRowAnimation":"fade","logging":false,"indexTitles":"/t",
    "reordering":{"allowed":true,"acrossSections":true,"item":"/m",
    "sections":[{"section":"A","allowed":false}]},
    "editing":{"allowed":true,"item":"/e","sections":[{"section":"A","allowed":true}]},
    "cells":{"default":"x","sections":[{"section":"A","cell":"y"}]},
    "heights":{"default":1,"estimated":null,"item":"/h","estimatedItem":"/e",
    "sections":[{"section":"A","height":2,"estimated":3}]},
    "titles":{"header":"/h","footer":"/f"}
    """#
  private static let document = #"""
    {"sections":[\#(sections)],"reloadedSections":[{"id":"A","content":1,"items":[]}],
    "reloadedItems":[{"id":"a","content":1}],"reconfiguredItems":["b"],"revision":1,"outlines":[]}
    """#
  private static let outline =
    #"{"items":[{"id":"p","content":1,"expanded":true,"children":["q"]},"r"],"revision":1}"#

  private static let plain: [Request] = [
    Request(
      method: "dataSource/create",
      params: #"""
        {"dataSource":"n","options":\#(options),"history":3,"identity":{"items":["/a"]}},
        "snapshot":{"sections":["A"]},"tag":1,"workDoneToken":1}
        """#
    ),
    Request(
      method: "dataSource/configure",
      params: #"{"dataSource":"l","options":\#(options)},"workDoneToken":"w"}"#
    ),
    Request(method: "dataSource/close", params: #"{"dataSource":"l","workDoneToken":1}"#),
    Request(method: "dataSource/list", params: #"{"workDoneToken":1}"#),
    Request(
      method: "dataSource/apply",
      params:
        #"{"dataSource":"l","snapshot":\#(document),\#(conditions),"mode":"diff"}"#
    ),
    Request(
      method: "dataSource/apply",
      params: #"{"dataSource":"l","snapshot":"d",\#(conditions),"mode":"reloadData"}"#
    ),
    Request(
      method: "dataSource/apply",
      params: #"{"dataSource":"i","snapshot":{"sections":[{"id":"A","items":[{"id":"a"}]}]}}"#,
      hasIdentity: true
    ),
    Request(
      method: "dataSource/revert",
      params: #"{"dataSource":"l","toRevision":0,\#(conditions)}"#
    ),
    Request(
      method: "dataSource/moveRow",
      params: #"{"dataSource":"l","from":[0,0],"to":[0,1],\#(conditions)}"#
    ),
    Request(
      method: "dataSource/deleteRow",
      params: #"{"dataSource":"l","indexPath":[0,0],\#(conditions)}"#
    ),
    Request(
      method: "dataSource/setContent",
      params: #"{"dataSource":"l","content":{"x":1},\#(conditions)}"#
    ),
    Request(
      method: "dataSource/applySection",
      params: #"{"dataSource":"l","section":{"id":"A"},"snapshot":\#(outline),\#(conditions)}"#
    ),
    Request(
      method: "dataSource/expandItem",
      params: #"{"dataSource":"l","item":{"id":"a","content":1},\#(conditions)}"#
    ),
    Request(
      method: "dataSource/collapseItem",
      params: #"{"dataSource":"l","item":"a",\#(conditions)}"#
    ),
    Request(
      method: "snapshot/create",
      params: #"{"snapshot":"n","from":{"snapshot":"d"},"workDoneToken":1}"#
    ),
    Request(
      method: "snapshot/create",
      params: #"{"snapshot":"n","from":{"dataSource":"l"}}"#
    ),
    Request(
      method: "snapshot/create",
      params: #"{"snapshot":"n","identity":{"items":["/a","/b"]}}"#
    ),
    Request(method: "snapshot/release", params: #"{"snapshot":"d","workDoneToken":1}"#),
    Request(
      method: "snapshot/changes",
      params: #"{"from":{"dataSource":"l"},"to":{"snapshot":"d"},"changeFormat":"batch"}"#
    ),
  ]

  private static let edits: [Request] = [
    #"{"op":"appendSections","sections":[{"id":"Z","content":1,"items":["z"]}]}"#,
    #"{"op":"insertSections","sections":["Z"],"beforeSection":{"id":"A"}}"#,
    #"{"op":"insertSections","sections":["Z"],"afterSection":"A"}"#,
    #"{"op":"deleteSections","sections":[{"id":"A"}]}"#,
    #"{"op":"moveSection","section":"A","afterSection":"B"}"#,
    #"{"op":"moveSection","section":"B","beforeSection":"A"}"#,
    #"{"op":"reloadSections","sections":["A"]}"#,
    #"{"op":"appendItems","items":[{"id":"z","content":1}],"toSection":"A"}"#,
    #"{"op":"insertItems","items":["z"],"beforeItem":{"id":"a","content":1}}"#,
    #"{"op":"insertItems","items":["z"],"afterItem":"a"}"#,
    #"{"op":"deleteItems","items":["a"]}"#,
    #"{"op":"deleteAllItems"}"#,
    #"{"op":"moveItem","item":"a","afterItem":"b"}"#,
    #"{"op":"moveItem","item":"b","beforeItem":"a"}"#,
    #"{"op":"reloadItems","items":["a"]}"#,
    #"{"op":"reconfigureItems","items":["a"]}"#,
    #"{"op":"moveItems","items":["d"],"toSection":"A","at":0}"#,
    #"{"op":"moveItems","items":["d"],"toSection":"A","at":"start"}"#,
    #"{"op":"replaceItems","section":"A","items":["z"]}"#,
    #"{"op":"clearSections","sections":["A"]}"#,
    #"{"op":"setItems","items":[{"id":"a","content":2}]}"#,
    #"{"op":"setSections","sections":[{"id":"A","content":2}]}"#,
    #"{"op":"patchItems","items":[{"id":"a","patch":{"x":1}}]}"#,
    #"{"op":"patchSections","sections":[{"id":"A","patch":{"x":1}}]}"#,
    #"{"op":"swapItems","items":["a","d"]}"#,
    #"{"op":"reverseItems","section":"A"}"#,
    #"{"op":"shuffleItems","section":"A","seed":7}"#,
    #"{"op":"sortItems","section":"A","by":[{"pointer":"","order":"descending"}]}"#,
  ].flatMap { edit in
    [
      Request(
        method: "dataSource/edit",
        params: #"{"dataSource":"l","edits":[\#(edit)],\#(conditions)}"#
      ),
      Request(method: "snapshot/edit", params: #"{"snapshot":"d","edits":[\#(edit)]}"#),
    ]
  }

  private static let sectionEdits: [Request] = [
    #"{"op":"append","items":["z"],"to":"a"}"#,
    #"{"op":"insert","items":["z"],"before":{"id":"a","content":1}}"#,
    #"{"op":"insert","items":["z"],"after":"a"}"#,
    #"{"op":"delete","items":["a"]}"#,
    #"{"op":"deleteAll"}"#,
    #"{"op":"expand","items":["a"]}"#,
    #"{"op":"collapse","items":["a"]}"#,
    #"{"op":"replaceChildren","of":"a","with":\#(outline)}"#,
    #"{"op":"insertSnapshot","snapshot":\#(outline),"before":"a"}"#,
    #"{"op":"insertSnapshot","snapshot":{"items":["z"]},"after":"a"}"#,
  ].map { edit in
    Request(
      method: "dataSource/editSection",
      params: #"{"dataSource":"l","section":"A","edits":[\#(edit)],\#(conditions)}"#
    )
  }

  /// Each stage of a view in each of its forms.
  private static let views: [Request] =
    [
      #""hidden":true,"where":{"pointer":"/x","equals":1},"emptySections":true,"live":false"#,
      #""where":{"all":[{"any":[{"not":{"from":"identifier","startsWith":"z"}}]}]}"#,
      #""where":{"pointer":"/x","in":["a"],"has":1,"case":"ignore","contains":"b","endsWith":"c"}"#,
      #""where":{"from":"section","less":2,"atMost":"b","greater":"c","atLeast":3,"exists":true}"#,
      #""search":{"text":"a b","in":[{"from":"content","pointer":"/x"}],"match":"fuzzy","#
        + #""case":"exact","rank":true}"#,
      #""groupBy":{"from":"content","pointer":"/x","take":"value","values":["a"],"#
        + #""order":"descending","compare":"natural","missing":"first"}"#,
      #""groupBy":{"from":"identifier","take":"start","length":3}"#,
      #""flatten":true,"window":{"offset":1,"limit":2}"#,
      #""sortBy":[{"from":"identifier","pointer":"","order":"descending","compare":"text","#
        + #""missing":"last"}],"window":{"around":"a","before":1,"after":2}"#,
    ].flatMap { stages in
      [
        Request(
          method: "dataSource/create",
          params: #"{"dataSource":"n","view":{"of":"l",\#(stages)},"tag":1}"#
        ),
        Request(
          method: "dataSource/updateView",
          params: #"{"dataSource":"v","view":{\#(stages)},"mode":"diff",\#(conditions)}"#
        ),
      ]
    }

  private static let questions: [Request] =
    [
      ("dataSource/changes", #""since":0,"changeFormat":"staged","workDoneToken":1"#),
      ("dataSource/itemIdentifier", #""indexPaths":[[0,0],[9,9]],"atRevision":1"#),
      ("dataSource/sectionIdentifier", #""indexes":[0,7],"atRevision":1"#),
      ("dataSource/indexPath", #""items":["a",{"id":"b","content":1}],"atRevision":1"#),
      ("dataSource/items", #""items":["a"],"atRevision":1"#),
      (
        "dataSource/sectionIndex",
        #""sections":["A",{"id":"B","content":1,"items":[]}],"atRevision":1"#
      ),
      ("dataSource/sections", #""sections":["A"],"atRevision":1"#),
      ("dataSource/rows", #""from":[0,0],"count":2,"atRevision":1"#),
      ("dataSource/canMoveRow", #""indexPath":[0,0],"atRevision":1"#),
      ("dataSource/canEditRow", #""indexPath":[0,0],"atRevision":1"#),
      ("dataSource/heightForRow", #""indexPath":[0,0],"atRevision":1"#),
      ("dataSource/estimatedHeightForRow", #""indexPath":[0,0],"atRevision":1"#),
      ("dataSource/rowAtOffset", #""y":1.5,"atRevision":1"#),
      ("dataSource/offsetOfRow", #""indexPath":[0,0],"atRevision":1"#),
      ("dataSource/contentHeight", #""atRevision":1"#),
      ("dataSource/titleForHeader", #""index":0,"atRevision":1"#),
      ("dataSource/titleForFooter", #""index":0,"atRevision":1"#),
      ("dataSource/sectionIndexTitles", #""atRevision":1"#),
      ("dataSource/sectionForSectionIndexTitle", #""title":"A","at":0,"atRevision":1"#),
      ("dataSource/indexPathForIndexTitle", #""title":"A","at":0,"atRevision":1"#),
      ("dataSource/content", #""atRevision":1"#),
      (
        "dataSource/sectionSnapshot",
        #""section":"A","of":{"id":"a"},"includingParent":true,"atRevision":1"#
      ),
      ("dataSource/outline", #""section":"A","items":["a"],"atRevision":1"#),
      ("snapshot/contents", #""atRevision":1"#),
      ("snapshot/counts", #""inSection":"A","perSection":false,"atRevision":1"#),
      ("snapshot/sectionIdentifiers", #""atRevision":1"#),
      ("snapshot/itemIdentifiers", #""inSection":{"id":"A"},"range":[0,2],"atRevision":1"#),
      ("snapshot/indexOfItem", #""items":["a"],"atRevision":1"#),
      ("snapshot/indexOfSection", #""sections":["A"],"atRevision":1"#),
      ("snapshot/sectionContainingItem", #""items":["a"],"atRevision":1"#),
      ("snapshot/marks", #""atRevision":1"#),
    ].flatMap { method, members in
      let source = Request(method: method, params: #"{"dataSource":"l",\#(members)}"#)
      guard method.hasPrefix("snapshot/") else { return [source] }
      return [source, Request(method: method, params: #"{"snapshot":"d",\#(members)}"#)]
    } + [
      Request(method: "snapshot/list", params: #"{"workDoneToken":1}"#),
      Request(method: "rpc.discover", params: #"{"workDoneToken":1}"#),
      Request(
        method: "dataSource/indexPath",
        params: #"{"dataSource":"i","items":[{"id":"a","content":1}]}"#,
        hasIdentity: true
      ),
    ]
}
