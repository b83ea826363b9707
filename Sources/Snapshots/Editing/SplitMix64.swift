/// A sequence of random numbers that is the same on every machine.
///
/// - Source: SplitMix64, from G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
///   generators", 2014. The protocol names it, so that any implementation makes the same shuffles.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to a bound, which must be positive; each is as likely as the others.
  mutating func next(below bound: UInt64) -> UInt64 {
    // The first 2^64 mod bound numbers would make the small remainders likelier: they are passed
    // over.
    let surplus = (0 &- bound) % bound
    while true {
      let number = next()
      if number >= surplus { return number % bound }
    }
  }

  /// Puts elements into a random order.
  ///
  /// - Source: R. Durstenfeld, "Algorithm 235: Random permutation", 1964, from the end.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    var last = elements.count - 1
    while last > 0 {
      elements.swapAt(last, Int(next(below: UInt64(last + 1))))
      last -= 1
    }
  }
}
