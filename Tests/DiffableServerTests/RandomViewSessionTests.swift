import DiffableServer
import TestSupport
import Testing

/// Random sessions in which views of views follow all that is done to their bases, beside a model
/// that evaluates each definition anew after every step.
///
/// `TEST_EDITS` sets the number of messages, and `TEST_SEED` the seed.
@Suite struct RandomViewSessionTests {

  @Test(arguments: 0..<4)
  func `views show and tell what their definitions say`(run: Int) throws {
    var trial = SessionTrial(seed: UInt64(5000 + run), limits: Limits(), aboutViews: 35)
    try play(&trial, atLeast: 300, stalling: false)
    #expect(trial.numberOfMerged == 0)
  }

  @Test(arguments: 0..<4)
  func `views of a front end that reads slowly come to the same lists`(run: Int) throws {
    var limits = Limits()
    limits.mergeAfterBytes = [0, 300, 1000, 4000][run]
    var trial = SessionTrial(seed: UInt64(6000 + run), limits: limits, aboutViews: 35)
    try play(&trial, atLeast: 400, stalling: true)
    #expect(trial.numberOfMerged > 5, "nothing was merged")
  }

  private func play(
    _ trial: inout SessionTrial,
    atLeast count: Int,
    stalling: Bool
  ) throws {
    let messages = Share.steps(atLeast: count, ofRuns: 8)
    try trial.play(messages, stalling: stalling)
    #expect(trial.numberOfFollowed > messages / 10, "too few revisions of views to prove anything")
  }
}
