import Foundation

/// A small repeatable random number generator.
///
/// The environment variable `TEST_SEED` replaces the seed of every generator, so a failure that
/// named its seed can be run again. A test with random input puts ``seed`` into its failure messages.
///
/// - Source: SplitMix64, from G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
///   generators", 2014.
public struct SeededGenerator: RandomNumberGenerator {

  /// The seed that the sequence started from.
  public let seed: UInt64

  private var state: UInt64

  /// Creates a generator with the seed of the environment if there is one, and else with `seed`.
  public init(seed: UInt64) {
    let fromEnvironment = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) }
    self.seed = fromEnvironment ?? seed
    state = self.seed
  }

  /// Returns the next random number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
