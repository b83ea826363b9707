extension JSONView {
  /// Carries out this object as a JSON Merge Patch: a member that is `null` takes the member of its
  /// name out, one that is an object changes it in turn, and any other is put in its place.
  ///
  /// Members that stay keep their place and their bytes, and new ones come last, in the order of
  /// the patch. Of members that stand twice in an object that is changed the last counts, in its
  /// place.
  ///
  /// - Parameters:
  ///   - target: What is changed; nil, and whatever is no object, is changed as if it were an empty
  ///     object.
  ///   - mayContinue: Told now and then how many values were looked at, and says whether to go on;
  ///     if not, the result is not to be used.
  /// - Returns: The changed value, without insignificant white space.
  /// - Complexity: O(n) for n bytes of both on average, without recursion.
  /// - Source: RFC 7396, which leaves the order of members open.
  public func patched(
    onto target: JSONView?,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    var objects = [PatchedObject(target, by: self, mayContinue)]
    var count = 0
    writer.beginObject()
    while var object = objects.popLast() {
      count += 1
      if count % 1024 == 0, mayContinue?(1024) == false { break }
      guard let member = object.popMember() else {
        writer.endObject()
        continue
      }
      objects.append(object)
      writer.raw(member.name.bytes)
      writer.endName()
      switch member.value {
      case .plain(let value):
        writer.beginValue()
        value.appendMinified(to: &writer.output)
      case .patched(let target, let patch):
        writer.beginObject()
        objects.append(PatchedObject(target, by: patch, mayContinue))
      }
    }
    return writer.bytes
  }
}

/// The members of an object that is changed, one after another.
private struct PatchedObject {
  struct Member {
    enum Value {
      case plain(JSONView)
      case patched(JSONView?, by: JSONView)
    }

    let name: JSONView
    let value: Value

    /// What a patch says of a member, nil when it takes it out.
    init?(_ name: JSONView, _ target: JSONView?, by patch: JSONView) {
      guard !patch.isNull else { return nil }
      self.name = name
      value = patch.kind == .object ? .patched(target, by: patch) : .plain(patch)
    }

    init(_ name: JSONView, _ value: JSONView) {
      self.name = name
      self.value = .plain(value)
    }
  }

  /// The members that are still to come, the next one last.
  private var members: [Member] = []

  init(_ target: JSONView?, by patch: JSONView, _ mayContinue: ((Int) -> Bool)?) {
    let changes = patch.distinctMembers(mayContinue)
    let values = Dictionary(changes) { $1 }
    let old = target?.distinctMembers(mayContinue) ?? []
    let present = Set(old.map(\.name))
    members = old.compactMap { name, value in
      guard let change = values[name] else { return Member(name.view, value) }
      return Member(name.view, value, by: change)
    }
    members += changes.compactMap { name, value in
      present.contains(name) ? nil : Member(name.view, nil, by: value)
    }
    members.reverse()
  }

  mutating func popMember() -> Member? { members.popLast() }
}

extension JSONView {
  /// The members of an object, of those with the same name the last; less of them when it is not to
  /// go on.
  fileprivate func distinctMembers(
    _ mayContinue: ((Int) -> Bool)?
  ) -> [(name: MemberName, value: JSONView)] {
    var places: [MemberName: Int] = [:]
    var distinct: [(name: MemberName, value: JSONView)?] = []
    for member in members {
      let name = MemberName(view: member.name)
      if let earlier = places.updateValue(distinct.count, forKey: name) { distinct[earlier] = nil }
      distinct.append((name, member.value))
      if distinct.count % 1024 == 0, mayContinue?(1024) == false { break }
    }
    return distinct.compactMap(\.self)
  }
}
