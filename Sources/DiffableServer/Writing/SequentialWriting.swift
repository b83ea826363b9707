import JSON
import Snapshots

/// The format "sequential".
extension JSONWriter {
  /// Writes the steps as a list.
  mutating func write(_ sequential: SequentialChanges, _ scope: ContentScope) {
    beginArray()
    for step in sequential.steps {
      guard wantsMore() else { return }
      beginObject()
      write(step, scope)
      endObject()
    }
    endArray()
  }

  private mutating func write(_ step: SequentialChanges.Step, _ scope: ContentScope) {
    switch step {
    case .deleteItems(let run):
      begin("deleteItems", at: run.at)
      member("count", run.count)
    case .moveSection(let from, let to):
      member("op", "moveSection")
      member("from", from)
      member("to", to)
    case .insertSections(let index, let sections): write("insertSections", index, sections, scope)
    case .moveItems(let move):
      member("op", "moveItems")
      member("from", move.from)
      member("to", move.to)
      member("count", move.count)
    case .deleteSections(let index, let count):
      member("op", "deleteSections")
      member("at", index)
      member("count", count)
    case .insertItems(let run): write("insertItems", run, scope)
    case .setOutlines(let run):
      member("op", "setOutlines")
      members(of: run)
    case .reloadSections(let index, let sections): write("reloadSections", index, sections, scope)
    case .reconfigureSections(let index, let sections):
      write("reconfigureSections", index, sections, scope)
    case .reloadItems(let run): write("reloadItems", run, scope)
    case .reconfigureItems(let run): write("reconfigureItems", run, scope)
    }
  }

  private mutating func begin(_ name: String, at path: IndexPath) {
    member("op", name)
    member("at", path)
  }

  /// Writes a step that names items: by then they have the places of the snapshot after.
  private mutating func write(_ name: String, _ run: Changes.Run, _ scope: ContentScope) {
    begin(name, at: run.at)
    memberItems(at: run.at, count: run.count, scope)
  }

  private mutating func write(
    _ name: String,
    _ index: Int,
    _ sections: [Handle],
    _ scope: ContentScope
  ) {
    member("op", name)
    member("at", index)
    array("sections", sections) { writer, section in
      writer.section(section, scope)
    }
  }
}
