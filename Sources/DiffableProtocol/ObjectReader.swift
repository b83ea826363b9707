public import JSON
import JSONRPC

/// Reads the members of an object that a client sent, and says exactly which one is wrong.
///
/// A member that is absent and one that is `null` are the same, but for content, where `null` is a
/// value like any other.
public struct ObjectReader {
  /// Where the object stands in the params; empty for the params themselves.
  public let path: String
  private let object: JSONView?

  /// Creates a reader of a request's params.
  ///
  /// - Parameter params: The params, nil when there are none.
  /// - Throws: `invalidParams` when the params are no object.
  public init(params: JSONView?) throws(DiffableError) {
    path = ""
    object = params
    guard let params, !params.standsForObject else { return }
    throw .invalidParams("params", "must be an object", params)
  }

  private init(_ object: JSONView, path: String) {
    self.path = path
    self.object = object
  }

  /// The value of a member, nil when it is absent or `null`.
  public func optional(_ name: StaticString) -> JSONView? {
    guard let value = object?[name], !value.isNull else { return nil }
    return value
  }

  /// The value of a member for which `null` is a value like any other, nil when it is absent.
  public func given(_ name: StaticString) -> JSONView? { object?[name] }

  /// Whether a member stands once at most.
  func isSingle(_ name: StaticString) -> Bool {
    var count = 0
    object?.forEachMember { member, _ in count += member.equals(name) ? 1 : 0 }
    return count <= 1
  }

  /// The value of a member that must be there.
  ///
  /// - Throws: `invalidParams`.
  public func required(_ name: StaticString) throws(DiffableError) -> JSONView {
    guard let value = optional(name) else { throw missing(name) }
    return value
  }

  /// The names of the members, in the order in which they were sent.
  public var names: [String] { object?.members.map { $0.name.string ?? "" } ?? [] }

  /// Refuses members that the object does not have, and those that stand twice.
  ///
  /// - Parameter members: The members that it has.
  /// - Throws: `invalidParams`, with the nearest known name.
  public func check(_ members: MemberNames) throws(DiffableError) {
    guard let object, let fault = members.fault(in: object) else { return }
    throw path.isEmpty ? fault : fault.at(path)
  }

  // MARK: Typed members

  /// A string that must be there.
  ///
  /// - Throws: `invalidParams`.
  public func string(_ name: StaticString) throws(DiffableError) -> String {
    guard let value = given(name) else { throw missing(name) }
    return try string(in: value, name)
  }

  /// A string, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalString(_ name: StaticString) throws(DiffableError) -> String? {
    guard let value = optional(name) else { return nil }
    return try string(in: value, name)
  }

  /// A name that must be there, of a data source or a named snapshot.
  ///
  /// - Throws: `invalidParams`.
  public func name(_ name: StaticString) throws(DiffableError) -> String {
    let string = try string(name)
    guard !string.isEmpty else { throw invalid(name, "must not be empty") }
    return string
  }

  /// A name of a data source or a named snapshot, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  func optionalName(_ name: StaticString) throws(DiffableError) -> String? {
    optional(name) == nil ? nil : try self.name(name)
  }

  /// True or false, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalBool(_ name: StaticString) throws(DiffableError) -> Bool? {
    guard let value = optional(name) else { return nil }
    guard let bool = value.bool else { throw invalid(name, "must be true or false", value) }
    return bool
  }

  /// A whole number, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalInteger(_ name: StaticString) throws(DiffableError) -> Int? {
    guard let value = optional(name) else { return nil }
    return try integer(value, at: "\(name)")
  }

  /// Reads a value inside this object that must be an integer which every client's JSON can hold.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: Where it stands in this object.
  /// - Returns: The integer.
  /// - Throws: `invalidParams`.
  func integer(
    _ value: JSONView,
    at place: @autoclosure () -> String
  ) throws(DiffableError) -> Int {
    guard let integer = value.wholeNumber else {
      throw invalid(place(), "must be an integer", value)
    }
    guard integer.magnitude <= UInt(ObjectReader.greatestInteger) else {
      throw invalid(place(), "must be an integer of at most 2^53-1 in size", value)
    }
    return integer
  }

  /// A revision, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalRevision(_ name: StaticString) throws(DiffableError) -> Int? {
    guard let value = optional(name) else { return nil }
    let revision = try integer(value, at: "\(name)")
    guard revision >= 0 else { throw invalid(name, "must not be negative", value) }
    return revision
  }

  /// A revision that must be there.
  ///
  /// - Throws: `invalidParams`.
  func revision(_ name: StaticString) throws(DiffableError) -> Int {
    guard let revision = try optionalRevision(name) else { throw missing(name) }
    return revision
  }

  /// A number of things that must be there.
  ///
  /// - Returns: The number; one too large for any list is cut to the greatest there is.
  /// - Throws: `invalidParams`.
  func count(_ name: StaticString) throws(DiffableError) -> Int {
    let value = try required(name)
    guard let count = value.wholeNumber else { throw invalid(name, "must be an integer", value) }
    guard count >= 0 else { throw invalid(name, "must not be negative", value) }
    return count
  }

  /// What every client's JSON can hold exactly: 2^53 - 1.
  static let greatestInteger = 1 << 53 - 1

  /// An array that must be there.
  ///
  /// - Throws: `invalidParams`.
  public func array(_ name: StaticString) throws(DiffableError) -> JSONView {
    guard let value = given(name) else { throw missing(name) }
    return try array(value, at: "\(name)")
  }

  /// Reads a value inside this object that must be an array.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: Where it stands in this object, for instance `sections[3].items`.
  /// - Returns: The value, which may be an object without members for an array without elements.
  /// - Throws: `invalidParams`.
  public func array(
    _ value: JSONView,
    at place: @autoclosure () -> String
  ) throws(DiffableError) -> JSONView {
    guard value.standsForArray else { throw invalid(place(), "must be an array", value) }
    return value
  }

  /// An array, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalArray(_ name: StaticString) throws(DiffableError) -> JSONView? {
    optional(name) == nil ? nil : try array(name)
  }

  /// An object that must be there.
  ///
  /// - Throws: `invalidParams`.
  public func object(_ name: StaticString) throws(DiffableError) -> ObjectReader {
    guard let value = given(name) else { throw missing(name) }
    return try object(value, at: "\(name)")
  }

  /// An object, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  public func optionalObject(_ name: StaticString) throws(DiffableError) -> ObjectReader? {
    guard let value = optional(name) else { return nil }
    return try object(value, at: "\(name)")
  }

  /// Reads a value inside this object that must be an object.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: Where it stands in this object, for instance `edits[3]`.
  /// - Returns: Its reader.
  /// - Throws: `invalidParams`.
  public func object(_ value: JSONView, at place: String) throws(DiffableError) -> ObjectReader {
    guard value.standsForObject else { throw invalid(place, "must be an object", value) }
    return ObjectReader(value, path: self.path(of: place))
  }

  /// One of the words that are allowed, nil when the member is absent.
  ///
  /// - Throws: `invalidParams`, naming the words.
  public func optionalWord<Word>(
    _ name: StaticString,
    _ type: Word.Type
  ) throws(DiffableError) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let value = optional(name) else { return nil }
    if let word = value.string.flatMap(Word.init(rawValue:)) { return word }
    let words = Word.allCases.map(\.rawValue)
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    var error = invalid(name, "must be one of \(list)", value)
    if let nearest = value.string.flatMap({ nearestName(to: $0, among: words) }) {
      error.nearest = nearest
      error.message += " Did you mean \"\(nearest)\"?"
    }
    throw error
  }

  private func string(
    in value: JSONView,
    _ name: StaticString
  ) throws(DiffableError) -> String {
    guard let string = value.string else { throw invalid(name, "must be a string", value) }
    guard !value.hasEscapes || !value.hasLoneSurrogate else {
      throw invalid(name, "must be a string without lone surrogates", value)
    }
    return string
  }
}

// Writers that have one kind of empty table for both write one for the other.
extension JSONView {
  /// Whether this is an object, or an array without elements, which counts as `{}`.
  var standsForObject: Bool { kind == .object || kind == .array && count == 0 }

  /// Whether this is an array, or an object without members, which counts as `[]`.
  public var standsForArray: Bool { kind == .array || kind == .object && count == 0 }
}

extension JSONView {
  /// Whether the text of a string cannot be told from another one, because it has half of a
  /// surrogate pair, which decoding replaces.
  fileprivate var hasLoneSurrogate: Bool {
    var (decoded, distinct): ([UInt8], [UInt8]) = ([], [])
    appendDecodedText(to: &decoded)
    appendDistinctText(to: &distinct)
    return decoded != distinct
  }
}

// MARK: - Errors

extension ObjectReader {
  /// Where a place of this object stands in the params.
  ///
  /// - Parameter place: The place, for instance `items[3]`.
  /// - Returns: Its path.
  public func path(of place: String) -> String { DiffableProtocol.path(of: place, in: path) }

  /// The error of a member.
  ///
  /// - Parameters:
  ///   - name: The member.
  ///   - rule: What it must be, as the predicate of a sentence.
  ///   - value: What it is, nil when it is not there.
  /// - Returns: The error.
  public func invalid(
    _ name: StaticString,
    _ rule: String,
    _ value: JSONView? = nil
  ) -> DiffableError {
    invalid("\(name)", rule, value)
  }

  /// The error of a member that must be there and is not, or is `null`.
  ///
  /// - Parameter name: The member.
  /// - Returns: The error.
  func missing(_ name: StaticString) -> DiffableError {
    given(name).map { invalid(name, "must be there", $0) } ?? invalid(name, "is missing")
  }

  /// The error of a place in this object.
  ///
  /// - Parameters:
  ///   - place: The place, for instance `items[3]`.
  ///   - rule: What it must be, as the predicate of a sentence.
  ///   - value: What it is, nil when it is not there.
  /// - Returns: The error.
  public func invalid(_ place: String, _ rule: String, _ value: JSONView? = nil) -> DiffableError {
    .invalidParams(path(of: place), rule, value)
  }
}

/// The path of a place in the params.
///
/// - Parameters:
///   - place: The place, for instance `items[3]`.
///   - object: The path of the object that it is in, empty for the params themselves.
/// - Returns: The path.
public func path(of place: String, in object: String) -> String {
  object.isEmpty ? place : "\(object).\(place)"
}

/// Says what a value is, for a sentence: the value itself when it is short.
func found(_ value: JSONView) -> String {
  "it is \(excerpt(of: value))"
}

/// The text of a value, cut after some sixty characters.
///
/// - Parameter value: The value.
/// - Returns: Its JSON text, or the beginning of it and an ellipsis.
public func excerpt(of value: JSONView) -> String {
  value.withBytes { bytes in excerpt(of: Array(bytes.prefix(401))) }
}

/// The text of a JSON value, cut after some sixty characters.
///
/// - Parameter text: The value as JSON.
/// - Returns: The text, or the beginning of it and an ellipsis.
public func excerpt(of text: [UInt8]) -> String {
  // What is cut off here is cut off below too, unless a character takes very many bytes.
  let string = String(decoding: text.prefix(400), as: UTF8.self)
  return text.count <= 400 && string.count <= 64 ? string : "\(string.prefix(60))…"
}
