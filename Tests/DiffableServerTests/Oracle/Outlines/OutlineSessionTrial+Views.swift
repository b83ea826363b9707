import JSON
import Replicas
import TestSupport

/// Views of a data source with trees: their rows are those of the data source, or all its items.
extension OutlineSessionTrial {
  static var definitions: [(name: String, text: String, view: ModelView)] {
    [
      view("view of all", #""hidden":true,"emptySections":true"#) { $0.keepsEmptySections = true },
      view("view of rows", #""flatten":true,"window":{"offset":1,"limit":6}"#) {
        $0.isFlat = true
        $0.window = .at(offset: 1, limit: 6)
      },
      view(
        "view in order",
        #""hidden":true,"flatten":true,"sortBy":[{"from":"identifier","order":"descending"}]"#
      ) {
        let place = ModelPlace(origin: "identifier", pointer: "")
        $0.isFlat = true
        $0.keys = [ModelRowKey(place: place, isDescending: true)]
      },
      view("view of some", #""hidden":true,"where":{"pointer":"/h","exists":true}"#) {
        $0.holds = { row in row.content.map(Content.value)?["h"] != nil }
      },
    ]
  }

  private static func view(
    _ name: String,
    _ members: String,
    _ change: (inout ModelView) -> Void
  ) -> (name: String, text: String, view: ModelView) {
    var view = ModelView(of: "tree")
    change(&view)
    return (name, #"{"of":"tree",\#(members)}"#, view)
  }

  /// Whether a message is about a view.
  static func isOfView(_ message: String) -> Bool {
    message.contains(#""params":{"dataSource":"view "#)
  }

  /// Holds what was told of each view against what it must show after a step.
  mutating func compareViews(after step: Announcement) throws {
    var told = toldOfViews[...]
    toldOfViews = []
    for index in views.indices {
      let takesAll = OutlineSessionTrial.definitions[index].text.contains("hidden")
      let follows = views[index].follow(
        takesAll ? forest.allItems : forest.list,
        revision: source.revision,
        requested: step.requested,
        as: step
      )
      guard let follows else { continue }
      numberOfFollowed += 1
      let params = try told.popFirst().flatMap { try Value($0)["params"] }
      try require(follows.problems(of: params ?? .null))
    }
    guard told.isEmpty else { throw Failure(description: "not silent: \(told)") }
  }
}

extension ModelForest {
  /// All items, shown or hidden, depth first.
  fileprivate var allItems: ModelSnapshot {
    var all = list
    all.outlines = [:]
    for index in sections.indices {
      all.sections[index].items = items(inSectionAt: index).map(\.id)
    }
    all.itemContents = itemContents
    return all
  }
}
