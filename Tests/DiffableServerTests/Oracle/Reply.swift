/// What a request must be answered with when it is not refused.
enum Reply {
  /// A result, byte for byte.
  case text(String)
  /// A result that may spell its strings as they stand in contents.
  case value(String)
  /// Changes in a format, and the other members of the result.
  case changes(ModelDifference, String, includeContent: Bool, beside: String)

  /// What is wrong with a result.
  func problems(of result: String) throws -> [String] {
    switch self {
    case .text(let expected):
      return result == expected ? [] : ["answered \(result), not \(expected)"]
    case .value(let expected):
      let isRight = try Value(result) == Value(expected)
      return isRight ? [] : ["answered \(result), not \(expected)"]
    case .changes(let difference, let format, let includeContent, let others):
      guard case .object(var members) = try Value(result) else { return ["answered \(result)"] }
      let changes = members.removeValue(forKey: "changes")
      let verdict = ChangesVerdict(
        on: changes,
        in: format,
        of: difference,
        includeContent: includeContent
      )
      let rest = Value.object(members)
      let isRight = try rest == Value(others)
      return verdict.problems + (isRight ? [] : ["answered \(rest) beside, not \(others)"])
    }
  }
}

/// A request, and the law that says what becomes of it.
struct SentRequest {
  let method: String
  let params: String
  let law: (inout World) throws(Refused) -> Reply
}
