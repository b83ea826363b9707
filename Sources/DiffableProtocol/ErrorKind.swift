public import JSONRPC

/// What is wrong with a message, as `error.data.kind` names it.
public enum ErrorKind: String, CaseIterable, Sendable {
  /// The bytes are no JSON, or no framed message.
  case parseError
  /// The JSON is no JSON-RPC request, or one that has no place here.
  case invalidRequest
  /// There is no such method.
  case methodNotFound
  /// A member of the params is missing or has the wrong type.
  case invalidParams
  /// A request came before `initialize`.
  case serverNotInitialized
  /// The request was cancelled before it was finished.
  case requestCancelled
  /// There is no data source of that name.
  case unknownDataSource
  /// A data source of that name exists already.
  case dataSourceExists
  /// There is no named snapshot of that name.
  case unknownSnapshot
  /// A named snapshot of that name exists already.
  case snapshotExists
  /// An item is not there.
  case unknownItem
  /// A section is not there.
  case unknownSection
  /// An identifier stands where it would be twice.
  case duplicateIdentifier
  /// The data source is at another revision than the request says.
  case revisionMismatch
  /// The history of the data source does not reach a revision.
  case revisionUnavailable
  /// A value is no identifier.
  case invalidIdentifier
  /// An edit makes no sense, whatever the snapshot holds.
  case invalidEdit
  /// An index is past the end of what it counts in.
  case indexPathOutOfRange
  /// The row may not be moved, or not there.
  case moveNotAllowed
  /// The row may not be edited.
  case editNotAllowed
  /// A named limit would be passed.
  case limitExceeded
  /// What is to be changed is computed from another data source.
  case viewIsReadOnly
  /// The data source is no view.
  case notAView

  /// The error code that goes with the kind.
  public var code: ErrorCode {
    switch self {
    case .parseError: .parseError
    case .invalidRequest: .invalidRequest
    case .methodNotFound: .methodNotFound
    case .invalidParams: .invalidParams
    case .serverNotInitialized: .serverNotInitialized
    case .requestCancelled: .requestCancelled
    case .unknownDataSource: ErrorCode(rawValue: 1001)
    case .dataSourceExists: ErrorCode(rawValue: 1002)
    case .unknownSnapshot: ErrorCode(rawValue: 1003)
    case .snapshotExists: ErrorCode(rawValue: 1004)
    case .unknownItem: ErrorCode(rawValue: 1005)
    case .unknownSection: ErrorCode(rawValue: 1006)
    case .duplicateIdentifier: ErrorCode(rawValue: 1007)
    case .revisionMismatch: ErrorCode(rawValue: 1008)
    case .revisionUnavailable: ErrorCode(rawValue: 1009)
    case .invalidIdentifier: ErrorCode(rawValue: 1010)
    case .invalidEdit: ErrorCode(rawValue: 1011)
    case .moveNotAllowed: ErrorCode(rawValue: 1012)
    case .limitExceeded: ErrorCode(rawValue: 1013)
    case .indexPathOutOfRange: ErrorCode(rawValue: 1014)
    case .editNotAllowed: ErrorCode(rawValue: 1015)
    case .viewIsReadOnly: ErrorCode(rawValue: 1020)
    case .notAView: ErrorCode(rawValue: 1021)
    }
  }
}
