/// What a request reads or copies: a data source or a named snapshot.
public enum Target: Equatable, Sendable {
  /// The state of the data source of this name.
  case dataSource(String)
  /// The named snapshot of this name.
  case snapshot(String)
}

extension ObjectReader {
  /// The target that the object's members `dataSource` or `snapshot` name.
  ///
  /// - Throws: `invalidParams` when both are there, or none.
  public func target() throws(DiffableError) -> Target {
    switch (try optionalString("dataSource"), try optionalString("snapshot")) {
    case (let name?, nil): return .dataSource(name)
    case (nil, let name?): return .snapshot(name)
    case (nil, nil):
      throw invalid("dataSource", "is missing; name a dataSource or a snapshot")
    case (_?, _?):
      throw invalid("snapshot", "must not stand beside dataSource; name one of the two")
    }
  }
}
