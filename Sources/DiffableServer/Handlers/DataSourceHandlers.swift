import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots
import Views

extension Session {
  /// `dataSource/create`: protocol/methods/dataSource-create.md.
  func createDataSource(
    _ params: CreateDataSourceParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    if let view = params.view { return try createView(params, view, &writer) }
    let stored = try store.makeDataSource(named: params.dataSource, params.options, checkpoint)
    stored.countOptions(params.optionLengths)
    let conditions = ApplyConditions(animatingDifferences: false, tag: params.tag)
    try check(conditions, stored)
    var draft = stored.source.draft()
    if let document = params.document {
      let reading = params.options.reading
      var documentReader = self.reader(of: document, replacing: draft.snapshot, reading)
      draft.replace(with: try documentReader.snapshot())
    }
    if params.document != nil {
      _ = try apply(draft, to: stored, ApplyOccasion(.dataSourceCreate, conditions))
    } else {
      try store.checkRoom(for: stored.stayingBytes)
    }
    try checkpoint.finish()
    store.add(stored)
    writer.beginObject()
    writer.member("revision", stored.source.revision)
    writer.endObject()
  }

  /// `dataSource/configure`: protocol/methods/dataSource-configure.md.
  func configureDataSource(
    _ params: ConfigureParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.dataSource(named: params.dataSource)
    if stored.view != nil { try params.options.refuseEditing() }
    var options = stored.options
    try options.update(params.options, whenCreated: false)
    let lengths = params.options.lengths
    try store.checkRoom(for: stored.growth(byOptions: lengths))
    let rules = try stored.rules(for: options.table, limits: limits, checkpoint)
    let areOthers = options != stored.options
    try checkpoint.finish()
    // What was applied before is told as the options then were.
    if areOthers { outbox.settle(stored.subscription) }
    stored.configure(options, rules)
    stored.countOptions(lengths)
    store.count(stored)
    writer.beginObject()
    writer.member("revision", stored.source.revision)
    writer.endObject()
  }

  /// `dataSource/close`: protocol/methods/dataSource-close.md.
  func closeDataSource(
    _ params: CloseDataSourceParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let stored = try store.dataSource(named: params.dataSource)
    try checkpoint.finish()
    for closed in store.close(stored) {
      outbox.settle(closed.subscription)
      var notification = JSONWriter()
      notification.beginNotification("dataSource/didClose")
      notification.beginObject()
      notification.member("dataSource", closed.name)
      notification.endObject()
      notification.endNotification()
      outbox.announce(notification.bytes)
    }
    writer.null()
  }

  /// `dataSource/list`: protocol/methods/dataSource-list.md.
  func listDataSources(_ writer: inout JSONWriter) {
    writer.byteLimit = limits.maxMessageBytes
    writer.beginObject()
    writer.array("dataSources", store.dataSources.inOrder) { writer, entry in
      writer.beginObject()
      writer.member("dataSource", entry.name)
      writer.member("revision", entry.value.source.revision)
      writer.counts(of: entry.value.source.snapshot)
      if let stored = entry.value.view {
        writer.member("view", raw: stored.document.text)
        writer.member("baseRevision", stored.view.baseRevision)
        writer.member(stored.view.extent)
      }
      writer.endObject()
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes the members that count sections and items.
  mutating func counts(of snapshot: Snapshot) {
    member("numberOfSections", snapshot.numberOfSections)
    member("numberOfItems", snapshot.numberOfItems)
  }
}
