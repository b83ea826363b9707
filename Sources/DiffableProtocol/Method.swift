/// Every method of the protocol, by its name on the wire.
///
/// This is the one list of methods: dispatch, the published schema and the pages are held against
/// it.
public enum Method: String, CaseIterable, Sendable {
  case initialize = "initialize"
  case initialized = "initialized"
  case shutdown = "shutdown"
  case exit = "exit"
  case cancelRequest = "$/cancelRequest"
  case discover = "rpc.discover"
  case setTrace = "$/setTrace"
  case logTrace = "$/logTrace"
  case progress = "$/progress"

  case dataSourceCreate = "dataSource/create"
  case dataSourceConfigure = "dataSource/configure"
  case dataSourceClose = "dataSource/close"
  case dataSourceList = "dataSource/list"
  case dataSourceApply = "dataSource/apply"
  case dataSourceEdit = "dataSource/edit"
  case dataSourceUpdateView = "dataSource/updateView"
  case dataSourceChanges = "dataSource/changes"
  case dataSourceRevert = "dataSource/revert"
  case dataSourceItemIdentifier = "dataSource/itemIdentifier"
  case dataSourceIndexPath = "dataSource/indexPath"
  case dataSourceSectionIdentifier = "dataSource/sectionIdentifier"
  case dataSourceSectionIndex = "dataSource/sectionIndex"
  case dataSourceItems = "dataSource/items"
  case dataSourceSections = "dataSource/sections"
  case dataSourceRows = "dataSource/rows"

  case dataSourceCanMoveRow = "dataSource/canMoveRow"
  case dataSourceMoveRow = "dataSource/moveRow"
  case dataSourceCanEditRow = "dataSource/canEditRow"
  case dataSourceDeleteRow = "dataSource/deleteRow"
  case dataSourceHeightForRow = "dataSource/heightForRow"
  case dataSourceEstimatedHeightForRow = "dataSource/estimatedHeightForRow"
  case dataSourceRowAtOffset = "dataSource/rowAtOffset"
  case dataSourceOffsetOfRow = "dataSource/offsetOfRow"
  case dataSourceContentHeight = "dataSource/contentHeight"
  case dataSourceTitleForHeader = "dataSource/titleForHeader"
  case dataSourceTitleForFooter = "dataSource/titleForFooter"
  case dataSourceSectionIndexTitles = "dataSource/sectionIndexTitles"
  case dataSourceSectionForSectionIndexTitle = "dataSource/sectionForSectionIndexTitle"
  case dataSourceIndexPathForIndexTitle = "dataSource/indexPathForIndexTitle"
  case dataSourceSetContent = "dataSource/setContent"
  case dataSourceContent = "dataSource/content"

  case dataSourceApplySection = "dataSource/applySection"
  case dataSourceEditSection = "dataSource/editSection"
  case dataSourceSectionSnapshot = "dataSource/sectionSnapshot"
  case dataSourceOutline = "dataSource/outline"
  case dataSourceExpandItem = "dataSource/expandItem"
  case dataSourceCollapseItem = "dataSource/collapseItem"

  case snapshotCreate = "snapshot/create"
  case snapshotList = "snapshot/list"
  case snapshotEdit = "snapshot/edit"
  case snapshotRelease = "snapshot/release"
  case snapshotChanges = "snapshot/changes"
  case snapshotContents = "snapshot/contents"
  case snapshotCounts = "snapshot/counts"
  case snapshotSectionIdentifiers = "snapshot/sectionIdentifiers"
  case snapshotItemIdentifiers = "snapshot/itemIdentifiers"
  case snapshotIndexOfItem = "snapshot/indexOfItem"
  case snapshotIndexOfSection = "snapshot/indexOfSection"
  case snapshotSectionContainingItem = "snapshot/sectionContainingItem"
  case snapshotMarks = "snapshot/marks"

  case dataSourceDidApply = "dataSource/didApply"
  case dataSourceDidClose = "dataSource/didClose"
  case dataSourceWillExpandItem = "dataSource/willExpandItem"
  case dataSourceWillCollapseItem = "dataSource/willCollapseItem"
}

extension Method {
  /// Who sends a message.
  public enum Direction: String, Sendable {
    /// The front end sends it.
    case clientToServer
    /// The daemon sends it.
    case serverToClient
  }

  /// Who sends messages of this method.
  public var direction: Direction {
    switch self {
    case .dataSourceDidApply, .dataSourceDidClose, .dataSourceWillExpandItem,
      .dataSourceWillCollapseItem, .logTrace, .progress:
      .serverToClient
    default: .clientToServer
    }
  }

  /// Whether messages of this method are never answered.
  public var isNotification: Bool {
    switch self {
    case .initialized, .exit, .cancelRequest, .setTrace: true
    default: direction == .serverToClient
    }
  }

  /// Whether the params may have members of the client's own, as those of LSP's methods have.
  public var hasOpenParams: Bool {
    switch self {
    case .cancelRequest, .setTrace, .logTrace, .progress: true
    default: isLifecycle
    }
  }

  /// Whether the method changes where the session stands, and so has no place in a batch.
  public var isLifecycle: Bool {
    switch self {
    case .initialize, .initialized, .shutdown, .exit: true
    default: false
    }
  }
}
