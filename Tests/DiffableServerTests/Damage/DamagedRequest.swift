import JSON

/// The params of a valid request with one thing wrong in the members of one object.
struct DamagedRequest {
  /// What was done.
  enum Damage: Hashable {
    /// The member has a name that nobody knows.
    case renamed(to: String)
    /// There is a member more that nobody knows.
    case surplus
    /// The member stands twice.
    case doubled
    /// The member is left out.
    case dropped
    /// The member has another value.
    case replaced(by: String)
  }

  let params: String
  let damage: Damage
  /// The path of the object that was damaged, empty for the params themselves.
  let object: String
  /// The member that was damaged.
  let name: String

  /// The path of the member that is wrong.
  var member: String {
    switch damage {
    // Without op there is nothing that other members could be held against.
    case .renamed where name == "op": join(name)
    case .renamed(let other): join(other)
    case .surplus: join("zzz")
    case .doubled, .dropped, .replaced: join(name)
    }
  }

  /// Whether an object stands for no section and no item any more: it has lost its identifier, or
  /// is taken for a model object.
  ///
  /// - Parameter hasIdentity: Whether items may be model objects.
  /// - Returns: Whether it may be refused as no identifier.
  func mayBeNoElement(hasIdentity: Bool) -> Bool {
    guard case .doubled = damage else {
      return name == "id" && damage != .surplus || hasIdentity && object.contains("items[")
    }
    return false
  }

  private func join(_ name: String) -> String { object.isEmpty ? name : "\(object).\(name)" }
}

extension DamagedRequest {
  private static let values = [
    "null", "true", "7", "-1", "1.5", #""""#, #""zzz""#, "[]", "{}", "[7]", #"{"zzz":1}"#,
    #""\u0000""#, "9007199254740992", "1e300",
  ]

  /// Everything that may be wrong with the members of a request, one at a time.
  ///
  /// - Parameter params: The params of a valid request.
  /// - Returns: Each damage of each member of each object whose members the protocol names.
  /// - Throws: An error when the params are no JSON.
  static func all(of params: String) throws -> [DamagedRequest] {
    let root = try JSONDocument(parsing: params).root
    var requests: [DamagedRequest] = []
    collect(from: root, path: "", Array(params.utf8), into: &requests)
    return requests
  }

  private static func collect(
    from view: JSONView,
    path: String,
    _ text: [UInt8],
    into requests: inout [DamagedRequest]
  ) {
    for (index, element) in view.elements.enumerated() {
      collect(from: element, path: "\(path)[\(index)]", text, into: &requests)
    }
    for (index, (name, value)) in view.members.enumerated() {
      damage(view, index, path: path, text, into: &requests)
      // What the client says of itself and its contents are its own.
      guard !["content", "patch", "clientInfo", "capabilities"].contains(name.string) else {
        continue
      }
      let place = path.isEmpty ? name.string ?? "" : "\(path).\(name.string ?? "")"
      collect(from: value, path: place, text, into: &requests)
    }
  }

  /// Adds the damages of one member.
  private static func damage(
    _ object: JSONView,
    _ index: Int,
    path: String,
    _ text: [UInt8],
    into requests: inout [DamagedRequest]
  ) {
    let members = object.members.map {
      (name: String(decoding: $0.name.bytes, as: UTF8.self), value: $0.value.bytes)
    }
    let name = String(members[index].name.dropFirst().dropLast())
    func add(_ damage: Damage, _ edit: (inout [(name: String, value: ArraySlice<UInt8>)]) -> Void) {
      var edited = members
      edit(&edited)
      let parts = edited.map { "\($0.name):\(String(decoding: $0.value, as: UTF8.self))" }
      let new = Array("{\(parts.joined(separator: ","))}".utf8)
      let range = object.bytes.startIndex..<object.bytes.endIndex
      let whole = text[..<range.lowerBound] + new + text[range.upperBound...]
      requests.append(
        DamagedRequest(
          params: String(decoding: whole, as: UTF8.self),
          damage: damage,
          object: path,
          name: name
        )
      )
    }
    for other in misspellings(of: name) {
      add(.renamed(to: other)) { $0[index].name = "\"\(other)\"" }
    }
    add(.surplus) { $0.insert((#""zzz""#, Array("null".utf8)[...]), at: index) }
    add(.doubled) { $0.append($0[index]) }
    add(.dropped) { $0.remove(at: index) }
    for value in values { add(.replaced(by: value)) { $0[index].value = Array(value.utf8)[...] } }
  }

  /// A name with its last letters exchanged, a letter doubled, one left out, and in another case.
  private static func misspellings(of name: String) -> [String] {
    let exchanged = String(name.dropLast(2)) + String(name.suffix(2).reversed())
    let doubled = name + String(name.suffix(1))
    let capital = name.prefix(1).uppercased() + String(name.dropFirst())
    let shorter = String(name.dropLast())
    return [exchanged, doubled, capital, shorter].filter { $0 != name && !$0.isEmpty }
  }
}
