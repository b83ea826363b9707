import TestSupport

/// Everything that the daemon knows, kept in plain arrays: what it must answer is read off here.
struct World {
  /// What is to be told of: an apply, or that a data source was closed.
  enum Event {
    case applied(Announcement)
    case closed(String)
  }

  /// The data sources in the order of their creation.
  var sources: [ModelSource] = []
  /// The named snapshots likewise.
  var drafts: [ModelDraft] = []
  /// What is to be told of since somebody last looked.
  var events: [Event] = []

  func index(ofSource name: String) throws(Refused) -> Int {
    guard let index = sources.firstIndex(where: { $0.name == name }) else {
      throw Refused("unknownDataSource")
    }
    return index
  }

  func index(ofDraft name: String) throws(Refused) -> Int {
    guard let index = drafts.firstIndex(where: { $0.name == name }) else {
      throw Refused("unknownSnapshot")
    }
    return index
  }

  func source(_ name: String) throws(Refused) -> ModelSource {
    sources[try index(ofSource: name)]
  }

  func draft(_ name: String) throws(Refused) -> ModelDraft { drafts[try index(ofDraft: name)] }
}

/// A named snapshot.
struct ModelDraft {
  let name: String
  var snapshot = ModelSnapshot()
  /// The state whose contents are kept, nil when it was made from nothing.
  var base: ModelSnapshot?
  var rules = SentRules()
}

/// What a question or an edit is about.
enum ModelTarget {
  case source(String)
  case draft(String)

  var member: String {
    switch self {
    case .source(let name): #""dataSource":"\#(name)""#
    case .draft(let name): #""snapshot":"\#(name)""#
    }
  }
}

extension World {
  /// The state and the rules of a target, and its revision if it is a data source.
  func state(
    of target: ModelTarget
  ) throws(Refused) -> (list: ModelSnapshot, rules: SentRules, revision: Int?) {
    switch target {
    case .source(let name):
      let source = try source(name)
      return (source.list, source.options.rules, source.revision)
    case .draft(let name):
      let draft = try draft(name)
      return (draft.snapshot, draft.rules, nil)
    }
  }
}
