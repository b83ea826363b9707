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
    let sections = try indexTitles(of: stored).firstSections
    let pointer = stored.options.table.indexTitles
    writer.beginAnswer(about: stored)
    writer.byteLimit = limits.maxMessageBytes
    writer.name("titles")
    writer.beginArray()
    for index in sections where !writer.isOverLimit {
      try checkpoint.step()
      if let title = pointer.flatMap({ stored.title(at: $0, ofSectionAt: Int(index)) }) {
        writer.raw(title.json)
      }
    }
    writer.endArray()
    writer.endObject()
  }

  /// `dataSource/sectionForSectionIndexTitle`: protocol/methods/dataSource-sectionForSectionIndexTitle.md.
  func readSectionForIndexTitle(
    _ params: IndexTitleParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try dataSource(params.question)
    let title = Array(params.title.utf8)
    let section = try indexTitles(of: stored).firstSection(titled: title, checkpoint)
    writer.beginAnswer(about: stored)
    writer.name("index")
    writer.integerOrNull(section)
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
    let section = try indexTitles(of: stored).firstSection(titled: title, checkpoint) {
      snapshot.numberOfItems(inSectionAt: $0) > 0
    }
    writer.beginAnswer(about: stored)
    if let section {
      writer.member("indexPath", IndexPath(section: section, item: 0))
    } else {
      writer.name("indexPath")
      writer.null()
    }
    writer.endObject()
  }

  /// The titles in the index, brought up to date.
  private func indexTitles(of stored: StoredDataSource) throws(DiffableError) -> IndexTitles {
    let snapshot = stored.source.snapshot
    try stored.indexTitles.update(to: snapshot, checkpoint) { section in
      stored.options.table.indexTitles.flatMap { pointer in
        stored.title(at: pointer, ofSection: section)?.text
      }
    }
    return stored.indexTitles
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
    return title(at: pointer, ofSection: snapshot.sectionHandle(at: index))
  }

  fileprivate func title(at pointer: JSONPointer, ofSection section: Handle) -> Title? {
    source.snapshot.content(ofSection: section).flatMap { content in
      value(at: pointer, in: content, pool.work) { value in
        value.string.map { Title(json: Array(value.bytes), text: Array($0.utf8)) }
      }
    }
  }
}
