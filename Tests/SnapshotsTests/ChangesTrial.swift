import Snapshots
import TestSupport

/// The changes between two lists, and how their formats read in one line.
struct ChangesTrial {

  let names: NamedPool
  let changes: Changes

  init(
    _ before: ModelSnapshot,
    _ after: ModelSnapshot,
    marks: (inout Snapshot, NamedPool) throws -> Void = { _, _ in }
  ) throws {
    let names = NamedPool()
    let base = try names.build(replacing: Snapshot(pool: names.pool), with: before).asBase()
    var snapshot = try names.build(replacing: base, with: after)
    try marks(&snapshot, names)
    self.names = names
    changes = try snapshot.changes(fromBase: base, ContentRules(.reconfigure))
  }

  /// The steps of the format "sequential".
  var steps: [String] {
    get throws { try SequentialChanges(changes).steps.map(text) }
  }

  /// The stages of the format "staged".
  var stages: [String] {
    get throws { try StagedChanges(changes).stages.map { text($0.changes) } }
  }

  private func text(_ step: SequentialChanges.Step) -> String {
    switch step {
    case .deleteItems(let run): "delete \(text(run))"
    case .moveSection(let from, let to): "section \(from) to \(to)"
    case .insertSections(let index, let new): "insert \(text(new)) at \(index)"
    case .moveItems(let move): text(move)
    case .deleteSections(let index, let count): "delete \(count) sections at \(index)"
    case .insertItems(let run): "insert \(text(run))"
    case .setOutlines(let run): text(run)
    case .reloadSections(let index, let shown): "reload \(text(shown)) at \(index)"
    case .reconfigureSections(let index, let shown): "reconfigure \(text(shown)) at \(index)"
    case .reloadItems(let run): "reload \(text(run))"
    case .reconfigureItems(let run): "reconfigure \(text(run))"
    }
  }

  private func text(_ changes: Changes) -> String {
    let (sections, items) = (changes.sections, changes.items)
    var texts = sections.deletes.map { "delete \(text([$0.section])) at \($0.at)" }
    texts += sections.inserts.map { "insert \(text([$0.section])) at \($0.at)" }
    texts += sections.moves.map { "section \($0.from) to \($0.to)" }
    texts += sections.reloads.map { "reload \(text([$0.section])) at \($0.at)" }
    texts += sections.reconfigures.map { "reconfigure \(text([$0.section])) at \($0.at)" }
    texts += items.deletes.map { "delete \(text($0))" }
    texts += items.inserts.map { "insert \(text($0))" }
    texts += items.moves.map { text($0) }
    texts += items.reloads.map { "reload \(text($0))" }
    texts += items.reconfigures.map { "reconfigure \(text($0))" }
    texts += changes.outlines.map { text($0) }
    return texts.joined(separator: ", ")
  }

  private func text(_ run: Changes.OutlineRun) -> String {
    let outline = run.outline
    let state = "\(outline.isExpanded ? "open" : "closed") with \(outline.numberOfChildren)"
    return "\(run.count) from \(run.at) on are on level \(outline.level), \(state)"
  }

  private func text(_ sections: [Handle]) -> String {
    sections.map(names.sectionName).joined(separator: " ")
  }

  private func text(_ run: Changes.Run) -> String { "\(run.count) at \(text(run.at))" }

  private func text(_ move: Changes.Move) -> String {
    "\(move.count) from \(text(move.from)) to \(text(move.to))"
  }

  private func text(_ path: IndexPath) -> String { "\(path.section).\(path.item)" }
}
