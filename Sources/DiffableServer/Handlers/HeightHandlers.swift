import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/heightForRow`: protocol/methods/dataSource-heightForRow.md.
  func readHeight(_ params: RowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    try answerHeight(params, &writer) { $0.exact }
  }

  /// `dataSource/estimatedHeightForRow`: protocol/methods/dataSource-estimatedHeightForRow.md.
  func readEstimatedHeight(
    _ params: RowParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerHeight(params, &writer) { $0.estimated }
  }

  /// `dataSource/rowAtOffset`: protocol/methods/dataSource-rowAtOffset.md.
  func readRowAtOffset(
    _ params: RowAtOffsetParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    try updateSums(of: stored)
    // A row begins at whole thousandths, so what is cut off of the place makes no difference.
    let path = params.thousandths.flatMap(stored.heights.indexPath(at:))
    writer.beginAnswer(about: stored)
    if let path {
      writer.member("indexPath", path)
    } else {
      writer.name("indexPath")
      writer.null()
    }
    writer.extent(of: path, stored.heights)
    writer.endObject()
  }

  /// `dataSource/offsetOfRow`: protocol/methods/dataSource-offsetOfRow.md.
  func readOffsetOfRow(_ params: RowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let stored = try dataSource(params.question)
    try updateSums(of: stored)
    writer.beginAnswer(about: stored)
    writer.extent(of: IndexPath(params.indexPath), stored.heights)
    writer.endObject()
  }

  /// `dataSource/contentHeight`: protocol/methods/dataSource-contentHeight.md.
  func readContentHeight(
    _ params: DataSourceQuestion,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params)
    try updateSums(of: stored)
    writer.beginAnswer(about: stored)
    writer.member("height", thousandths: stored.heights.total)
    writer.endObject()
  }

  private func answerHeight(
    _ params: RowParams,
    _ writer: inout JSONWriter,
    _ rule: (HeightRules) -> RowRule<Height>
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let path = IndexPath(params.indexPath)
    writer.beginAnswer(about: stored)
    writer.name("height")
    switch rule(stored.table.heights).value(at: path, in: stored.source.snapshot) {
    case .fixed(let number, _): writer.raw(number)
    case .automatic, nil: writer.null()
    }
    writer.endObject()
  }

  /// Brings the running sums up to date.
  private func updateSums(of stored: StoredDataSource) throws(DiffableError) {
    try stored.heights.update(
      to: stored.source.snapshot,
      revision: stored.source.revision,
      stored.table.heights,
      checkpoint
    )
  }
}

extension JSONWriter {
  /// Writes where a row begins and how high it is, null for a row that there is not.
  fileprivate mutating func extent(of path: IndexPath?, _ sums: RunningHeights) {
    member("y", thousandths: path.flatMap(sums.top(of:)))
    member("height", thousandths: path.flatMap(sums.height(at:)))
  }

  /// Writes a member that is a number of thousandths, as the shortest number, or null.
  fileprivate mutating func member(_ name: StaticString, thousandths: Int?) {
    self.name(name)
    guard let thousandths else { return null() }
    var text = "\(thousandths / 1000)"
    if thousandths % 1000 > 0 {
      var digits = "\(1000 + thousandths % 1000)".dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += ".\(digits)"
    }
    raw(Array(text.utf8))
  }
}
