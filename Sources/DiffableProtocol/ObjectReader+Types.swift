public import JSON
import JSONRPC

extension ObjectReader {
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
    try checked(name: try string(name), name)
  }

  private func checked(name text: String, _ name: StaticString) throws(DiffableError) -> String {
    guard !text.isEmpty else { throw invalid(name, "must not be empty") }
    return text
  }

  /// A name of a data source or a named snapshot, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  func optionalName(_ name: StaticString) throws(DiffableError) -> String? {
    guard let value = optional(name) else { return nil }
    return try checked(name: try string(in: value, name), name)
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
    guard let value = optional(name) else { return nil }
    return try array(value, at: "\(name)")
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
    return ObjectReader(value, path: self.path(of: place), in: self)
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
    let text = value.beginning
    if let word = text.flatMap(Word.init(rawValue:)) { return word }
    let words = Word.allCases.map(\.rawValue)
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    var error = invalid(name, "must be one of \(list)", value)
    if let nearest = text.flatMap({ nearestName(to: $0, among: words) }) {
      error.nearest = nearest
      error.message += " Did you mean \"\(nearest)\"?"
    }
    throw error
  }

  private func string(
    in value: JSONView,
    _ name: StaticString
  ) throws(DiffableError) -> String {
    guard value.hasEscapes else {
      guard let string = value.string else { throw invalid(name, "must be a string", value) }
      return string
    }
    var end: DiffableError?
    let mayContinue = { (elements: Int) in
      do throws(DiffableError) { try count(elements) } catch { end = error }
      return end == nil
    }
    var text: [UInt8] = []
    value.appendDistinctText(to: &text, mayContinue: mayContinue)
    if let end { throw end }
    // Half of a surrogate pair cannot be told from another one once it is replaced.
    guard !hasLoneSurrogate(text) else {
      throw invalid(name, "must be a string without lone surrogates", value)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
