/// Why announced changes do not fit the list that they are meant for.
public enum ListReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A member is missing, empty or of the wrong kind.
  case missingMember(String)
  /// The changes start at another revision than the one that the list is at.
  case wrongRevision(expected: Int, actual: Int)
  /// A position lies outside of the list as it is at that step.
  case positionOutOfRange(String, [Int])
  /// Two runs of rows to take out overlap.
  case overlap([Int])
  /// Another section or item stands at a position than the changes say.
  case differentIdentifier([Int], stated: String, actual: String)
  /// The list has another number of sections or items afterwards than the announcement states.
  case wrongCount(String, stated: Int, actual: Int)

  /// The error as an English sentence.
  public var description: String {
    switch self {
    case .missingMember(let name):
      "\(name) is missing, empty or of the wrong kind"
    case .wrongRevision(let expected, let actual):
      "the changes start at revision \(actual), the list is at \(expected)"
    case .positionOutOfRange(let list, let position):
      "\(list): the position \(position) is outside of the list"
    case .overlap(let position):
      "two runs that are taken out overlap at \(position)"
    case .differentIdentifier(let position, let stated, let actual):
      "the changes have \(stated) at \(position), where the list has \(actual)"
    case .wrongCount(let name, let stated, let actual):
      "\(name) is announced as \(stated), the replayed list has \(actual)"
    }
  }
}
