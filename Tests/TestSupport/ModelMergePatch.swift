public import JSON

/// What RFC 7396 says of a target and a patch, step by step on a list of members.
///
/// - Parameters:
///   - patch: The patch.
///   - target: The target, nil when there is none.
/// - Returns: The changed value as JSON.
public func mergePatch(_ patch: JSONView, _ target: JSONView?) -> String {
  guard patch.kind == .object else { return String(decoding: patch.minified, as: UTF8.self) }
  var members = distinctMembers(target)
  for change in distinctMembers(patch) {
    let place = members.firstIndex { $0.name.string == change.name.string }
    switch (place, change.value.isNull) {
    case (let place?, true): members.remove(at: place)
    case (let place?, false):
      members[place].text = mergePatch(change.value, members[place].value)
    case (nil, true): break
    case (nil, false): members.append((change.name, change.value, mergePatch(change.value, nil)))
    }
  }
  let texts = members.map { String(decoding: $0.name.minified, as: UTF8.self) + ":" + $0.text }
  return "{" + texts.joined(separator: ",") + "}"
}

/// The members of an object with their texts; of those of the same name the last.
private func distinctMembers(_ object: JSONView?) -> [(
  name: JSONView, value: JSONView, text: String
)] {
  let all = object.map { Array($0.members) } ?? []
  return all.enumerated().compactMap { index, member in
    let isLast = !all[(index + 1)...].contains { $0.name.string == member.name.string }
    let text = String(decoding: member.value.minified, as: UTF8.self)
    return isLast ? (member.name, member.value, text) : nil
  }
}
