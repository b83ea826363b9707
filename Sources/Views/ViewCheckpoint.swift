import Snapshots

/// Where long work of views asks now and then whether it may go on.
public struct ViewCheckpoint {
  /// Counts steps of work of about a microsecond, and says whether to go on.
  private let mayContinue: (_ steps: Int) -> Bool

  /// Creates a checkpoint.
  ///
  /// - Parameter mayContinue: Counts steps of work of about a microsecond, and says whether to go
  ///   on.
  public init(_ mayContinue: @escaping (_ steps: Int) -> Bool = { _ in true }) {
    self.mayContinue = mayContinue
  }

  func step(_ steps: Int) throws(ViewError) {
    if let interruption = interruption(after: steps) { throw interruption }
  }

  /// Does work of the model, which asks by itself and refuses nothing.
  func model<Result>(_ work: () throws(SnapshotError) -> Result) throws(ViewError) -> Result {
    do throws(SnapshotError) {
      return try work()
    } catch .interrupted {
      throw .interrupted
    } catch {
      preconditionFailure("a view cannot show what it has: \(error)")
    }
  }

  func interruption(after steps: Int) -> ViewError? {
    mayContinue(steps) ? nil : .interrupted
  }
}

/// Why a view was not brought up to date; nothing has changed.
public enum ViewError: Error, Equatable {
  /// The checkpoint said so.
  case interrupted
}
