import JSON
import Snapshots

/// The format "batch", and "staged", which is a list of batches.
extension JSONWriter {
  /// Writes stages as a list.
  mutating func write(_ staged: StagedChanges, _ scope: ContentScope) {
    beginArray()
    for stage in staged.stages { write(stage.changes, scope, finalPath: stage.finalPath) }
    endArray()
  }

  /// Writes the ten lists of a batch, and what became of outlines.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - scope: The snapshot after the last of several batches.
  ///   - finalPath: The place there of what has a place after this one.
  mutating func write(
    _ changes: Changes,
    _ scope: ContentScope,
    finalPath: (IndexPath) -> IndexPath = { $0 }
  ) {
    beginObject()
    name("sections")
    write(changes.sections, scope)
    name("items")
    write(changes.items, scope, finalPath)
    memberOutlines(changes.outlines)
    endObject()
  }

  private mutating func write(_ sections: Changes.Sections, _ scope: ContentScope) {
    beginObject()
    list("deletes", sections.deletes, ContentScope(scope.snapshot, includeContent: false))
    list("inserts", sections.inserts, scope)
    array("moves", sections.moves) { writer, move in
      writer.beginObject()
      writer.member("from", move.from)
      writer.member("to", move.to)
      writer.name("section")
      writer.identifier(move.section, of: scope.snapshot.pool.sections)
      writer.endObject()
    }
    list("reloads", sections.reloads, scope)
    list("reconfigures", sections.reconfigures, scope)
    endObject()
  }

  private mutating func list(
    _ name: StaticString,
    _ sections: [Changes.Section],
    _ scope: ContentScope
  ) {
    array(name, sections) { writer, section in
      writer.beginObject()
      writer.member("at", section.at)
      writer.name("section")
      writer.identifier(section.section, of: scope.snapshot.pool.sections)
      if let content = scope.content(ofSection: section.section) {
        writer.member("content", raw: content)
      }
      writer.endObject()
    }
  }

  private mutating func write(
    _ items: Changes.Items,
    _ scope: ContentScope,
    _ finalPath: (IndexPath) -> IndexPath
  ) {
    beginObject()
    array("deletes", items.deletes) { writer, run in
      writer.beginObject()
      writer.member("at", run.at)
      writer.member("count", run.count)
      writer.endObject()
    }
    list("inserts", items.inserts, scope, finalPath)
    array("moves", items.moves) { writer, move in
      writer.beginObject()
      writer.member("from", move.from)
      writer.member("to", move.to)
      writer.member("count", move.count)
      writer.endObject()
    }
    list("reloads", items.reloads, scope, finalPath)
    list("reconfigures", items.reconfigures, scope, finalPath)
    endObject()
  }

  private mutating func list(
    _ name: StaticString,
    _ runs: [Changes.Run],
    _ scope: ContentScope,
    _ finalPath: (IndexPath) -> IndexPath
  ) {
    array(name, runs) { writer, run in
      writer.beginObject()
      writer.member("at", run.at)
      writer.memberItems(at: finalPath(run.at), count: run.count, scope)
      writer.endObject()
    }
  }
}
