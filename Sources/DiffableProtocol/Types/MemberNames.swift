public import JSON
import JSONRPC

/// The members that an object of the protocol may have: any other is refused, and so is one that
/// stands twice.
public struct MemberNames: Sendable {
  /// The names, in the order of the schema.
  public let names: [StaticString]
  /// What has them, for sentences.
  private let owner: String
  /// What to do who meant another object.
  private let advice: String?

  /// Names the members of an object.
  ///
  /// - Parameters:
  ///   - owner: What has them, for sentences: `an item`, or the `op` of an edit.
  ///   - names: The names, in the order of the schema.
  ///   - advice: A sentence for those who meant another object.
  public init(of owner: String, _ names: [StaticString], advice: String? = nil) {
    self.owner = owner
    self.names = names
    self.advice = advice
  }

  /// Names the params of a request, which has a progress token beside its own.
  ///
  /// - Parameters:
  ///   - names: The names, in the order of the schema.
  ///   - advice: A sentence for those who meant another object.
  public init(ofParams names: [StaticString], advice: String? = nil) {
    self.init(of: "params", names + ["workDoneToken"], advice: advice)
  }
}

extension MemberNames: ExpressibleByArrayLiteral {
  /// Names the params of a request, which has a progress token beside its own.
  ///
  /// - Parameter names: The names, in the order of the schema.
  public init(arrayLiteral names: StaticString...) {
    self.init(ofParams: names)
  }
}

// MARK: - Refusing others

extension MemberNames {
  /// What is wrong with the members of an object.
  ///
  /// - Parameter object: The object.
  /// - Returns: The error of the first member that has none of the names or stands twice, seen from
  ///   the object; nil when there is none.
  /// - Complexity: O(m) for m members, as the names are few.
  public func fault(in object: JSONView) -> DiffableError? {
    // Of more members than there are names one is at fault, and the first stands at the beginning.
    guard object.count <= names.count else { return firstFault(in: object) }
    var seen: UInt64 = 0
    var isFaulty = false
    object.forEachMember { name, _ in
      guard let index = names.firstIndex(where: name.equals), seen & 1 << index == 0 else {
        isFaulty = true
        return
      }
      seen |= 1 << index
    }
    return isFaulty ? firstFault(in: object) : nil
  }

  private func firstFault(in object: JSONView) -> DiffableError? {
    var seen: Set<String> = []
    for (name, _) in object.members {
      let text = name.beginning ?? ""
      guard names.contains(where: name.equals) else { return unknown(text, in: object) }
      guard seen.insert(text).inserted else { return .invalidParams(text, "stands twice") }
    }
    return nil
  }

  private func unknown(_ name: String, in object: JSONView) -> DiffableError {
    let known = names.map { "\($0)" }
    // What is given already was not meant; who sends more members than these is not asked twice.
    let given = object.members.prefix(64).map { $0.name.beginning ?? "" }
    let nearest = nearestName(to: name, among: known.filter { !given.contains($0) })
    let question = nearest.map { "; did you mean \($0)? It" } ?? "; it"
    var rule = "is no member of \(owner)\(question) has \(known.joined(separator: ", "))"
    if let advice { rule += ". \(advice)" }
    var error = DiffableError.invalidParams(name.isEmpty ? "\"\"" : shortened(name), rule)
    error.nearest = nearest
    error.unknownMember = error.member
    return error
  }
}
