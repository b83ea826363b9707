/// The unit of a line; durations are kept in nanoseconds.
enum Unit: String {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case perSecond = "/s"
  case bytes = "B"
  case mebibytes = "MiB"
  /// So many times as much as something else.
  case times = "×"
  case instructions = "instr."

  /// A value in this unit, as a table shows it.
  func text(_ value: Double) -> String {
    switch self {
    case .microseconds: decimal(value / 1_000)
    case .milliseconds: decimal(value / 1_000_000)
    case .mebibytes: decimal(value / 1_048_576)
    case .nanoseconds, .perSecond, .bytes, .times, .instructions: decimal(value)
    }
  }
}

/// A number with three digits or more.
func decimal(_ number: Double) -> String {
  let places = abs(number) < 0.9995 ? 3 : abs(number) < 9.995 ? 2 : abs(number) < 99.95 ? 1 : 0
  return fixed(number, places: places)
}

/// A number with so many digits behind the point.
func fixed(_ number: Double, places: Int) -> String {
  guard number.isFinite else { return "–" }
  let factor = (0..<places).reduce(1) { factor, _ in factor * 10 }
  let scaled = Int((abs(number) * Double(factor)).rounded())
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return sign + "\(scaled)" }
  let fraction = "\(scaled % factor)"
  let zeros = String(repeating: "0", count: places - fraction.count)
  return sign + "\(scaled / factor)." + zeros + fraction
}
