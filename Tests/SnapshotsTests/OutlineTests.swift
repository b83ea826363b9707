import Snapshots
import TestSupport
import Testing

/// Random edits of outlines against an array of items with levels, with tiny chunks.
///
/// `TEST_EDITS` sets the number of edits, and `TEST_SEED` the seed.
@Suite struct OutlineTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random edits of tiny chunks agree with an array after every step`(seed: UInt64) throws {
    try check(OutlineTrial(geometry: tiny(8, 8), items: 40, seed: seed), share: 0.15)
  }

  @Test(arguments: 10..<12 as Range<UInt64>)
  func `the sizes of chunks and pages are independent`(seed: UInt64) throws {
    try check(OutlineTrial(geometry: tiny(4, 32), items: 60, seed: seed), share: 0.1)
  }

  @Test func `the production geometry agrees with an array`() throws {
    try check(OutlineTrial(geometry: .production, items: 3_000, seed: 20), share: 0.004)
  }

  private func tiny(_ chunk: Int, _ page: Int) -> RopeGeometry {
    RopeGeometry(chunkCapacity: chunk, pageCapacity: page)
  }

  private func check(
    _ trial: OutlineTrial,
    share: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var trial = trial
    for turn in 0..<Share.steps(share, of: 5_000) {
      let problems = try trial.step()
      guard problems.isEmpty else {
        let place = "seed \(trial.random.seed), turn \(turn), \(trial.event)"
        Issue.record("\(place): \(problems.prefix(3))", sourceLocation: sourceLocation)
        return
      }
    }
  }
}
