import TestSupport

/// A data source: every state that can still be asked for, and what each step marked.
struct ModelSource {
  struct State {
    var list = ModelSnapshot()
    /// The content of the list itself, a JSON text.
    var listContent = "null"
    /// What the step to this state marked.
    var marks = ModelMarks()
  }

  let name: String
  var options: ModelOptions
  /// What makes it a view, nil when it is none.
  var view: ModelView?
  private(set) var revision = 0
  /// The states of the last revisions, the current one last.
  private var states = [State()]

  init(name: String, options: ModelOptions) {
    self.name = name
    self.options = options
  }

  var list: ModelSnapshot { state(at: revision).list }
  var listContent: String { state(at: revision).listContent }
  var oldestRevision: Int { revision - (states.count - 1) }

  func isKept(_ earlier: Int) -> Bool { (oldestRevision...revision).contains(earlier) }
  func state(at earlier: Int) -> State { states[earlier - oldestRevision] }

  /// What was marked since an earlier revision.
  func marks(since earlier: Int) -> ModelMarks {
    states[(earlier - oldestRevision + 1)...].reduce(into: ModelMarks()) { $0.formUnion($1.marks) }
  }

  /// Makes a list the current one.
  ///
  /// - Returns: What is to be told of it.
  mutating func publish(
    _ next: ModelSnapshot,
    marks: ModelMarks,
    listContent: String? = nil,
    origin: String,
    animates: Bool
  ) -> Announcement {
    let before = list
    var next = next
    next.dropContents(unlessIn: [])
    next = next.withoutMarks()
    var marks = marks.kept(in: next)
    marks.reloadedItems.formUnion(itemsThatNeedAnotherCell(before, next))
    states.append(
      State(list: next, listContent: listContent ?? self.listContent, marks: marks)
    )
    states.removeFirst(max(0, states.count - 1 - options.history))
    revision += 1
    var announcement = Announcement(
      source: name,
      fromRevision: revision - 1,
      revision: revision,
      animates: animates,
      origin: origin,
      reloadsData: false,
      listContent: listContent,
      before: before,
      after: next,
      marks: marks,
      options: options
    )
    (announcement.baseRevision, announcement.window) = (view?.baseRevision, view?.windowText)
    return announcement
  }

  /// Shows contents that are equal to those that are shown, without a revision.
  mutating func showEqual(_ list: ModelSnapshot) { states[states.count - 1].list = list }

  /// The items that come to a section with another kind of cell.
  func itemsThatNeedAnotherCell(_ before: ModelSnapshot, _ after: ModelSnapshot) -> [String] {
    let (old, new) = (before.owners, after.owners)
    func cell(_ section: String) -> String? {
      options.cells.sections[section] ?? options.cells.whole
    }
    return new.keys.filter { item in
      guard let from = old[item], let to = new[item] else { return false }
      return cell(from) != cell(to)
    }
  }
}
