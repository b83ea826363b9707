import Snapshots
import TestSupport
import Testing

/// Random drafts, edits and applies against the model: drafts that are current or stale, that come
/// from another data source or from nothing, and that are applied again.
///
/// `TEST_EDITS` sets the number of edits, and `TEST_SEED` the seed.
@Suite struct RandomApplyTests {

  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `applies of a few items agree with the model`(seed: UInt64) throws {
    try run(EditGenerator(seed: seed, sections: 4, items: 10, longestRun: 3), Self.tiny, share: 0.1)
  }

  @Test(arguments: 10..<12 as Range<UInt64>)
  func `applies of small blocks agree with the model`(seed: UInt64) throws {
    try run(
      EditGenerator(seed: seed, sections: 6, items: 60, longestRun: 30),
      Self.tiny,
      share: 0.1
    )
  }

  @Test func `applies of blocks of production agree with the model`() throws {
    try run(
      EditGenerator(seed: 20, sections: 6, items: 40, longestRun: 8),
      .production,
      share: 0.2
    )
  }

  private func run(
    _ generator: EditGenerator,
    _ geometry: RopeGeometry,
    share: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let edits = Share.steps(share / 3, of: 100_000)
    var trial = DataSourceTrial(geometry: geometry, generator)
    var turn = 0
    while trial.edits < edits {
      turn += 1
      var problems = try trial.step()
      if turn % 100 == 0 { problems += trial.problemsOfPublished() }
      guard problems.isEmpty else {
        let seed = trial.generator.random.seed
        let failure = "seed \(seed), turn \(turn), \(trial.event): \(problems)"
        Issue.record("\(failure)", sourceLocation: sourceLocation)
        return
      }
    }
  }
}
