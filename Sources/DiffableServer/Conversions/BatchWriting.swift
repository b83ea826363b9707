import JSON
import Snapshots

/// The format "batch", and "staged", which is a list of batches.
extension ChangesWriter {
  /// Writes the stages as a list.
  mutating func write(_ staged: StagedChanges) {
    writer.beginArray()
    for stage in staged.stages { write(stage) }
    writer.endArray()
  }

  /// Writes the ten lists of a batch, which may be a stage of several.
  mutating func write(_ stage: StagedChanges.Stage) {
    writer.beginObject()
    writer.name("sections")
    write(stage.changes.sections)
    writer.name("items")
    write(stage.changes.items, of: stage)
    writer.endObject()
  }

  private mutating func write(_ sections: Changes.Sections) {
    writer.beginObject()
    list("deletes", sections.deletes, withContent: false)
    list("inserts", sections.inserts, withContent: includeContent)
    writer.array("moves", sections.moves) { writer, move in
      writer.beginObject()
      writer.member("from", move.from)
      writer.member("to", move.to)
      writer.name("section")
      writer.identifier(move.section, of: snapshot.pool.sections)
      writer.endObject()
    }
    list("reloads", sections.reloads, withContent: includeContent)
    list("reconfigures", sections.reconfigures, withContent: includeContent)
    writer.endObject()
  }

  private mutating func list(
    _ name: StaticString,
    _ sections: [Changes.Section],
    withContent: Bool
  ) {
    writer.array(name, sections) { writer, section in
      writer.beginObject()
      writer.member("at", section.at)
      writer.name("section")
      writer.identifier(section.section, of: snapshot.pool.sections)
      if withContent, let content = snapshot.content(ofSection: section.section) {
        writer.member("content", raw: content)
      }
      writer.endObject()
    }
  }

  private mutating func write(_ items: Changes.Items, of stage: StagedChanges.Stage) {
    writer.beginObject()
    writer.array("deletes", items.deletes) { writer, run in
      writer.beginObject()
      writer.member("at", run.at)
      writer.member("count", run.count)
      writer.endObject()
    }
    list("inserts", items.inserts, of: stage)
    writer.array("moves", items.moves) { writer, move in
      writer.beginObject()
      writer.member("from", move.from)
      writer.member("to", move.to)
      writer.member("count", move.count)
      writer.endObject()
    }
    list("reloads", items.reloads, of: stage)
    list("reconfigures", items.reconfigures, of: stage)
    writer.endObject()
  }

  private mutating func list(
    _ name: StaticString,
    _ runs: [Changes.Run],
    of stage: StagedChanges.Stage
  ) {
    writer.name(name)
    writer.beginArray()
    for run in runs {
      writer.beginObject()
      writer.member("at", run.at)
      memberItems(at: stage.finalPath(of: run.at), count: run.count)
      writer.endObject()
    }
    writer.endArray()
  }
}
