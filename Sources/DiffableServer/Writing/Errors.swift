import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots

// The sentences of the contract: one factory for each kind and cause. Limits have theirs beside
// them, and a member that is not as it must be has `invalidParams`.

extension DiffableError {
  /// Creates an error with what it knows besides its sentence.
  init(
    _ kind: ErrorKind,
    _ message: String,
    _ details: (inout DiffableError) -> Void
  ) {
    self.init(kind, message)
    details(&self)
  }
}

/// A text as a part of a sentence, cut when it is long.
func quoted(_ text: String) -> String { "\"\(excerpt(of: Array(text.utf8)))\"" }

// MARK: - Messages

extension DiffableError {
  static func noJSON(_ error: JSONError) -> DiffableError {
    DiffableError(.parseError, "The message is no JSON: \(error.description).")
  }

  static func strayText(_ line: ArraySlice<UInt8>) -> DiffableError {
    DiffableError(
      .parseError,
      "The input began with text that is no message: \"\(excerpt(of: Array(line)))\"; it was skipped."
    )
  }

  static func brokenHeader(_ description: String) -> DiffableError {
    DiffableError(.parseError, "The header is broken: \(description).")
  }

  static func noRequest(_ error: ResponseError) -> DiffableError {
    DiffableError(.invalidRequest, error.message)
  }

  static func longID(_ id: RequestID, _ limits: Limits) -> DiffableError {
    DiffableError(
      .invalidRequest,
      "\"id\" is \(id.length) bytes long, more than maxIdentifierBytes = "
        + "\(limits.maxIdentifierBytes) allows; send a shorter one."
    )
  }
}

// MARK: - Methods

extension DiffableError {
  static func unknownMethod(_ name: String) -> DiffableError {
    let known = Method.allCases.filter { $0.direction == .clientToServer }.map(\.rawValue)
    let nearest = nearestName(to: name, among: known)
    let question = nearest.map { "did you mean \($0)? rpc" } ?? "rpc"
    return DiffableError(
      .methodNotFound,
      "There is no method \(name); \(question).discover lists all."
    ) { $0.nearest = nearest }
  }

  static func sentByDaemon(_ method: Method) -> DiffableError {
    DiffableError(.methodNotFound, "\(method.rawValue) is sent by the daemon, not to it.")
  }

  static func onlyNotification(_ method: Method) -> DiffableError {
    DiffableError(
      .invalidRequest,
      "\(method.rawValue) is a notification; send it without an id."
    )
  }

  static func inBatch(_ name: String) -> DiffableError {
    DiffableError(.invalidRequest, "\(name) has no place in a batch; send it on its own.")
  }

  static func beforeInitialize(_ name: String) -> DiffableError {
    DiffableError(.serverNotInitialized, "\(name) came before initialize; send initialize first.")
  }

  static var initializedAlready: DiffableError {
    DiffableError(.invalidRequest, "The session is initialized already.")
  }

  static func afterShutdown(_ name: String) -> DiffableError {
    DiffableError(.invalidRequest, "\(name) came after shutdown; send exit.")
  }

  static var cancelled: DiffableError {
    DiffableError(.requestCancelled, "The request was cancelled; nothing has changed.")
  }
}

// MARK: - Names

extension DiffableError {
  static func unknownDataSource(_ name: String) -> DiffableError {
    DiffableError(
      .unknownDataSource,
      "There is no data source \(quoted(name)); create it with dataSource/create."
    ) { $0.dataSource = name }
  }

  static func dataSourceExists(_ name: String) -> DiffableError {
    DiffableError(
      .dataSourceExists,
      "There is a data source \"\(name)\" already; close it, or take another name."
    ) { $0.dataSource = name }
  }

  static func unknownSnapshot(_ name: String) -> DiffableError {
    DiffableError(
      .unknownSnapshot,
      "There is no snapshot \(quoted(name)); create it with snapshot/create."
    ) { $0.snapshot = name }
  }

  static func snapshotExists(_ name: String) -> DiffableError {
    DiffableError(
      .snapshotExists,
      "There is a snapshot \"\(name)\" already; release it, or take another name."
    ) { $0.snapshot = name }
  }
}

// MARK: - Identifiers

extension DiffableError {
  static func invalidIdentifier(_ value: JSONView, maxBytes: Int) -> DiffableError {
    let misspelt = value.misspelt("id").map { " Did you mean id by \($0)?" } ?? ""
    return DiffableError(
      .invalidIdentifier,
      "\(excerpt(of: value)) is no identifier; an identifier is a string without U+0000 and lone"
        + " surrogates, an integer of at most 2^53-1 in size, or a non-empty array of strings,"
        + " integers, booleans and nulls.\(misspelt)"
    ) { error in
      if !misspelt.isEmpty { error.nearest = "id" }
      error.giveBack(value, maxBytes: maxBytes)
    }
  }

  static func missingIdentity(
    _ part: Identity.Part,
    of object: JSONView,
    maxBytes: Int
  ) -> DiffableError {
    DiffableError(
      .invalidIdentifier,
      "\(excerpt(of: object)) has no value at \(quoted(part.text)), which is part of its identity;"
        + " give one, or give the item as {\"id\", \"content\"}."
    ) { $0.giveBack(object, maxBytes: maxBytes) }
  }

  /// Gives a value back as it came, unless that is long or would break a strict reader.
  private mutating func giveBack(_ value: JSONView, maxBytes: Int) {
    var bytes: [UInt8] = []
    value.appendMinified(to: &bytes, upTo: maxBytes + 1)
    if bytes.count <= maxBytes, !bytes.contains(UInt8(ascii: "\\")) { identifiers = [bytes] }
  }

  /// The same error, of a value at a place in a model object.
  func naming(_ part: Identity.Part, _ value: JSONView, as what: String) -> DiffableError {
    guard kind == .invalidIdentifier else { return self }
    var error = self
    error.message =
      "The value at \(quoted(part.text)) is \(excerpt(of: value)), which cannot be \(what); give a"
      + " string, an integer of at most 2^53-1 in size, or another pointer."
    return error
  }

  static var poolIsFull: DiffableError {
    DiffableError(
      .limitExceeded,
      "The identifiers of one data source take more than 15 GiB; close it and begin anew."
    )
  }

  /// A list that has repeats, with the places where they stand.
  static func repeats(_ duplicates: Duplicates, of what: String) -> DiffableError {
    var message = "\(what) must be unique; name each once."
    if let first = duplicates.entries.first {
      let places = first.positions.prefix(2).joined(separator: " and at ")
      let others = duplicates.count > 1 ? " and \(duplicates.count - 1) more repeat" : ""
      message =
        "\(what) must be unique, but \(excerpt(of: first.identifier)) stands at \(places)\(others);"
        + " name each once, or set the option duplicates."
    }
    return DiffableError(.duplicateIdentifier, message) { error in
      var named: Set<[UInt8]> = []
      for entry in duplicates.entries where named.insert(entry.identifier).inserted {
        error.identifiers.append(entry.identifier)
      }
      error.duplicates = duplicates
    }
  }
}

extension JSONView {
  /// The first of an object's first members whose name is near to one that the object does not have.
  fileprivate func misspelt(_ name: String) -> String? {
    guard self[name] == nil else { return nil }
    // A client's slip is among few; a million are not worth the time, nor is a name that is no word.
    let words = members.prefix(64).lazy.filter { $0.name.bytes.count <= 64 }
    return words.map { $0.name.string ?? "" }.first { nearestName(to: $0, among: [name]) != nil }
  }
}
