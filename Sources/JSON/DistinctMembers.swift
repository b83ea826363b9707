/// The members of an object, of those with the same name the last.
struct DistinctMembers {
  private(set) var list: [(name: MemberName, value: JSONView)] = []
  private var places: [MemberName: Int] = [:]

  /// Reads the members, of which anything but an object has none; nil when it is not to go on.
  init?(of object: JSONView?, _ counter: inout ValueCounter) {
    guard let object, object.kind == .object else { return }
    places.reserveCapacity(object.count)
    list.reserveCapacity(object.count)
    var hasRepeats = false
    for member in object.members {
      let name = MemberName(view: member.name)
      guard counter.goesOn(name.values) else { return nil }
      hasRepeats = places.updateValue(list.count, forKey: name) != nil || hasRepeats
      list.append((name, member.value))
    }
    guard hasRepeats else { return }
    let all = list
    list = []
    for (place, member) in all.enumerated() {
      guard counter.goesOn(member.name.values) else { return nil }
      guard places[member.name] == place else { continue }
      places[member.name] = list.count
      list.append(member)
    }
  }

  /// The index of a member in ``list``, nil when there is none.
  func place(of name: MemberName) -> Int? { places[name] }

  /// The value of a member, nil when there is none.
  func value(of name: MemberName) -> JSONView? { place(of: name).map { list[$0].value } }
}

/// A name where it stands: a million copies would take longer to give back than a cancellation may
/// wait, and `String` would take some different texts for the same.
struct MemberName: Hashable {
  let view: JSONView

  /// As how many values it counts: reading 64 bytes takes about as long as looking at a value.
  var values: Int { 1 + view.withBytes(\.count) / 64 }

  static func == (left: MemberName, right: MemberName) -> Bool {
    left.view.hasSameBytes(as: right.view) || isSameText(left.view, right.view)
  }

  func hash(into hasher: inout Hasher) {
    if view.hasEscapes {
      let text = view.decoded { $0.appendDistinctText(to: &$1) }
      text.withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      view.withTextBytes { hasher.combine(bytes: $0) }
    }
  }
}
