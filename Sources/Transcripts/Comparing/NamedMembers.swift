import JSON

/// The members of an object by their names, of those with the same name the last.
///
/// Each is found at once, where the view of an object goes through all members; their order is that in
/// which they first stand, which is how a person reads them.
struct NamedMembers {
  /// The names in order; to `String`, different bytes can be the same text.
  private(set) var names: [[UInt8]] = []
  private var values: [[UInt8]: JSONView] = [:]

  /// Reads the members, of which anything but an object has none.
  init(of object: JSONView?) {
    guard let object else { return }
    for member in object.members {
      var name: [UInt8] = []
      member.name.appendDistinctText(to: &name)
      if values.updateValue(member.value, forKey: name) == nil { names.append(name) }
    }
  }

  /// The value of a member, nil when there is none.
  subscript(_ name: [UInt8]) -> JSONView? { values[name] }
}
