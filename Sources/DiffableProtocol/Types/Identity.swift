public import JSON

/// Where in a model object the values are that identify it.
public struct Identity: Equatable, Sendable {
  /// The pointers into an item's model object, at least one.
  ///
  /// With one of them the identifier is its value, with several it is the array of their values.
  public let items: [Part]

  fileprivate static let members = MemberNames(of: "identity", ["items"])

  /// One value that identifies.
  public struct Part: Equatable, Sendable {
    /// The pointer as it was written.
    public let text: String
    /// Where the value is.
    public let pointer: JSONPointer
  }
}

extension ObjectReader {
  /// The member `identity`, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  func identity() throws(DiffableError) -> Identity? {
    guard let identity = try optionalObject("identity") else { return nil }
    try identity.check(Identity.members)
    let pointers = try identity.array("items")
    guard pointers.count > 0 else {
      throw identity.invalid("items", "must name at least one JSON Pointer", pointers)
    }
    guard pointers.count <= ObjectReader.maxPointers else {
      let rule = "must not name more than \(ObjectReader.maxPointers) pointers"
      throw identity.invalid("items", rule)
    }
    var parts: [Identity.Part] = []
    for (index, value) in pointers.elements.enumerated() {
      let pointer = try identity.pointer(value, at: "items[\(index)]")
      parts.append(Identity.Part(text: value.string ?? "", pointer: pointer))
    }
    return Identity(items: parts)
  }
}
