import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
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
    let served = try dataSource(params.question)
    try updateSums(of: served)
    // A row begins at whole thousandths, so what is cut off of the place makes no difference.
    let path = params.thousandths.flatMap(served.heightSums.indexPath(at:))
    writer.beginAnswer(about: served)
    if let path {
      writer.member("indexPath", path)
    } else {
      writer.name("indexPath")
      writer.null()
    }
    writer.extent(of: path, served.heightSums)
    writer.endObject()
  }

  /// `dataSource/offsetOfRow`: protocol/methods/dataSource-offsetOfRow.md.
  func readOffsetOfRow(_ params: RowParams, _ writer: inout JSONWriter) throws(DiffableError) {
    let served = try dataSource(params.question)
    try updateSums(of: served)
    writer.beginAnswer(about: served)
    writer.extent(of: IndexPath(params.indexPath), served.heightSums)
    writer.endObject()
  }

  /// `dataSource/contentHeight`: protocol/methods/dataSource-contentHeight.md.
  func readContentHeight(
    _ params: DataSourceQuestion,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try dataSource(params)
    try updateSums(of: served)
    writer.beginAnswer(about: served)
    writer.member("height", thousandths: served.heightSums.total)
    writer.endObject()
  }

  private func answerHeight(
    _ params: RowParams,
    _ writer: inout JSONWriter,
    _ rule: (HeightRules) -> RowRule<Height>
  ) throws(DiffableError) {
    let served = try dataSource(params.question)
    let path = IndexPath(params.indexPath)
    writer.beginAnswer(about: served)
    writer.name("height")
    switch rule(served.table.heights).value(at: path, in: served.source.snapshot) {
    case .fixed(let number, _): writer.raw(number)
    case .automatic, nil: writer.null()
    }
    writer.endObject()
  }

  /// Brings the running sums up to date.
  private func updateSums(of served: ServedDataSource) throws(DiffableError) {
    try served.heightSums.update(
      to: served.source.snapshot,
      revision: served.source.revision,
      served.table.heights,
      checkpoint
    )
  }
}

extension JSONWriter {
  /// Writes where a row begins and how high it is, null for a row that there is not.
  fileprivate mutating func extent(of path: IndexPath?, _ sums: HeightSums) {
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
    raw(text.utf8)
  }
}
