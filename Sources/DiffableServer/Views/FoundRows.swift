import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// How well the rows of a view are found that is searched, and where.
struct FoundRows {
  let finder: RowFinder
  /// The rows of the view's base, as the view has them.
  let reading: RowReading
  let unit: TextUnit

  /// Writes the members `score` and `highlights` of a row.
  func write(_ item: Handle, to writer: inout JSONWriter) {
    let search = finder.search
    let texts = finder.texts(of: item, reading)
    let work = finder.work
    guard let score = search.score(in: texts.folded, work) else { return }
    writer.member("score", score)
    let highlights = search.highlights(in: texts.whole, folded: texts.folded, unit, work)
    writer.array("highlights", highlights) { writer, lit in
      writer.beginObject()
      writer.member("place", lit.place)
      writer.array("ranges", lit.ranges) { writer, range in
        writer.beginArray()
        writer.integer(range.lowerBound)
        writer.integer(range.upperBound)
        writer.endArray()
      }
      writer.endObject()
    }
  }
}
