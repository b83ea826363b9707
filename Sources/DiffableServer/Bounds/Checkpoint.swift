import DiffableProtocol

/// Where long work asks now and then whether it may go on.
///
/// Asking lets the caller of the server read ahead, write and notice signals in between; the server
/// itself only learns to stop, with nothing changed.
final class Checkpoint {
  /// After how many steps of work, about a microsecond each at most, it is asked.
  private static let interval = 4096

  // See Session for why these are not checked.

  /// Answers whether to go on.
  @exclusivity(unchecked) var mayContinue: () -> Bool = { true }
  /// Told when the request at hand may not go on, before anything of it is given back.
  @exclusivity(unchecked) var calledOff: () -> Void = {}
  /// Told now and then how many steps the request at hand has made, and about how many it will
  /// make; nil when nobody wants to know.
  @exclusivity(unchecked) var report: ((_ done: Int, _ total: Int) -> Void)?
  @exclusivity(unchecked) private var steps = 0
  @exclusivity(unchecked) private var total = 0
  /// Steps of the request at hand before the last time that anybody was asked.
  @exclusivity(unchecked) private var done = 0
  /// Whether the request at hand had its last look.
  @exclusivity(unchecked) private var isFinishing = false
  /// Elements that the model went through since it asked the last time, and in this request before.
  @exclusivity(unchecked) private var elements = (new: 0, old: 0)
  /// Whether somebody is being asked, who may have messages written that need the model.
  @exclusivity(unchecked) private var isAsking = false

  /// Counts from nothing: a message that is little work is never asked about, so what it brings
  /// about does not depend on what else has arrived.
  func begin() { steps = 0 }

  /// Counts what the next request does, for nobody yet.
  func beginRequest() {
    done = -steps
    total = 0
    report = nil
    isFinishing = false
    elements = (0, 0)
  }

  /// Counts the request at hand from nothing, for somebody who is told of it: where it stands in its
  /// batch, and what stands beside it, changes nothing of what is told.
  func beginReports(_ report: @escaping (_ done: Int, _ total: Int) -> Void) {
    (steps, done) = (0, 0)
    self.report = report
  }

  /// Says about how many steps the request at hand will make.
  func expect(_ steps: @autoclosure () -> Int) {
    if report != nil { total = steps() }
  }

  /// Counts work.
  ///
  /// - Parameter work: About how many steps it was, of a microsecond each at most.
  /// - Throws: `requestCancelled` when the work may not go on.
  func step(_ work: Int = 1) throws(DiffableError) {
    steps += work
    if steps >= Checkpoint.interval { try pass() }
  }

  /// Asks a last time, unless the request was little work: what follows is done to its end.
  ///
  /// - Throws: `requestCancelled` when the work may not go on.
  func finish() throws(DiffableError) {
    guard !isFinishing else { return }
    if done + steps + elements.old + elements.new >= Checkpoint.interval {
      guard asks() else { throw .cancelled }
    }
    isFinishing = true
  }

  /// Counts work of the model, of which nobody is told how far it is.
  ///
  /// - Parameter elements: How many elements it went through.
  /// - Returns: Whether it may go on.
  func mayContinue(after elements: Int) -> Bool {
    guard !isFinishing, !isAsking else { return true }
    self.elements.new += elements
    guard self.elements.new >= Checkpoint.interval else { return true }
    self.elements = (0, self.elements.old + self.elements.new)
    return asks()
  }

  private func asks() -> Bool {
    isAsking = true
    defer { isAsking = false }
    if mayContinue() { return true }
    if !isFinishing { calledOff() }
    return false
  }

  /// Asks at once.
  ///
  /// - Throws: `requestCancelled` when the work may not go on.
  func pass() throws(DiffableError) {
    done += steps
    steps = 0
    if total > 0 { report?(done, total) }
    guard asks() || isFinishing else { throw .cancelled }
  }
}
