/// What is wrong with a value that does not fit a schema.
public struct SchemaFailure: CustomStringConvertible, Sendable {
  /// The member or element at fault, such as `edits[3].items`; empty for the value itself.
  public private(set) var path = ""
  /// The rule that does not hold.
  private let rule: Schema.Rule
  /// How much it says: 0 when the value is of another kind than the schema is about, such as of
  /// another type or another `op`, and else the more the deeper inside the value it is.
  private(set) var closeness: Int

  init(_ rule: Schema.Rule) {
    self.rule = rule
    switch rule {
    case .type, .words, .needs, .lenient, .any, .one: closeness = 0
    default: closeness = 1
    }
  }

  /// The same, said of the value that has it as a member or element.
  func inside(_ part: String) -> SchemaFailure {
    var failure = self
    let isOfAnotherKind = if case .words = rule { path.isEmpty } else { false }
    failure.closeness = isOfAnotherKind ? 0 : closeness + 1
    failure.path = path.isEmpty || path.hasPrefix("[") ? part + path : "\(part).\(path)"
    return failure
  }

  /// Where it is and what is wrong, as a sentence.
  public var description: String { "\(path.isEmpty ? "it" : path) \(reason)" }

  /// What is wrong, as the predicate of a sentence.
  public var reason: String {
    switch rule {
    case .type(let type): "is not of the type \(type)"
    case .words(let words): "is none of \(words)"
    case .minimum(let least): "is below \(least)"
    case .maximum(let greatest): "is above \(greatest)"
    case .minLength(let least): "is shorter than \(least)"
    case .pattern: "is not of the pattern"
    case .minItems(let least): "has less than \(least) elements"
    case .maxItems(let most): "has more than \(most) elements"
    case .members: "is a member that nobody knows"
    case .required: "is missing"
    case .exactlyOne(let names): "has not exactly one of \(names)"
    case .notBoth(let names): "has \(names) beside one another"
    case .any: "fits no alternative"
    case .one: "fits no alternative, or several"
    case .not: "fits what it must not"
    case .reference(let name): "is to fit \(name), which is no schema"
    case .needs(let fact): "needs \(fact)"
    case .lenient: "is never sent"
    case .elements, .all: "does not fit"
    }
  }
}
