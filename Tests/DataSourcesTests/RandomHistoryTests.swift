import Snapshots
import TestSupport
import Testing

/// Random sessions of one data source: after each apply the changes since every kept revision,
/// those that a slow reader gets, and every revert are held against the states themselves.
///
/// `TEST_EDITS` sets the number of edits, and `TEST_SEED` the seed.
@Suite struct RandomHistoryTests {

  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: [1, 2, 5, 9])
  func `the changes since kept revisions of a few items are right`(history: Int) throws {
    let seed = UInt64(100 + history)
    let generator = EditGenerator(seed: seed, sections: 4, items: 12, longestRun: 3)
    try run(generator, history: history, share: 0.16)
  }

  @Test func `the changes since kept revisions of small blocks are right`() throws {
    let generator = EditGenerator(seed: 200, sections: 6, items: 60, longestRun: 20)
    try run(generator, history: 5, share: 0.12)
  }

  @Test func `the changes since kept revisions of many sections are right`() throws {
    let generator = EditGenerator(seed: 300, sections: 30, items: 40, longestRun: 4)
    try run(generator, history: 4, share: 0.12)
  }

  @Test func `the changes since revisions of a long history are right`() throws {
    let generator = EditGenerator(seed: 400, sections: 4, items: 14, longestRun: 3)
    try run(generator, history: 20, share: 0.05)
  }

  @Test func `the changes since kept revisions of blocks of production are right`() throws {
    let generator = EditGenerator(seed: 500, sections: 5, items: 40, longestRun: 8)
    try run(generator, .production, history: 4, share: 0.08)
  }

  private func run(
    _ generator: EditGenerator,
    _ geometry: RopeGeometry = tiny,
    history: Int,
    share: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let edits = Share.steps(share, of: 50_000)
    var trial = HistoryTrial(generator, geometry: geometry, historyRevisions: history)
    var turn = 0
    while trial.edits < edits {
      turn += 1
      var problems = try trial.step()
      if turn % 500 == 0 { problems += trial.problemsOfStates() }
      guard problems.isEmpty else {
        let seed = trial.generator.random.seed
        let failure = "seed \(seed), turn \(turn), \(trial.event): \(problems)"
        Issue.record("\(failure)", sourceLocation: sourceLocation)
        return
      }
    }
    #expect(trial.problemsOfStates() == [], sourceLocation: sourceLocation)
  }
}
