/// Counts what is looked at, and asks now and then whether to go on.
struct ValueCounter {
  let mayContinue: ((_ values: Int) -> Bool)?
  private var count = 0

  init(_ mayContinue: ((_ values: Int) -> Bool)?) { self.mayContinue = mayContinue }

  /// Counts another value, or some at once, and says whether to go on.
  mutating func goesOn(_ values: Int = 1) -> Bool {
    count += values
    guard count >= 1024 else { return true }
    defer { count = 0 }
    return mayContinue?(count) != false
  }
}
