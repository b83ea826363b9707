import DiffableProtocol
import Snapshots

/// Runs a step of the model, and says on the wire what it refused.
func model<Result>(
  _ pool: IdentifierPool,
  _ step: @autoclosure () throws(SnapshotError) -> Result
) throws(DiffableError) -> Result {
  do throws(SnapshotError) {
    return try step()
  } catch {
    throw DiffableError(error, in: pool)
  }
}

extension DiffableError {
  /// Says on the wire what the model refused.
  init(_ error: SnapshotError, in pool: IdentifierPool) {
    switch error {
    case .unknownItems(let items):
      self = pool.naming(items, in: pool.items) { .unknownItems($0) }
    case .unknownSections(let sections):
      self = pool.naming(sections, in: pool.sections) { .unknownSections($0) }
    case .repeatedItems(let items):
      self = pool.naming(items, in: pool.items) {
        .notUnique("Items", $0) { "\($0) would stand twice; name each once." }
      }
    case .repeatedSections(let sections):
      self = pool.naming(sections, in: pool.sections) {
        .notUnique("Sections", $0) { "\($0) would stand twice; name each once." }
      }
    case .existingSections(let sections):
      self = pool.naming(sections, in: pool.sections) {
        .notUnique("Sections", $0) {
          "the snapshot has \($0) already; use moveSection to move one."
        }
      }
    case .existingItems(let items):
      self = pool.naming(items, in: pool.items) {
        .notUnique("Items", $0) {
          "the section's outline has \($0) already; delete what is to be placed anew."
        }
      }
    case .noSection:
      self.init(.invalidEdit, "There is no section to append to; append a section first.")
    case .indexOutOfRange(let index, let count, let section):
      self = .indexOutOfRange(index, count, pool.sections.bytes(of: section))
    case .itemRelativeToItself(let item):
      self = .relativeToItself("item", pool.items.bytes(of: item))
    case .sectionRelativeToItself(let section):
      self = .relativeToItself("section", pool.sections.bytes(of: section))
    case .outlineTooDeep(let level):
      // An apply, where alone it comes from, says by which limit.
      self.init(
        .limitExceeded,
        "No document has room for an outline's level \(level); go less deep."
      )
    case .interrupted:
      self = .cancelled
    }
  }

  static func unknownItems(_ items: IdentifierList) -> DiffableError {
    DiffableError(
      .unknownItem,
      "There is no item \(list(items)) in the snapshot; append or insert it first."
    ) { $0.identifiers = items }
  }

  static func unknownSections(_ sections: IdentifierList) -> DiffableError {
    DiffableError(
      .unknownSection,
      "There is no section \(list(sections)) in the snapshot; append or insert it first."
    ) {
      $0.identifiers = sections
      $0.section = sections.first.first
    }
  }

  fileprivate static func notUnique(
    _ what: String,
    _ identifiers: IdentifierList,
    _ fault: (_ list: String) -> String
  ) -> DiffableError {
    DiffableError(
      .duplicateIdentifier,
      "\(what) must be unique, but \(fault(list(identifiers)))"
    ) { $0.identifiers = identifiers }
  }

  private static func indexOutOfRange(
    _ index: Int,
    _ count: Int,
    _ section: [UInt8]
  ) -> DiffableError {
    DiffableError(
      .indexPathOutOfRange,
      "There is no place at \(index) in the section \(excerpt(of: section)), which has \(count)"
        + " items when those that move are taken out; give 0 to \(count)."
    ) { $0.section = section }
  }

  private static func relativeToItself(_ what: String, _ identifier: [UInt8]) -> DiffableError {
    DiffableError(
      .invalidEdit,
      "The \(what) \(excerpt(of: identifier)) cannot be placed relative to itself;"
        + " name another \(what)."
    ) { $0.identifiers = [identifier] }
  }

  /// A few identifiers as a part of a sentence.
  private static func list(_ identifiers: IdentifierList) -> String {
    let shown = identifiers.first.map { excerpt(of: $0) }.joined(separator: ", ")
    let others = identifiers.count - identifiers.first.count
    return others > 0 ? "\(shown) and \(others) more" : shown
  }
}

extension IdentifierPool {
  /// The error that names identifiers; that of a request that was cancelled while they were looked
  /// up.
  fileprivate func naming(
    _ handles: [Handle],
    in identifiers: Interner,
    _ error: (IdentifierList) -> DiffableError
  ) -> DiffableError {
    var list: IdentifierList = []
    for handle in handles {
      let identifier = identifiers.bytes(of: handle)
      guard work.mayGoOn(1 + identifier.count / 64) else { return .cancelled }
      list.append(identifier)
    }
    return error(list)
  }
}
