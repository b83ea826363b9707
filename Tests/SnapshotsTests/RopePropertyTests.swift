import Snapshots
import TestSupport
import Testing

/// Random edits against a plain array, with older copies alive and checked at the end.
@Suite struct RopePropertyTests {

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `random edits of tiny chunks agree with an array after every step`(seed: UInt64) {
    check(
      geometry: RopeGeometry(chunkCapacity: 8, pageCapacity: 8),
      handles: 160,
      longestRun: 40,
      steps: 400,
      seed: seed
    )
  }

  @Test(arguments: 10..<13 as Range<UInt64>)
  func `the sizes of chunks and pages are independent`(seed: UInt64) {
    check(
      geometry: RopeGeometry(chunkCapacity: 4, pageCapacity: 32),
      handles: 120,
      longestRun: 6,
      steps: 400,
      seed: seed
    )
  }

  @Test func `a rope of more than one node of chunks agrees with an array`() {
    check(
      geometry: RopeGeometry(chunkCapacity: 8, pageCapacity: 8),
      handles: 2_000,
      longestRun: 100,
      steps: 60,
      seed: 20
    )
  }

  @Test func `the production geometry agrees with an array`() {
    check(
      geometry: .production,
      handles: 40_000,
      longestRun: 5_000,
      steps: 40,
      lookingUpEvery: 101,
      seed: 30
    )
  }

  private func check(
    geometry: RopeGeometry,
    handles: Int,
    longestRun: Int,
    steps: Int,
    lookingUpEvery interval: Int = 1,
    seed: UInt64
  ) {
    var trial = RopeTrial(
      geometry: geometry,
      handles: handles,
      longestRun: longestRun,
      seed: seed
    )
    var copies: [(rope: ItemRope, model: [Handle])] = []
    let known = stride(from: 0, to: Handle(handles + 20), by: interval)
    trial.fill()
    for step in 0..<steps {
      // Most edits meet shared storage; every third one meets some that the last has made its own.
      if step % 3 != 0 { copies.append((trial.rope, trial.model)) }
      let edit = trial.step()
      let comment = "seed \(trial.random.seed), step \(step): \(edit.prefix(200))"
      guard expect(trial.rope, holds: trial.model, of: known, comment) else { return }
    }
    for copy in copies {
      let comment = "an older copy was changed, seed \(trial.random.seed)"
      guard expect(copy.rope, holds: copy.model, of: known, comment) else { return }
    }
  }
}
