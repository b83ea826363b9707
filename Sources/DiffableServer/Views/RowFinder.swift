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
  private let columns: [Column<FoldedText?>?]

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
        Column(areEqual: ==) { item, content in
          let row = RowValues(item, content, pool)
          return row.value(at: place)?.searchedText(folds: folds)
        }
      }
    }
  }

  /// How well a row is found, nil when it is not; 0 for all when they are not ranked.
  func score(_ item: Handle, _ reading: RowReading) -> Int? {
    if columns.count == 1, let column = columns[0] {
      guard let text = column.value(of: item, in: reading) else { return nil }
      if ranks { return search.score(in: text) }
      return search.isFound(in: text) ? 0 : nil
    }
    let texts = zip(places, columns).map { place, column in
      if let column { return column.value(of: item, in: reading) }
      return text(of: item, place, reading).map { FoldedText($0, folds: search.folds) }
    }
    if ranks { return search.score(in: texts) }
    return search.isFound(in: texts) ? 0 : nil
  }

  /// Whether new content of a row may change whether and how well it is found.
  func isChanged(_ item: Handle, _ reading: RowReading) -> Bool {
    columns.contains { $0?.isChanged(item, in: reading) ?? false }
  }

  /// What of a row is searched, in the order of the places.
  func texts(of item: Handle, _ reading: RowReading) -> [String?] {
    places.map { text(of: item, $0, reading) }
  }

  private func text(of item: Handle, _ place: RowPlace, _ reading: RowReading) -> String? {
    let content = reading.content(ofItem: item)
    let row = RowValues(item, content, section: reading.section(ofItem: item), pool)
    return row.value(at: place)?.searchedText
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
