public import JSON

/// Says whether values fit schemas, and what is wrong with those that do not.
public struct SchemaValidator: Sendable {
  /// Who writes the values.
  public enum Writer: Sendable {
    /// What the daemon takes: an object may have members that its schema does not close out.
    case client
    /// What the daemon sends: an object has no member but those of its schema, and what is only
    /// taken for the sake of some clients is not sent.
    case daemon
  }

  private let schemas: [String: Schema]
  private let writer: Writer
  private let facts: Set<String>

  /// Creates a validator.
  ///
  /// - Parameters:
  ///   - schemas: What `$ref` leads to, by name.
  ///   - writer: Who writes the values.
  ///   - facts: What `x-needs` finds; a schema that needs anything else fits nothing.
  public init(schemas: [String: Schema], writer: Writer, facts: Set<String> = []) {
    self.schemas = schemas
    self.writer = writer
    self.facts = facts
  }

  /// What is wrong with a value, nil when nothing is.
  public func failure(of value: JSONView, _ schema: Schema) -> SchemaFailure? {
    for rule in schema.rules {
      if let failure = failure(of: value, rule, closes: schema.isObject && writer == .daemon) {
        return failure
      }
    }
    return nil
  }

  private func failure(of value: JSONView, _ rule: Schema.Rule, closes: Bool) -> SchemaFailure? {
    switch rule {
    case .elements(let schema): failure(ofElementsOf: value, schema)
    case .members(let schemas, let isClosed):
      failure(ofMembersOf: value, schemas, rule, isClosed: isClosed || closes)
    case .required(let names): failure(ofNamesOf: value, names, rule)
    case .all(let schemas): schemas.lazy.compactMap { failure(of: value, $0) }.first
    case .any(let schemas): failure(of: value, schemas, rule)
    case .one(let schemas): failure(of: value, schemas, rule)
    case .not(let schema): failure(of: value, schema) == nil ? SchemaFailure(rule) : nil
    case .reference(let name):
      schemas[name].map { failure(of: value, $0) } ?? SchemaFailure(rule)
    default: fits(value, rule) ? nil : SchemaFailure(rule)
    }
  }

  /// Whether a value fits a rule that needs no other schema.
  private func fits(_ value: JSONView, _ rule: Schema.Rule) -> Bool {
    switch rule {
    case .type(let type): value.isOf(type)
    case .words(let words): SchemaWord(value).map(words.contains) ?? false
    case .minimum(let least): !value.isLess(than: least)
    case .maximum(let greatest): !value.isGreater(than: greatest)
    case .minLength(let least): value.string.map { $0.unicodeScalars.count >= least } ?? true
    case .pattern(let pattern): value.string.map(pattern.matches) ?? true
    case .minItems(let least): value.kind != .array || value.count >= least
    case .maxItems(let most): value.kind != .array || value.count <= most
    case .exactlyOne(let names): value.kind != .object || value.numberOfMembers(among: names) == 1
    case .notBoth(let names): value.kind != .object || value.numberOfMembers(among: names) < 2
    case .needs(let fact): facts.contains(fact)
    case .lenient: writer == .client
    case .elements, .members, .required, .all, .any, .one, .not, .reference: true
    }
  }
}

// MARK: - Objects, arrays and alternatives

extension SchemaValidator {
  private func failure(ofElementsOf array: JSONView, _ schema: Schema) -> SchemaFailure? {
    for (index, element) in array.elements.enumerated() {
      if let failure = failure(of: element, schema) { return failure.inside("[\(index)]") }
    }
    return nil
  }

  private func failure(
    ofMembersOf object: JSONView,
    _ schemas: [String: Schema],
    _ rule: Schema.Rule,
    isClosed: Bool
  ) -> SchemaFailure? {
    for (name, value) in object.members {
      let name = name.string ?? ""
      guard let schema = schemas[name] else {
        if isClosed { return SchemaFailure(rule).inside(name) }
        continue
      }
      // Of members that stand twice the last counts.
      if let failure = failure(of: value, schema),
        let last = object[name], self.failure(of: last, schema) != nil
      {
        return failure.inside(name)
      }
    }
    return nil
  }

  private func failure(
    ofNamesOf object: JSONView,
    _ names: [String],
    _ rule: Schema.Rule
  ) -> SchemaFailure? {
    guard object.kind == .object else { return nil }
    return names.first { object[$0] == nil }.map { SchemaFailure(rule).inside($0) }
  }

  private func failure(
    of value: JSONView,
    _ alternatives: [Schema],
    _ rule: Schema.Rule
  ) -> SchemaFailure? {
    var closest: SchemaFailure?
    var numberOfFits = 0
    for schema in alternatives {
      guard let failure = failure(of: value, schema) else {
        if case .any = rule { return nil }
        numberOfFits += 1
        continue
      }
      if failure.closeness > (closest?.closeness ?? 0) { closest = failure }
    }
    if numberOfFits == 1 { return nil }
    return numberOfFits == 0 ? closest ?? SchemaFailure(rule) : SchemaFailure(rule)
  }
}

// MARK: - Values

extension JSONView {
  fileprivate func isOf(_ type: SchemaType) -> Bool {
    switch type {
    case .null: isNull
    case .boolean: kind == .bool
    case .integer: isWhole
    case .number: kind == .number
    case .string: kind == .string
    case .array: kind == .array
    case .object: kind == .object
    }
  }

  /// How many of some members an object has; one that is `null` counts as absent.
  fileprivate func numberOfMembers(among names: [String]) -> Int {
    names.count { name in self[name].map { !$0.isNull } ?? false }
  }

  fileprivate func isLess(than least: Int) -> Bool {
    if let integer { return integer < least }
    return isWhole ? isNegative : number.map { $0 < Double(least) } ?? false
  }

  fileprivate func isGreater(than greatest: Int) -> Bool {
    if let integer { return integer > greatest }
    // A whole number that is no Int is beyond them all.
    return isWhole ? !isNegative : number.map { $0 > Double(greatest) } ?? false
  }

  private var isNegative: Bool { bytes.first == UInt8(ascii: "-") }

  private var number: Double? {
    kind == .number ? Double(String(decoding: bytes, as: UTF8.self)) : nil
  }

  /// Whether it is a whole number, however it is written and however large it is.
  var isWhole: Bool {
    guard kind == .number, integer == nil else { return kind == .number }
    let parts = String(decoding: bytes, as: UTF8.self).lowercased().split(separator: "e")
    let (mantissa, power) = (parts[0], parts.count == 2 ? parts[1] : "0")
    let exponent = Int(power) ?? (power.hasPrefix("-") ? .min / 2 : .max / 2)
    let fraction = mantissa.drop { $0 != "." }.dropFirst()
    let digits = mantissa.filter(\.isNumber)
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return zeros == digits.count || exponent >= fraction.count - zeros
  }
}
