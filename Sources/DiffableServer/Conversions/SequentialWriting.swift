import JSON
import Snapshots

/// The format "sequential".
extension ChangesWriter {
  /// Writes the steps as a list.
  mutating func write(_ sequential: SequentialChanges) {
    writer.beginArray()
    for step in sequential.steps {
      writer.beginObject()
      write(step)
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func write(_ step: SequentialChanges.Step) {
    switch step {
    case .deleteItems(let run):
      begin("deleteItems", at: run.at)
      writer.member("count", run.count)
    case .moveSection(let from, let to):
      writer.member("op", "moveSection")
      writer.member("from", from)
      writer.member("to", to)
    case .insertSections(let index, let sections): write("insertSections", index, sections)
    case .moveItems(let move):
      writer.member("op", "moveItems")
      writer.member("from", move.from)
      writer.member("to", move.to)
      writer.member("count", move.count)
    case .deleteSections(let index, let count):
      writer.member("op", "deleteSections")
      writer.member("at", index)
      writer.member("count", count)
    case .insertItems(let run): write("insertItems", run)
    case .reloadSections(let index, let sections): write("reloadSections", index, sections)
    case .reconfigureSections(let index, let sections):
      write("reconfigureSections", index, sections)
    case .reloadItems(let run): write("reloadItems", run)
    case .reconfigureItems(let run): write("reconfigureItems", run)
    }
  }

  private mutating func begin(_ name: String, at path: IndexPath) {
    writer.member("op", name)
    writer.member("at", path)
  }

  /// Writes a step that names items: by then they have the places of the snapshot after.
  private mutating func write(_ name: String, _ run: Changes.Run) {
    begin(name, at: run.at)
    memberItems(at: run.at, count: run.count)
  }

  private mutating func write(_ name: String, _ index: Int, _ sections: [Handle]) {
    writer.member("op", name)
    writer.member("at", index)
    writer.array("sections", sections) { writer, section in
      writer.section(section, of: snapshot, includeContent: includeContent)
    }
  }
}
