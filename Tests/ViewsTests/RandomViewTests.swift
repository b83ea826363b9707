import Snapshots
import TestSupport
import Testing

/// Random edits, documents, reverts, drafts, tree edits and updates under random trees of views,
/// against models that evaluate everything anew after each step.
///
/// `TEST_EDITS` sets the number of steps, and `TEST_SEED` the seed.
@Suite struct RandomViewTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `views of a few items agree with the definition`(seed: UInt64) throws {
    try run(seed: seed, items: 14, RopeGeometry(chunkCapacity: 4, pageCapacity: 4), share: 0.1)
  }

  @Test(arguments: 10..<12 as Range<UInt64>)
  func `views of many items agree with the definition`(seed: UInt64) throws {
    try run(seed: seed, items: 200, RopeGeometry(chunkCapacity: 8, pageCapacity: 8), share: 0.1)
  }

  @Test func `views of blocks of production agree with the definition`() throws {
    try run(seed: 20, items: 40, .production, share: 0.2)
  }

  private func run(
    seed: UInt64,
    items: Int,
    _ geometry: RopeGeometry,
    share: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var trial = ViewTrial(seed: seed, items: items, geometry: geometry)
    for turn in 0..<Share.steps(share, of: 10_000) {
      let problems = try trial.step()
      guard problems.isEmpty else {
        let seed = trial.generator.random.seed
        let failure = "seed \(seed), turn \(turn), \(trial.event): \(problems)"
        Issue.record("\(failure)", sourceLocation: sourceLocation)
        return
      }
    }
    #expect(trial.evaluations.silent > 0 && trial.evaluations.revisions > 0)
  }
}
