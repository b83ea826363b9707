import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Server {
  func readHeight(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    try answerHeight(reader, &writer) { $0.exact }
  }

  func readEstimatedHeight(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerHeight(reader, &writer) { $0.estimated }
  }

  func readRowAtOffset(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let y = try reader.required("y")
    guard y.kind == .number else { throw reader.invalid("y", "must be a number", y) }
    let served = try withSums(reader)
    // A row begins at whole thousandths, so what is cut off of the place makes no difference.
    let path = y.thousandths.flatMap(served.heightSums.indexPath(at:))
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

  func readOffsetOfRow(_ reader: ObjectReader, _ writer: inout JSONWriter) throws(DiffableError) {
    let (_, path) = try row(reader)
    let served = try withSums(reader)
    writer.beginAnswer(about: served)
    writer.extent(of: path, served.heightSums)
    writer.endObject()
  }

  func readContentHeight(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let served = try withSums(reader)
    writer.beginAnswer(about: served)
    writer.member("height", thousandths: served.heightSums.total)
    writer.endObject()
  }

  private func answerHeight(
    _ reader: ObjectReader,
    _ writer: inout JSONWriter,
    _ rule: (HeightRules) -> RowRule<Height>
  ) throws(DiffableError) {
    let (served, path) = try row(reader)
    writer.beginAnswer(about: served)
    writer.name("height")
    switch rule(served.table.heights).value(at: path, in: served.source.snapshot) {
    case .fixed(let number, _): writer.raw(number)
    case .automatic, nil: writer.null()
    }
    writer.endObject()
  }

  /// Finds the data source of a question about sums, and brings them up to date.
  private func withSums(_ reader: ObjectReader) throws(DiffableError) -> ServedDataSource {
    let served = try servedDataSource(reader)
    try served.heightSums.update(
      to: served.source.snapshot,
      revision: served.source.revision,
      served.table.heights,
      checkpoint
    )
    return served
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
