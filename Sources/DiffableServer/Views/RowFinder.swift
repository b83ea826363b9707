import DataSources
import DiffableProtocol
import JSON
import Snapshots
import Views

/// A search in rows, with the columns that their texts are read into.
struct RowFinder {
  let search: TextSearch
  private let places: [RowPlace]
  private let ranks: Bool
  private let pool: IdentifierPool
  private let columns: [Column<FoldedTexts>?]

  /// What is told of long work on texts.
  var work: Work { pool.work }

  /// Creates the search, nil when nothing was typed.
  init?(_ members: RowSearch, _ root: DataSource) {
    let folds = members.textCase == .ignore
    search = TextSearch(members.text, TextSearch.Match(members.match), folds: folds)
    guard search.numberOfWords > 0 else { return nil }
    let pool = root.snapshot.pool
    places = members.places
    ranks = members.ranks
    self.pool = pool
    columns = places.map { place in
      guard place.origin != .section else { return nil }
      return root.columns.column("text \(members.textCase.rawValue) \(place.columnName)") {
        Column { item, content in
          RowValues.with(item, content, pool) { row in
            row.withValue(at: place) { $0?.searchedText(folds: folds, row.work(on: $0)) }
          }
        }
      }
    }
  }

  /// Finds rows, and how well when that matters.
  func find(_ rows: inout RowBatch, _ reading: RowReading) {
    let texts = columns.compactMap { $0?.values(of: rows.rows, in: reading) }
    if texts.count == places.count {
      search.find(&rows, in: texts, work)
    } else {
      rows.rate { reading.isCalledOff ? nil : score($0, reading).map { Int32($0) } }
    }
  }

  private func score(_ item: Handle, _ reading: RowReading) -> Int? {
    let texts = zip(places, columns).map { place, column in
      if let column { return column.value(of: item, in: reading) }
      return value(of: item, place, reading) { row, value in
        value?.searchedText(folds: search.folds, row.work(on: value))
      }
    }
    return search.score(in: texts, work)
  }

  /// Whether this finds only rows that were found, and leaves their order as it was.
  func narrows(_ former: RowFinder?) -> Bool {
    guard !ranks else { return false }
    guard let former else { return true }
    return !former.ranks && places == former.places && search.narrows(former.search)
  }

  /// Whether new content of a row may change whether and how well it is found.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    columns.contains { $0?.isChanged(item, in: reading) ?? false }
  }

  /// What of a row is searched, in the order of the places, as it is and folded.
  func texts(
    of item: Handle,
    _ reading: RowReading
  ) -> (whole: [String?], folded: [FoldedText?]) {
    let texts = places.map { place in
      value(of: item, place, reading) { row, value in
        (
          whole: value?.searchedText(row.work(on: value)),
          folded: value?.searchedText(folds: search.folds, row.work(on: value))
        )
      }
    }
    return (texts.map(\.whole), texts.map(\.folded))
  }

  /// What a closure makes of the value at a place of a row.
  private func value<Result>(
    of item: Handle,
    _ place: RowPlace,
    _ reading: RowReading,
    _ body: (RowValues, PlacedValue?) -> Result
  ) -> Result {
    let content = reading.content(ofItem: item)
    return RowValues.with(item, content, section: reading.section(ofItem: item), pool) { row in
      row.withValue(at: place) { body(row, $0) }
    }
  }
}

extension TextSearch.Match {
  fileprivate init(_ match: RowSearch.Match) {
    self =
      switch match {
      case .words: .words
      case .contains: .contains
      case .prefix: .prefix
      case .fuzzy: .fuzzy
      }
  }
}
