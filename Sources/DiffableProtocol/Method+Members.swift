extension Method {
  /// The members that the params of a message from the front end may have; none for what the daemon
  /// sends.
  public var members: MemberNames {
    switch self {
    case .initialize: InitializeParams.members
    case .setTrace: SetTraceParams.members
    case .cancelRequest: CancelRequestParams.members
    case .shutdown, .discover, .dataSourceList, .snapshotList: .onlyToken
    case .initialized, .exit: .none

    case .dataSourceCreate: CreateDataSourceParams.members
    case .dataSourceConfigure: ConfigureParams.members
    case .dataSourceClose: CloseDataSourceParams.members
    case .dataSourceApply: ApplyParams.members
    case .dataSourceEdit: EditDataSourceParams.members
    case .dataSourceUpdateView: UpdateViewParams.members
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
      .none
    }
  }
}

extension MemberNames {
  /// No params but the progress token of a request.
  fileprivate static let onlyToken: MemberNames = []
  /// No members.
  fileprivate static let none = MemberNames(of: "params", [])
}
