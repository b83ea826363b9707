public import JSON

/// Reads the members of an object that a client sent, and says exactly which one is wrong.
///
/// A member that is absent and one that is `null` are the same, but for content, where `null` is a
/// value like any other.
public struct ObjectReader {
  /// Where the object stands in the params; empty for the params themselves.
  public let path: String
  private let object: JSONView?
  private let counter: Counter?

  /// Counts the elements of a long list while they are read, and says whether to go on.
  public typealias Counter = (_ elements: Int) throws(DiffableError) -> Void

  /// Creates a reader of a request's params.
  ///
  /// - Parameters:
  ///   - params: The params, nil when there are none.
  ///   - counter: Counts what is read of long lists, in this object and those inside it.
  /// - Throws: `invalidParams` when the params are no object.
  public init(params: JSONView?, counting counter: Counter? = nil) throws(DiffableError) {
    path = ""
    object = params
    self.counter = counter
    guard let params, !params.standsForObject else { return }
    throw .invalidParams("params", "must be an object", params)
  }

  /// Creates a reader of an object inside another one.
  init(_ object: JSONView, path: String, in outer: ObjectReader) {
    self.path = path
    self.object = object
    counter = outer.counter
  }

  /// Says that another element of a long list was read.
  ///
  /// - Throws: What ends the reading.
  func countElement() throws(DiffableError) { try count(1) }

  /// Says that so much was read as elements of a long list are.
  ///
  /// - Throws: What ends the reading.
  func count(_ elements: Int) throws(DiffableError) { try counter?(elements) }

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

  /// How many bytes the value of each member has, by its name: `null`, which is as if it were absent,
  /// has none.
  public var lengths: [String: Int] {
    let members = object?.members.map { member in
      (member.name.string ?? "", member.value.isNull ? 0 : member.value.bytes.count)
    }
    return Dictionary(members ?? []) { $1 }
  }

  /// Refuses members that the object does not have, and those that stand twice.
  ///
  /// - Parameter members: The members that it has.
  /// - Throws: `invalidParams`, with the nearest known name.
  public func check(_ members: MemberNames) throws(DiffableError) {
    guard let object, let fault = members.fault(in: object) else { return }
    throw path.isEmpty ? fault : fault.at(path)
  }
}

// Writers that have one kind of empty table for both write one for the other.
extension JSONView {
  /// Whether this is an object, or an array without elements, which counts as `{}`.
  var standsForObject: Bool { kind == .object || kind == .array && count == 0 }

  /// Whether this is an array, or an object without members, which counts as `[]`.
  public var standsForArray: Bool { kind == .array || kind == .object && count == 0 }
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
