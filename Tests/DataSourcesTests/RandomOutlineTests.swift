import Snapshots
import TestSupport
import Testing

/// Random trees, opened, closed and edited, under plain edits, documents, stale drafts and reverts.
///
/// `TEST_EDITS` sets the number of steps, and `TEST_SEED` the seed.
@Suite struct RandomOutlineTests {
  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `outlines of a few items agree with the model`(seed: UInt64) throws {
    try run(OutlineTrial(seed: seed, items: 8, geometry: Self.tiny), share: 0.1)
  }

  @Test(arguments: 10..<12 as Range<UInt64>)
  func `outlines of many items agree with the model`(seed: UInt64) throws {
    try run(OutlineTrial(seed: seed, items: 40, geometry: Self.tiny), share: 0.15)
  }

  private func run(
    _ trial: OutlineTrial,
    share: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var trial = trial
    var events: [String] = []
    for turn in 0..<Share.steps(share, of: 30_000) {
      let problems = try trial.step()
      events.append(trial.event)
      guard problems.isEmpty else {
        let failure = "seed \(trial.random.seed), turn \(turn): \(problems); \(events.suffix(2))"
        Issue.record("\(failure)", sourceLocation: sourceLocation)
        return
      }
    }
  }
}
