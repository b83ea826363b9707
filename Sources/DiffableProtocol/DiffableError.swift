public import JSON
public import JSONRPC

/// Why a request was refused, and where in it: what `error.data` says.
///
/// A refused request has changed nothing.
public struct DiffableError: Error {
  /// What is wrong.
  public var kind: ErrorKind
  /// What was wrong, with the value, and what to do, in English.
  public var message: String
  /// The method that refused.
  public var method: Method?
  /// The name that was called, where there is no such method.
  public var unknownMethod: String?
  /// The member of the params that is at fault, as a path such as `edits[3].items`.
  public var member: String?
  /// The last name of ``member``, where it is the client's own because no such member is known.
  public var unknownMember: String?
  /// The known name that is nearest to one that is not known.
  public var nearest: String?
  /// The index of the edit that was refused.
  public var edit: Int?
  /// The identifiers that are at fault.
  public var identifiers: IdentifierList = []
  /// The repeats that are at fault.
  public var duplicates: Duplicates?
  /// The section that is at fault, as a JSON text.
  public var section: [UInt8]?
  /// The data source that was named.
  public var dataSource: String?
  /// The data source to edit instead of the view that was named.
  public var base: String?
  /// The snapshot that was named.
  public var snapshot: String?
  /// The limit that would be passed, and its value.
  public var limit: (name: String, value: Int)?
  /// The revision that was expected, and the current one.
  public var revisions: (expected: Int, current: Int)?

  /// The current revision, where nothing was expected of it.
  public var revision: Int?

  /// The oldest revision that is kept, and the current one.
  public var available: (oldest: Int, current: Int)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What was wrong, with the value, and what to do.
  public init(_ kind: ErrorKind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The error as JSON-RPC sends it.
  public var response: ResponseError {
    var data = JSONWriter()
    data.beginObject()
    data.member("kind", kind.rawValue)
    if let name = method?.rawValue ?? unknownMethod { data.member("method", name) }
    if let member { data.member("member", member) }
    if let nearest { data.member("nearest", nearest) }
    if let edit { data.member("edit", edit) }
    if let list = identifiers.json { data.member("identifiers", raw: list) }
    duplicates?.write(to: &data)
    if let section { data.member("section", raw: section) }
    if let dataSource { data.member("dataSource", dataSource) }
    if let base { data.member("base", base) }
    if let snapshot { data.member("snapshot", snapshot) }
    if let limit {
      data.member("limit", limit.name)
      data.member("value", limit.value)
    }
    if let revision { data.member("revision", revision) }
    if let revisions {
      data.member("expected", revisions.expected)
      data.member("revision", revisions.current)
    }
    if let available {
      data.member("oldest", available.oldest)
      data.member("revision", available.current)
    }
    data.endObject()
    return ResponseError(code: kind.code, message: message, data: data.bytes)
  }
}

// MARK: - Saying where

extension DiffableError {
  /// The same error, of a method.
  ///
  /// - Parameter method: The method that refused.
  /// - Returns: The error, whose message begins with the method where it is about its params.
  public func refused(by method: Method) -> DiffableError {
    var error = self
    error.method = method
    if kind == .invalidParams { error.message = "\(method.rawValue): \(message)" }
    return error
  }

  /// The same error, of a place in the params; the member of an error that has one is in there.
  ///
  /// - Parameter path: The path of the place.
  /// - Returns: The error.
  public func at(_ path: String) -> DiffableError {
    // Where a request was when it was cancelled says nothing; what is unknown is named itself, and
    // the model, which refuses it as well, knows no members.
    switch kind {
    case .requestCancelled, .unknownItem, .unknownSection: return self
    default: break
    }
    var error = self
    error.member = member.map { DiffableProtocol.path(of: $0, in: path) } ?? path
    if member != nil { error.message = DiffableProtocol.path(of: message, in: path) }
    return error
  }
}

extension DiffableError {
  /// The same error, of one of several edits.
  ///
  /// - Parameter index: The index of the edit.
  /// - Returns: The error.
  public func inEdit(_ index: Int) -> DiffableError {
    // As of a place, see `at`.
    if case .requestCancelled = kind { return self }
    var error = self
    error.edit = index
    return error
  }
}

// MARK: - Kinds

extension DiffableError {
  /// Creates the error of a member that is not as it must be; its message begins with the path.
  ///
  /// - Parameters:
  ///   - path: The path of the member.
  ///   - rule: What it must be, as the predicate of a sentence.
  ///   - value: What it is, nil when it is not there.
  /// - Returns: The error.
  public static func invalidParams(
    _ path: String,
    _ rule: String,
    _ value: JSONView? = nil
  ) -> DiffableError {
    let contrast = value.map { ", but \(found($0))" } ?? ""
    var error = DiffableError(.invalidParams, "\(path) \(rule)\(contrast).")
    error.member = path
    return error
  }
}

extension DiffableError {
  /// The error with no name in ``member`` that the client has made up.
  public var withoutUnknownMember: DiffableError {
    guard let name = unknownMember, let member, member.hasSuffix(name) else { return self }
    var error = self
    let object = member.dropLast(name.count)
    error.member = object.isEmpty ? nil : String(object.dropLast())
    return error
  }
}
