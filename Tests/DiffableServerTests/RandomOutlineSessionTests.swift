import TestSupport
import Testing

/// Random trees over the wire: opened, closed and edited, under plain edits, documents, named
/// snapshots and reverts; and views above them, of the rows or of all items.
///
/// `TEST_EDITS` sets the number of requests, and `TEST_SEED` the seed.
@Suite struct RandomOutlineSessionTests {

  @Test(arguments: ["batch", "sequential", "staged", "none"])
  func `trees are what the model says, and plain applies keep them`(format: String) throws {
    let seed = UInt64(4000 + format.utf8.count)
    var trial = try OutlineSessionTrial(seed: seed, format: format)
    let steps = Share.steps(atLeast: 300, ofRuns: 8)
    for step in 0..<steps {
      do {
        try trial.step()
      } catch {
        let requests = trial.lastRequests.joined(separator: "\n")
        let before = trial.forest.text(of: trial.forest.sections.flatMap(\.nodes))
        Issue.record(
          "seed \(trial.maker.random.seed), step \(step): \(error)\n\(requests)\n\(before)"
        )
        throw error
      }
    }
    #expect(trial.numberOfPlainApplies > steps / 10)
    #expect(trial.numberOfMerged > steps / 50 || format == "none")
    #expect(trial.numberOfErrors > steps / 50)
    #expect(trial.numberOfFollowed > steps)
  }
}
