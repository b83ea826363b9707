import Snapshots
import TestSupport
import Testing

/// Random edits against the model, with the snapshot in small blocks and in those of production.
///
/// `TEST_EDITS` sets the number of edits, of which a third or so are those of `RandomApplyTests`;
/// `TEST_SEED` sets the seed.
@Suite struct RandomEditTests {

  private static let tiny = RopeGeometry(chunkCapacity: 8, pageCapacity: 8)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `edits of a few items agree with the model`(seed: UInt64) throws {
    let generator = EditGenerator(seed: seed, sections: 5, items: 14, longestRun: 4)
    try run(generator, Self.tiny, edits: share(0.06))
  }

  @Test(arguments: 10..<14 as Range<UInt64>)
  func `edits of small blocks agree with the model`(seed: UInt64) throws {
    let generator = EditGenerator(seed: seed, sections: 7, items: 70, longestRun: 30)
    try run(generator, Self.tiny, edits: share(0.03))
  }

  @Test func `edits of many sections agree with the model`() throws {
    let generator = EditGenerator(seed: 20, sections: 40, items: 60, longestRun: 6)
    try run(generator, Self.tiny, edits: share(0.03))
  }

  @Test func `edits of blocks of production agree with the model`() throws {
    let generator = EditGenerator(seed: 30, sections: 6, items: 60, longestRun: 12)
    try run(generator, .production, edits: share(0.1))
  }

  @Test func `edits of long lists agree with the model`() throws {
    let generator = EditGenerator(seed: 40, sections: 6, items: 5_000, longestRun: 900)
    try run(generator, .production, edits: share(0.003), checkingEvery: 40)
  }

  private func share(_ part: Double) -> Int {
    Share.steps(part, of: 100_000)
  }

  private func run(
    _ generator: EditGenerator,
    _ geometry: RopeGeometry,
    edits: Int,
    checkingEvery interval: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var generator = generator
    var trial = SnapshotTrial(geometry: geometry)
    var former: [(snapshot: Snapshot, model: ModelSnapshot)] = []
    for turn in 0..<edits {
      let edit = generator.edit(of: trial.model)
      var problems = trial.make(edit)
      if turn % interval == 0 {
        problems += trial.problems()
        if generator.isRare(6) { problems += try trial.problemsOfChanges() }
      }
      if !problems.isEmpty {
        let failure = "seed \(generator.random.seed), turn \(turn), \(edit): \(problems)"
        Issue.record("\(failure)", sourceLocation: sourceLocation)
        return
      }
      if generator.isRare(20) { former.append(trial.rebase()) }
      if generator.isRare(100) { try trial.replace(with: generator.document(atMost: 2_000)) }
      if former.count > 30 { former.removeFirst(20) }
    }
    for (snapshot, model) in former {
      let problems = trial.names.problems(of: snapshot, against: model)
      #expect(problems == [], "an older copy, seed \(generator.random.seed)")
    }
  }
}
