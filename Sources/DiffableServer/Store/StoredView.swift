import DataSources
import DiffableProtocol
import Snapshots
import Views

/// What makes a data source a view.
final class StoredView {
  /// The data source whose rows it takes, which has it among its followers: it closes its views
  /// before it is closed itself.
  unowned let base: StoredDataSource
  let view: View
  /// What it is made by.
  private(set) var document: ViewDocument
  /// What is searched for, nil for nothing.
  private(set) var finder: RowFinder?

  init(_ document: ViewDocument, of base: StoredDataSource, shownBy source: DataSource) {
    self.base = base
    self.document = document
    view = View(of: base.source, base.view?.view, shownBy: source)
  }

  /// The data source at the bottom, which takes edits.
  var root: StoredDataSource { base.view?.root ?? base }

  /// How many views stand on one another up to this one.
  var depth: Int { 1 + (base.view?.depth ?? 0) }

  /// Takes on another definition, which was committed.
  func take(_ document: ViewDocument, _ finder: RowFinder?) {
    self.document = document
    self.finder = finder
  }
}

extension StoredView {
  /// What is to be said of rows that are found, nil when nothing is searched for.
  func foundRows(_ encoding: PositionEncoding) -> FoundRows? {
    guard let finder else { return nil }
    let unit: TextUnit =
      switch encoding {
      case .utf8: .utf8
      case .utf16: .utf16
      case .utf32: .utf32
      }
    return FoundRows(finder: finder, reading: view.reading, unit: unit)
  }
}
