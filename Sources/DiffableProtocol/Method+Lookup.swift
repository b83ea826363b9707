public import JSON

extension Method {
  /// The methods by the number of bytes in their names: no length has more than a few.
  private static let byLength: [[(name: [UInt8], method: Method)]] = {
    let named = allCases.map { (name: Array($0.rawValue.utf8), method: $0) }
    let longest = named.map(\.name.count).max() ?? 0
    return (0...longest).map { length in named.filter { $0.name.count == length } }
  }()

  /// Finds the method that a message names, without making a string of the name: that took a
  /// twentieth of a small request's instructions.
  ///
  /// - Parameter name: The value of the message's member `method`. The result is nil when it is no
  ///   method's name.
  public init?(named name: JSONView) {
    guard name.kind == .string, !name.hasEscapes else {
      guard let method = name.beginning.flatMap(Method.init(rawValue:)) else { return nil }
      self = method
      return
    }
    let found = name.withBytes { quoted -> Method? in
      let text = UnsafeRawBufferPointer(rebasing: quoted.dropFirst().dropLast())
      let length = text.count
      guard length < Method.byLength.count else { return nil }
      return Method.byLength[length].first { candidate in
        candidate.name.withUnsafeBytes { $0.hasSameBytes(as: text) }
      }?.method
    }
    guard let found else { return nil }
    self = found
  }
}
