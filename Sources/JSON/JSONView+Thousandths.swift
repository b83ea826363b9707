extension JSONView {
  /// The number in thousandths, with what is smaller than one cut off: 1500 for `1.5` and `1.5009`.
  ///
  /// The value is nil for what is no number, is below zero, or is 10^15 or more.
  public var thousandths: Int? {
    guard kind == .number else { return nil }
    return withBytes { JSONNumber($0).thousandths }
  }
}
