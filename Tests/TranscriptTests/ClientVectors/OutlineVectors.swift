import JSON
import Replicas
import Transcripts

/// The outlines of all rows of a list, by where the rows are.
///
/// What a daemon announces of outlines is found here from the rows before and after, by value: a row
/// is listed exactly if its outline is another one than before, and a new row was plain before.
struct OutlinedRows {
  private struct Row {
    let section: Int
    let item: Int
    let outline: Outline
  }

  private var rows: [(identifier: [UInt8], row: Row)] = []

  /// The rows of an empty list.
  init() {}

  /// Reads the rows that dataSource/rows answers.
  init(_ answered: JSONView) throws {
    for row in elements(answered) {
      let place = elements(row["indexPath"]).compactMap(\.integer)
      guard let item = row["item"], place.count == 2 else { throw VectorError("no row") }
      let outline = try row["outline"].map { outline in
        Outline(
          level: try outline.required("level"),
          isExpanded: outline["expanded"]?.bool == true,
          numberOfChildren: try outline.required("numberOfChildren")
        )
      }
      rows.append(
        (Array(item.bytes), Row(section: place[0], item: place[1], outline: outline ?? .plain))
      )
    }
  }

  /// The runs of rows whose outline is not what it was, as JSON, as long as they can be; nil when
  /// there is none.
  func runs(since before: OutlinedRows) -> String? {
    let old = Dictionary(before.rows.map { ($0.identifier, $0.row.outline) }) { first, _ in first }
    var runs: [(first: Row, count: Int)] = []
    for (identifier, row) in rows where row.outline != old[identifier] ?? .plain {
      if let (first, count) = runs.last, first.section == row.section,
        first.item + count == row.item, first.outline == row.outline
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((row, 1))
      }
    }
    return runs.isEmpty ? nil : "[\(runs.map { text($0.first, $0.count) }.joined(separator: ","))]"
  }

  private func text(_ row: Row, _ count: Int) -> String {
    #"{"at":[\#(row.section),\#(row.item)],"count":\#(count),"level":\#(row.outline.level),"#
      + #""expanded":\#(row.outline.isExpanded),"#
      + #""numberOfChildren":\#(row.outline.numberOfChildren)}"#
  }
}

extension OutlinedRows {
  /// The outlines that a replica shows.
  init(_ sections: [ListReplica.Section]) {
    for (section, items) in sections.map(\.items).enumerated() {
      for (index, item) in items.enumerated() {
        rows.append((item.identifier, Row(section: section, item: index, outline: item.outline)))
      }
    }
  }
}
