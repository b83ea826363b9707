import Snapshots

/// Which states of a data source drafts were made from and views show, and about what these keep that it
/// has left behind.
///
/// A state shares all with the next one but what has gone in between. So it keeps that, at most all
/// that it has, and several states keep nothing twice.
///
/// It is also what all states of one data source have in common, and those of no other; it lives for
/// as long as anybody has one of them.
public final class HeldStates {
  /// How far a data source had come: sums over all applies, which never fall.
  struct Course {
    /// About how many handles were touched that may be in use nowhere else.
    var handles = 0
    /// How many touches there were of anything.
    var touches = 0
    /// The bytes of what went.
    var bytesGone = 0
  }

  /// What is to be known of a state to count what it keeps.
  public struct State {
    let revision: Int
    let course: Course
    /// The most that it does not share with a later state of what rows, sections and trees lie in.
    let unshared: Int
    /// What its elements take.
    let bytes: Int

    /// What it keeps that is not there any more; all that it has when nothing is.
    func byteCount(at course: Course?) -> Int {
      guard let course else { return unshared + bytes }
      let touches = course.touches - self.course.touches
      return min(unshared, touches * Weight.unsharedTouch)
        + min(bytes, course.bytesGone - self.course.bytesGone)
    }
  }

  private struct Held {
    let state: State
    var holders: Int
  }

  // Not checked at run time, since each apply asks for them several times: nobody is called meanwhile.

  /// The states that somebody has, the oldest one first.
  @exclusivity(unchecked) private var held: [Held] = []
  /// What all but the last one keep.
  @exclusivity(unchecked) private var bytesOfFormer = 0
  /// Where the data source is, nil when it is closed.
  @exclusivity(unchecked) private var course: Course? = Course()
  /// The oldest revision that the data source can lead back to.
  @exclusivity(unchecked) private var oldestKept = 0

  /// What whoever adds up everything has counted it as; it is not changed here.
  @exclusivity(unchecked) public var counted = 0

  init() {}

  /// Whether nobody has any state.
  public var isEmpty: Bool { held.isEmpty }

  /// About how many bytes are kept that the data source has left behind.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int { byteCount(at: course) }

  func byteCount(at course: Course?) -> Int {
    held.last.map { bytesOfFormer + $0.state.byteCount(at: course) } ?? 0
  }

  /// Notes how far the data source has come, and the oldest revision that it can lead back to.
  func reach(_ course: Course, keeping oldest: Int) {
    self.course = course
    oldestKept = oldest
  }

  /// Notes that the data source is gone: of what drafts have they are the only ones now.
  public func close() { course = nil }

  /// Notes somebody who has a state.
  ///
  /// - Parameter state: The state, of this data source.
  /// - Complexity: O(log s) for s states held, and what it is to move later ones in memory.
  public func hold(_ state: State) {
    let index = index(of: state)
    if isHeld(state, at: index) {
      held[index].holders += 1
      return
    }
    bytesOfFormer -= byteCount(at: index - 1)
    held.insert(Held(state: state, holders: 1), at: index)
    bytesOfFormer += byteCount(at: index - 1) + byteCount(at: index)
  }

  /// Notes that somebody has a state no more.
  ///
  /// - Parameter state: The state, of this data source.
  /// - Complexity: As ``hold(_:)``.
  public func letGo(_ state: State) {
    let index = index(of: state)
    guard isHeld(state, at: index) else { return }
    held[index].holders -= 1
    guard held[index].holders == 0 else { return }
    bytesOfFormer -= byteCount(at: index - 1) + byteCount(at: index)
    held.remove(at: index)
    bytesOfFormer += byteCount(at: index - 1)
  }

  /// At most how many handles a state named that nobody names any more, now that somebody let go of
  /// it.
  ///
  /// What it shares with the states in front of it and behind it that somebody has, they name too.
  ///
  /// - Parameter state: The state, of this data source.
  /// - Returns: The number, which may be more than the state has.
  /// - Complexity: O(log s) for s states held.
  public func numberOfHandlesGone(with state: State) -> Int {
    let index = index(of: state)
    let isKept = course != nil && state.revision >= oldestKept
    guard !isKept, !isHeld(state, at: index) else { return 0 }
    let own = state.course.handles
    let later = index < held.endIndex ? held[index].state.course : course
    let former = index > 0 ? held[index - 1].state.course : nil
    return min(later.map { $0.handles - own } ?? .max, former.map { own - $0.handles } ?? .max)
  }

  /// Where a state is, or would be.
  private func index(of state: State) -> Int {
    held.indices.partitioningIndex { held[$0].state.revision >= state.revision }
  }

  private func isHeld(_ state: State, at index: Int) -> Bool {
    index < held.endIndex && held[index].state.revision == state.revision
  }

  /// What the state at an index keeps that the next one has not; none where there are no two.
  private func byteCount(at index: Int) -> Int {
    guard index >= 0, index + 1 < held.endIndex else { return 0 }
    return held[index].state.byteCount(at: held[index + 1].state.course)
  }
}
