extension Method {
  /// The members that the params of a message from the front end may have, in the order of the
  /// schema; none for what the daemon sends.
  ///
  /// Beside them every request may have a `workDoneToken`.
  public var members: [String] {
    switch self {
    case .initialize: InitializeParams.members
    case .setTrace: SetTraceParams.members
    case .cancelRequest: CancelRequestParams.members
    case .initialized, .shutdown, .exit, .discover, .dataSourceList, .snapshotList: []

    case .dataSourceCreate: CreateDataSourceParams.members
    case .dataSourceConfigure: ConfigureParams.members
    case .dataSourceClose: CloseDataSourceParams.members
    case .dataSourceApply: ApplyParams.members
    case .dataSourceEdit: EditDataSourceParams.members
    case .dataSourceChanges: DataSourceChangesParams.members
    case .dataSourceRevert: RevertParams.members
    case .dataSourceItemIdentifier: ItemIdentifierParams.members
    case .dataSourceSectionIdentifier: SectionIdentifierParams.members
    case .dataSourceIndexPath, .dataSourceItems: AskItemsParams.members
    case .dataSourceSectionIndex, .dataSourceSections: AskSectionsParams.members

    case .dataSourceRows: RowsParams.members
    case .dataSourceMoveRow: MoveRowParams.members
    case .dataSourceDeleteRow: DeleteRowParams.members
    case .dataSourceCanMoveRow, .dataSourceCanEditRow, .dataSourceHeightForRow,
      .dataSourceEstimatedHeightForRow, .dataSourceOffsetOfRow:
      RowParams.members
    case .dataSourceRowAtOffset: RowAtOffsetParams.members
    case .dataSourceTitleForHeader, .dataSourceTitleForFooter: SectionTitleParams.members
    case .dataSourceSectionForSectionIndexTitle, .dataSourceIndexPathForIndexTitle:
      IndexTitleParams.members
    case .dataSourceSetContent: SetContentParams.members
    case .dataSourceContentHeight, .dataSourceSectionIndexTitles, .dataSourceContent:
      DataSourceQuestion.members

    case .dataSourceApplySection: ApplySectionParams.members
    case .dataSourceEditSection: EditSectionParams.members
    case .dataSourceSectionSnapshot: SectionSnapshotParams.members
    case .dataSourceOutline: OutlineParams.members
    case .dataSourceExpandItem, .dataSourceCollapseItem: DiscloseItemParams.members

    case .snapshotCreate: CreateSnapshotParams.members
    case .snapshotEdit: EditSnapshotParams.members
    case .snapshotRelease: ReleaseSnapshotParams.members
    case .snapshotChanges: SnapshotChangesParams.members
    case .snapshotContents, .snapshotSectionIdentifiers, .snapshotMarks: ReadParams.members
    case .snapshotCounts: CountsParams.members
    case .snapshotItemIdentifiers: ItemIdentifiersParams.members
    case .snapshotIndexOfItem, .snapshotSectionContainingItem: ReadItemsParams.members
    case .snapshotIndexOfSection: ReadSectionsParams.members

    case .dataSourceDidApply, .dataSourceDidClose, .dataSourceWillExpandItem,
      .dataSourceWillCollapseItem, .logTrace, .progress:
      []
    }
  }
}
