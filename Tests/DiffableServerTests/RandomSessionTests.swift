import DiffableServer
import TestSupport
import Testing

/// Random sessions, in which a model says what each request must be answered with, and what the
/// front end must be told.
///
/// `TEST_EDITS` sets the number of messages, and `TEST_SEED` the seed.
@Suite struct RandomSessionTests {

  @Test(arguments: 0..<6)
  func `every answer and every notification is what the model says`(run: Int) throws {
    var trial = SessionTrial(seed: UInt64(1000 + run), limits: Limits())
    try play(&trial, atLeast: 400, stalling: false)
    #expect(trial.numberOfMerged == 0)
  }

  @Test(arguments: 0..<6)
  func `a front end that reads slowly comes to the same list`(run: Int) throws {
    var limits = Limits()
    limits.mergeAfterBytes = [0, 0, 300, 1000, 2000, 4000][run]
    var trial = SessionTrial(seed: UInt64(2000 + run), limits: limits)
    try play(&trial, atLeast: 600, stalling: true)
    #expect(trial.numberOfMerged > 5, "nothing was merged")
  }

  private func play(
    _ trial: inout SessionTrial,
    atLeast count: Int,
    stalling: Bool
  ) throws {
    let messages = Share.steps(atLeast: count, ofRuns: 12)
    try trial.play(messages, stalling: stalling)
    #expect(trial.numberOfApplies > messages / 10, "too few applies to prove anything")
    #expect(trial.numberOfErrors > messages / 20, "too few errors to prove anything")
  }
}
