import DiffableProtocol

extension Session {
  /// Whether a name is one of the protocol's methods.
  ///
  /// - Parameter name: What a message has as its method.
  /// - Returns: False for a name that a client made up.
  public static func isMethod(_ name: String) -> Bool { Method(rawValue: name) != nil }
}
