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
  ///   - mayContinue: Told now and then how many values were looked at, 64 bytes of a long one as
  ///     one, and says whether to go on; if not, the result is not to be used.
  /// - Returns: The changed value, without insignificant white space.
  /// - Complexity: O(n) for n bytes of both on average, without recursion.
  /// - Source: RFC 7396, which leaves the order of members open.
  public func patched(
    onto target: JSONView?,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    var counter = ValueCounter(mayContinue)
    var objects = [PatchedObject(target, by: self, &counter)]
    writer.beginObject()
    while var object = objects.popLast() {
      guard counter.goesOn() else { break }
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
        value.appendMinified(to: &writer.output, mayContinue: mayContinue)
      case .patched(let target, let patch):
        writer.beginObject()
        objects.append(PatchedObject(target, by: patch, &counter))
      }
    }
    return writer.bytes.fitted(mayContinue: mayContinue)
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

  init(_ target: JSONView?, by patch: JSONView, _ counter: inout ValueCounter) {
    guard let changes = DistinctMembers(of: patch, &counter),
      let old = DistinctMembers(of: target, &counter)
    else { return }
    // From behind, at once into the order in which they are taken, and without growing step by step:
    // to move a million of them takes as long as nobody may wait.
    members.reserveCapacity(old.list.count + changes.list.count)
    for (name, value) in changes.list.reversed() {
      guard counter.goesOn(name.values) else { return }
      guard old.value(of: name) == nil else { continue }
      if let member = Member(name.view, nil, by: value) { members.append(member) }
    }
    for (name, value) in old.list.reversed() {
      guard counter.goesOn(name.values) else { return }
      if let change = changes.value(of: name) {
        if let member = Member(name.view, value, by: change) { members.append(member) }
      } else {
        members.append(Member(name.view, value))
      }
    }
  }

  mutating func popMember() -> Member? { members.popLast() }
}
