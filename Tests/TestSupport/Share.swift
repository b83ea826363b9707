import Foundation

/// How much is done of what could go on for ever.
///
/// Without optimisation each step takes many times as long, so a debug build does a share, and a
/// release build, which is tested as well, all.
public enum Share {
  private static let environment = ProcessInfo.processInfo.environment

  #if DEBUG
    private static let isWhole = environment["TEST_ALL"] == "1"
  #else
    private static let isWhole = true
  #endif

  /// How many random steps all runs together should take, as `TEST_EDITS` says.
  private static let askedSteps = environment["TEST_EDITS"].flatMap { Double($0) }

  /// How many random steps one run takes.
  ///
  /// - Parameters:
  ///   - part: Its part of the steps of all runs.
  ///   - count: How many these are where `TEST_EDITS` does not say so; of them a debug build takes a
  ///     third.
  /// - Returns: At least one.
  public static func steps(_ part: Double = 1, of count: Double) -> Int {
    max(1, Int(part * (askedSteps ?? (isWhole ? count : count / 3))))
  }

  /// How many random steps one of some runs takes that are as long as one another.
  ///
  /// - Parameters:
  ///   - count: How many at least.
  ///   - runs: How many share the steps that `TEST_EDITS` says.
  /// - Returns: Its part of those steps.
  public static func steps(atLeast count: Int, ofRuns runs: Int) -> Int {
    max(count, Int(askedSteps ?? 0) / runs)
  }

  /// Of how many cases one is tried.
  ///
  /// - Parameter count: That number in a debug build.
  /// - Returns: 1, where all are tried.
  public static func oneIn(_ count: Int) -> Int {
    isWhole ? 1 : count
  }
}
