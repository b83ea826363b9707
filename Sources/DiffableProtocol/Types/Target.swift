/// What a request reads or copies: a data source or a named snapshot.
public enum Target: Equatable, Sendable {
  /// The state of the data source of this name.
  case dataSource(String)
  /// The named snapshot of this name.
  case snapshot(String)

  fileprivate static let members = MemberNames(of: "a target", ["dataSource", "snapshot"])
}

extension ObjectReader {
  /// The target that a member names, nil when it is absent.
  ///
  /// - Throws: `invalidParams`.
  func optionalTarget(_ name: StaticString) throws(DiffableError) -> Target? {
    guard let target = try optionalObject(name) else { return nil }
    try target.check(Target.members)
    return try target.target()
  }

  /// The target that a member names.
  ///
  /// - Throws: `invalidParams`.
  func target(_ name: StaticString) throws(DiffableError) -> Target {
    guard let target = try optionalTarget(name) else { throw missing(name) }
    return target
  }

  /// The target that the object's members `dataSource` or `snapshot` name.
  ///
  /// - Throws: `invalidParams` when both are there, or none.
  public func target() throws(DiffableError) -> Target {
    switch (try optionalName("dataSource"), try optionalName("snapshot")) {
    case (let name?, nil): return .dataSource(name)
    case (nil, let name?): return .snapshot(name)
    case (nil, nil):
      throw invalid("dataSource", "is missing; name a dataSource or a snapshot")
    case (_?, _?):
      throw invalid("snapshot", "must not stand beside dataSource; name one of the two")
    }
  }
}
