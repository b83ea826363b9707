import JSON

extension ObjectReader {
  /// The member `op`, which says what other members there are, and so must not stand twice.
  ///
  /// - Throws: `invalidParams`, naming the words.
  func operation<Word>(_ type: Word.Type) throws(DiffableError) -> Word
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let operation = try optionalWord("op", Word.self) else {
      throw missing("op")
    }
    guard isSingle("op") else { throw invalid("op", "stands twice") }
    return operation
  }

  /// The member `at` of `moveItems`: `"start"`, `"end"`, or an index; the end when it is absent.
  ///
  /// - Throws: `invalidParams`.
  func destination() throws(DiffableError) -> Edit.Destination {
    guard let value = optional("at") else { return .end }
    if value.equals("start") { return .start }
    if value.equals("end") { return .end }
    guard value.kind == .number else {
      throw invalid("at", "must be \"start\", \"end\" or an index", value)
    }
    return .index(try integer(value, at: "at"))
  }

  /// An array of two elements.
  ///
  /// - Throws: `invalidParams`.
  func pair(_ name: StaticString) throws(DiffableError) -> JSONView {
    let pair = try array(name)
    guard pair.count == 2 else { throw invalid(name, "must be two, [a, b]", pair) }
    return pair
  }

  /// The member `seed`, which must be there.
  ///
  /// - Throws: `invalidParams`.
  func seed() throws(DiffableError) -> Int {
    let value = try required("seed")
    guard let seed = value.integer else {
      throw invalid("seed", "must be an integer of 64 bits", value)
    }
    return seed
  }

  /// The member `by` of `sortItems`.
  ///
  /// - Throws: `invalidParams`.
  func sortKeys() throws(DiffableError) -> [Edit.SortKey] {
    var keys: [Edit.SortKey] = []
    let given = try array("by")
    guard given.count <= ObjectReader.maxPointers else {
      throw invalid("by", "must not have more than \(ObjectReader.maxPointers) keys")
    }
    for (index, element) in given.elements.enumerated() {
      let key = try object(element, at: "by[\(index)]")
      try key.check(Edit.SortKey.members)
      let order = try key.optionalWord("order", SortOrder.self)
      let pointer = try key.pointer(key.required("pointer"), at: "pointer")
      keys.append(Edit.SortKey(pointer: pointer, isDescending: order == .descending))
    }
    return keys
  }

  /// The entries of `patchItems` and `patchSections`.
  ///
  /// - Throws: `invalidParams`.
  func patches(_ name: StaticString) throws(DiffableError) -> [Edit.Patch] {
    var patches: [Edit.Patch] = []
    for (index, element) in try array(name).elements.enumerated() {
      let entry = try object(element, at: "\(name)[\(index)]")
      try entry.check(Edit.Patch.members)
      let (id, changes) = (try entry.required("id"), try entry.required("patch"))
      guard changes.kind == .object else {
        throw entry.invalid("patch", "must be an object, whose members change the content", changes)
      }
      patches.append(Edit.Patch(id: id, changes: changes))
      try countElement()
    }
    return patches
  }

  /// How many pointers an identity or a list of sort keys may have: each costs every item.
  static let maxPointers = 16

  /// Reads a JSON Pointer.
  ///
  /// - Throws: `invalidParams`.
  func pointer(_ value: JSONView, at place: String) throws(DiffableError) -> JSONPointer {
    if let pointer = value.beginning.flatMap(JSONPointer.init) {
      var text: [UInt8] = []
      value.appendDistinctText(to: &text)
      guard !hasLoneSurrogate(text) else {
        throw invalid(place, "must be a JSON Pointer without lone surrogates", value)
      }
      return pointer
    }
    // The quotes are no part of it.
    guard value.bytes.count <= JSONPointer.maxBytes + 2 else {
      throw invalid(place, "must be a JSON Pointer of at most \(JSONPointer.maxBytes) bytes", value)
    }
    throw invalid(place, "must be a JSON Pointer such as \"/name\"", value)
  }
}

/// The words that `order` of `sortItems` knows.
private enum SortOrder: String, CaseIterable {
  case ascending
  case descending
}
