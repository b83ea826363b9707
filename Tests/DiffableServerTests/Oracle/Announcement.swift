import TestSupport

/// A notification that the daemon owes, or several that it may send as one.
struct Announcement {
  let source: String
  let fromRevision: Int
  var revision: Int
  var animates: Bool
  var origin: String
  var reloadsData: Bool
  /// The content of the list itself, when it was set; a JSON text.
  var listContent: String?
  var transaction: String?
  /// The client's names for the applies that it named, as JSON texts.
  var tags: [String] = []
  let before: ModelSnapshot
  var after: ModelSnapshot
  var marks: ModelMarks
  /// What a client asked to be shown anew, and was there before and after; views pass that on.
  var requested = ModelMarks()
  /// Of a view: the revision of its base that it shows, and where its window came out.
  var baseRevision: Int?
  var window: String?
  /// The options at the time of the apply.
  var options: ModelOptions

  /// Takes in the one that follows.
  mutating func merge(_ later: Announcement) {
    revision = later.revision
    animates = animates && later.animates
    origin = "merged"
    reloadsData = reloadsData || later.reloadsData
    listContent = later.listContent ?? listContent
    transaction = nil
    tags += later.tags
    after = later.after
    marks.formUnion(later.marks)
    (baseRevision, window) = (later.baseRevision, later.window)
    options = later.options
  }

  var difference: ModelDifference {
    ModelDifference(
      from: before,
      to: after,
      marks: marks,
      contentChanges: options.contentChanges
    )
  }

  /// What is wrong with a didApply.
  func problems(of params: Value) -> [String] {
    var problems: [String] = []
    func expect(_ name: String, _ text: String?) {
      let expected = text.map(Content.value)
      if params[name] != expected { problems.append("\(name), not \(text ?? "absent")") }
    }
    expect("dataSource", #""\#(source)""#)
    expect("fromRevision", "\(fromRevision)")
    expect("revision", "\(revision)")
    expect("animatingDifferences", "\(animates)")
    expect("origin", #""\#(origin)""#)
    expect("numberOfSections", "\(after.sections.count)")
    expect("numberOfItems", "\(after.itemNames.count)")
    expect("defaultRowAnimation", options.defaultRowAnimation.map { #""\#($0)""# })
    expect("transaction", transaction)
    expect("content", listContent)
    expect("baseRevision", baseRevision.map(String.init))
    expect("window", window)
    let isMerged = origin == "merged"
    expect("tag", isMerged ? nil : tags.first)
    expect("tags", isMerged && !tags.isEmpty ? list(tags) : nil)
    let isSilent = options.changeFormat == "none"
    expect("reloadData", reloadsData && !isSilent ? "true" : nil)
    if reloadsData || isSilent {
      expect("changes", nil)
    } else {
      problems +=
        ChangesVerdict(
          on: params["changes"],
          in: options.changeFormat,
          of: difference,
          includeContent: options.includeContent
        ).problems
    }
    return problems
  }
}
