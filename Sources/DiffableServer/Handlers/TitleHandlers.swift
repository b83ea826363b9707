import DataSources
import DiffableProtocol
import JSON
import Snapshots

extension Session {
  /// `dataSource/titleForHeader`: protocol/methods/dataSource-titleForHeader.md.
  func readHeaderTitle(
    _ params: SectionTitleParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerTitle(params, &writer) { $0.header }
  }

  /// `dataSource/titleForFooter`: protocol/methods/dataSource-titleForFooter.md.
  func readFooterTitle(
    _ params: SectionTitleParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try answerTitle(params, &writer) { $0.footer }
  }

  /// `dataSource/sectionIndexTitles`: protocol/methods/dataSource-sectionIndexTitles.md.
  func readSectionIndexTitles(
    _ params: DataSourceQuestion,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params)
    var seen: Set<[UInt8]> = []
    let titles = stored.indexTitles.filter { seen.insert($0.title.text).inserted }
    writer.beginAnswer(about: stored)
    try writer.answers("titles", titles, limits) { writer, entry in writer.raw(entry.title.json) }
    writer.endObject()
  }

  /// `dataSource/sectionForSectionIndexTitle`: protocol/methods/dataSource-sectionForSectionIndexTitle.md.
  func readSectionForIndexTitle(
    _ params: IndexTitleParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let title = Array(params.title.utf8)
    let section = stored.indexTitles.first { $0.title.text == title }
    writer.beginAnswer(about: stored)
    writer.name("index")
    writer.integerOrNull(section?.index)
    writer.endObject()
  }

  /// `dataSource/indexPathForIndexTitle`: protocol/methods/dataSource-indexPathForIndexTitle.md.
  func readIndexPathForIndexTitle(
    _ params: IndexTitleParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let title = Array(params.title.utf8)
    let snapshot = stored.source.snapshot
    let section = stored.indexTitles.first { entry in
      entry.title.text == title && snapshot.numberOfItems(inSectionAt: entry.index) > 0
    }
    writer.beginAnswer(about: stored)
    if let section {
      writer.member("indexPath", IndexPath(section: section.index, item: 0))
    } else {
      writer.name("indexPath")
      writer.null()
    }
    writer.endObject()
  }

  private func answerTitle(
    _ params: SectionTitleParams,
    _ writer: inout JSONWriter,
    _ pointer: (TitleOptions) -> JSONPointer?
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let title = pointer(stored.options.table.titles).flatMap { pointer in
      stored.title(at: pointer, ofSectionAt: params.index)
    }
    writer.beginAnswer(about: stored)
    writer.name("title")
    if let title { writer.raw(title.json) } else { writer.null() }
    writer.endObject()
  }
}

/// A title as it stands in a section's content.
private struct Title {
  /// The JSON string as it was sent.
  let json: Content
  /// Its text, by which titles are compared: to `String`, different bytes can be the same text.
  let text: [UInt8]
}

extension StoredDataSource {
  /// The title that stands at a place in a section's content, nil when none does.
  fileprivate func title(at pointer: JSONPointer, ofSectionAt index: Int) -> Title? {
    let snapshot = source.snapshot
    guard (0..<snapshot.numberOfSections).contains(index) else { return nil }
    return snapshot.content(ofSection: snapshot.sectionHandle(at: index)).flatMap { content in
      value(at: pointer, in: content) { value in
        value.string.map { Title(json: Array(value.bytes), text: Array($0.utf8)) }
      }
    }
  }

  /// The sections that have a title for the index, in display order.
  fileprivate var indexTitles: [(index: Int, title: Title)] {
    guard let pointer = options.table.indexTitles else { return [] }
    return (0..<source.snapshot.numberOfSections).compactMap { index in
      title(at: pointer, ofSectionAt: index).map { (index: index, title: $0) }
    }
  }
}
