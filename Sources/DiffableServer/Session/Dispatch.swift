import DiffableProtocol
import JSON
import JSONRPC
import Snapshots

extension Session {
  /// Handles a message and returns its answer, nil when it gets none.
  func answer(to message: Message, inBatch: Bool) -> [UInt8]? {
    // Requests count for themselves, so that they can be cancelled then.
    if inBatch, !message.isRequest { try? checkpoint.step(64) }
    switch message {
    case .response:
      return nil
    case .invalid(let error):
      return errorMessage(id: .null, DiffableError.noRequest(error).response)
    case .notification(let name, let params):
      receiveNotification(name, params, inBatch: inBatch)
      return nil
    case .request(let id, let name, let params):
      guard let id = answerable(id) else {
        return errorMessage(id: .null, DiffableError.longID(id, limits).response)
      }
      return answer(id, name, params, inBatch: inBatch)
    }
  }

  /// Handles a request that wants an answer, and returns it; nil when it was sent already.
  private func answer(
    _ id: RequestID,
    _ name: JSONView,
    _ params: JSONView?,
    inBatch: Bool
  ) -> [UInt8]? {
    // As it is when the request comes: the first to be told of is the one after initialize.
    let isTracing = trace != .off
    if isTracing { traceRequest(name, id, params) }
    var writer = JSONWriter(reservingCapacity: 256)
    writer.look = lookWhileWriting
    writer.beginResult(id: id)
    request = RunningRequest(id: id, method: name, isInBatch: inBatch, isTraced: isTracing)
    checkpoint.beginRequest()
    store.work.begin()
    defer { request = nil }
    do throws(DiffableError) {
      defer { endProgress() }
      try handle(name, params, inBatch: inBatch, &writer)
    } catch {
      if request?.isAnswered == true { return nil }
      if isTracing { traceResponse(name, id, error) }
      return errorMessage(id: id, error.response)
    }
    if isTracing { traceResponse(name, id, nil) }
    return writer.bytes
  }

  /// Handles what wants no answer: a notification, or a request that was sent as one.
  private func receiveNotification(_ name: JSONView, _ params: JSONView?, inBatch: Bool) {
    switch Method(named: name) {
    case .exit where !inBatch: lifecycle = .exited(lifecycle.exitCode)
    case .exit, .initialize, .initialized, .shutdown, .cancelRequest, nil: return
    case .setTrace: setTrace(params)
    case .some:
      guard case .running = lifecycle else { return }
      var discarded = JSONWriter()
      checkpoint.beginRequest()
      store.work.begin()
      do throws(DiffableError) {
        try handle(name, params, inBatch: inBatch, &discarded)
      } catch {
        if !isCalledOff { refusedSilently(error.withoutUnknownMember.response) }
      }
    }
  }

  private func handle(
    _ name: JSONView,
    _ params: JSONView?,
    inBatch: Bool,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    let method = Method(named: name)
    do throws(DiffableError) {
      if request != nil { try begin(params, inBatch: inBatch) }
      let admitted = try admit(method, named: name, inBatch: inBatch)
      let reader = try ObjectReader(params: params, counting: stepWhileReading)
      if !admitted.hasOpenParams { try reader.check(admitted.members) }
      try beginProgress(of: admitted, reader)
      try handle(admitted, reader, &writer)
      // What has changed something had its last look before.
      if request != nil {
        try checkpoint.finish()
        writer.endResult()
      }
      if writer.isOverLimit { throw limits.exceededByAnswer }
    } catch {
      store.noteRefusal()
      throw refusal(of: name, error)
    }
  }

  /// Looks around before a request that was cancelled already, or that is much to read.
  private func begin(_ params: JSONView?, inBatch: Bool) throws(DiffableError) {
    if !cancelled.isEmpty, let request, cancelled.contains(request.id) { try checkpoint.pass() }
    if inBatch { try checkpoint.step(64) }
    // Whatever becomes of it: much to be read is much work.
    if let params, !store.work.mayRead(params.withBytes(\.count)) { throw .cancelled }
  }

  /// An error with the method that was refused.
  func refusal(of name: JSONView, _ error: DiffableError) -> DiffableError {
    if let method = Method(named: name) { return error.refused(by: method) }
    var error = error
    error.unknownMethod = spelling(of: name)
    return error
  }

  /// Refuses a method that there is not, or that has no place here.
  private func admit(
    _ method: Method?,
    named name: JSONView,
    inBatch: Bool
  ) throws(DiffableError) -> Method {
    if let method, method.isLifecycle, inBatch {
      throw .inBatch(method.rawValue)
    }
    try lifecycle.check(method, named: spelling(of: name))
    guard let method, method.direction == .clientToServer else {
      throw .unknownMethod(spelling(of: name))
    }
    if request != nil, method.isNotification { throw .onlyNotification(method) }
    return method
  }

  /// The name of a method for a sentence.
  func spelling(of name: JSONView) -> String {
    excerpt(of: Array((name.beginning ?? "").utf8))
  }

  /// Leads each method to its handler, which writes the result.
  private func handle(
    _ method: Method,
    _ reader: ObjectReader,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    switch method {
    case .initialize: try initialize(InitializeParams(reader), &writer)
    case .shutdown: try shutdown(&writer)
    case .discover: discover(&writer)
    case .initialized, .exit, .cancelRequest, .setTrace:
      throw .onlyNotification(method)

    case .dataSourceCreate: try createDataSource(CreateDataSourceParams(reader), &writer)
    case .dataSourceConfigure: try configureDataSource(ConfigureParams(reader), &writer)
    case .dataSourceClose: try closeDataSource(CloseDataSourceParams(reader), &writer)
    case .dataSourceList: listDataSources(&writer)
    case .dataSourceApply: try applySnapshot(ApplyParams(reader), &writer)
    case .dataSourceEdit: try editDataSource(EditDataSourceParams(reader), &writer)
    case .dataSourceUpdateView: try updateView(UpdateViewParams(reader), &writer)

    case .dataSourceChanges: try readChanges(DataSourceChangesParams(reader), &writer)
    case .dataSourceRevert: try revertDataSource(RevertParams(reader), &writer)

    case .snapshotCreate: try createSnapshot(CreateSnapshotParams(reader), &writer)
    case .snapshotList: listSnapshots(&writer)
    case .snapshotEdit: try editSnapshot(EditSnapshotParams(reader), &writer)
    case .snapshotRelease: try releaseSnapshot(ReleaseSnapshotParams(reader), &writer)
    case .snapshotChanges: try compareSnapshots(SnapshotChangesParams(reader), &writer)

    case .snapshotContents: try readContents(ReadParams(reader), &writer)
    case .snapshotCounts: try readCounts(CountsParams(reader), &writer)
    case .snapshotSectionIdentifiers: try readSectionIdentifiers(ReadParams(reader), &writer)
    case .snapshotItemIdentifiers: try readItemIdentifiers(ItemIdentifiersParams(reader), &writer)
    case .snapshotIndexOfItem: try readIndexOfItem(ReadItemsParams(reader), &writer)
    case .snapshotIndexOfSection: try readIndexOfSection(ReadSectionsParams(reader), &writer)
    case .snapshotSectionContainingItem:
      try readSectionContainingItem(ReadItemsParams(reader), &writer)
    case .snapshotMarks: try readMarks(ReadParams(reader), &writer)

    case .dataSourceItemIdentifier: try readItemIdentifier(ItemIdentifierParams(reader), &writer)
    case .dataSourceIndexPath: try readIndexPath(AskItemsParams(reader), &writer)
    case .dataSourceSectionIdentifier:
      try readSectionIdentifier(SectionIdentifierParams(reader), &writer)
    case .dataSourceSectionIndex: try readSectionIndex(AskSectionsParams(reader), &writer)
    case .dataSourceItems: try readItems(AskItemsParams(reader), &writer)
    case .dataSourceSections: try readSections(AskSectionsParams(reader), &writer)
    case .dataSourceRows: try readRows(RowsParams(reader), &writer)

    case .dataSourceCanMoveRow: try canMoveRow(RowParams(reader), &writer)
    case .dataSourceMoveRow: try moveRow(MoveRowParams(reader), &writer)
    case .dataSourceCanEditRow: try canEditRow(RowParams(reader), &writer)
    case .dataSourceDeleteRow: try deleteRow(DeleteRowParams(reader), &writer)
    case .dataSourceHeightForRow: try readHeight(RowParams(reader), &writer)
    case .dataSourceEstimatedHeightForRow: try readEstimatedHeight(RowParams(reader), &writer)
    case .dataSourceRowAtOffset: try readRowAtOffset(RowAtOffsetParams(reader), &writer)
    case .dataSourceOffsetOfRow: try readOffsetOfRow(RowParams(reader), &writer)
    case .dataSourceContentHeight: try readContentHeight(DataSourceQuestion(reader), &writer)
    case .dataSourceTitleForHeader: try readHeaderTitle(SectionTitleParams(reader), &writer)
    case .dataSourceTitleForFooter: try readFooterTitle(SectionTitleParams(reader), &writer)
    case .dataSourceSectionIndexTitles:
      try readSectionIndexTitles(DataSourceQuestion(reader), &writer)
    case .dataSourceSectionForSectionIndexTitle:
      try readSectionForIndexTitle(IndexTitleParams(reader), &writer)
    case .dataSourceIndexPathForIndexTitle:
      try readIndexPathForIndexTitle(IndexTitleParams(reader), &writer)
    case .dataSourceSetContent: try setListContent(SetContentParams(reader), &writer)
    case .dataSourceContent: try readListContent(DataSourceQuestion(reader), &writer)

    case .dataSourceApplySection: try applySection(ApplySectionParams(reader), &writer)
    case .dataSourceEditSection: try editSection(EditSectionParams(reader), &writer)
    case .dataSourceSectionSnapshot: try readSectionSnapshot(SectionSnapshotParams(reader), &writer)
    case .dataSourceOutline: try readOutline(OutlineParams(reader), &writer)
    case .dataSourceExpandItem: try expandItem(DiscloseItemParams(reader), &writer)
    case .dataSourceCollapseItem: try collapseItem(DiscloseItemParams(reader), &writer)

    case .dataSourceDidApply, .dataSourceDidClose, .dataSourceWillExpandItem,
      .dataSourceWillCollapseItem, .logTrace, .progress:
      throw .sentByDaemon(method)
    }
  }

  /// A whole response with an error.
  func errorMessage(id: RequestID, _ error: ResponseError) -> [UInt8] {
    var writer = JSONWriter()
    writer.error(id: id, error)
    return writer.bytes
  }
}

extension Message {
  fileprivate var isRequest: Bool {
    if case .request = self { true } else { false }
  }
}
