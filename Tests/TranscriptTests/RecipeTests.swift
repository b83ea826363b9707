import DiffableProtocol
import Foundation
import JSON
import TestSupport
import Testing
import Transcripts

/// The page of recipes, each row of which is run by the transcript that it names.
@Suite struct RecipeTests {
  private static let page = Repository.root.appending(path: "protocol/recipes.md")

  private func rows() throws -> [RecipeRow] {
    try RecipeRow.rows(of: String(decoding: Data(contentsOf: Self.page), as: UTF8.self))
  }

  @Test func `every row is run by its transcript and refused as it says`() throws {
    let rows = try rows()
    #expect(!rows.isEmpty)
    for row in rows {
      let problems = row.problems(in: try transcript(of: row))
      #expect(problems == [], "recipes.md:\(row.line)")
    }
  }

  @Test func `every operation of the originals has a row in its table`() throws {
    #expect(!Originals.tables.isEmpty)
    let tables = Dictionary(grouping: try rows(), by: \.table)
    for (table, operations) in Originals.tables {
      let present = Set((tables[table] ?? []).flatMap(\.operations))
      #expect(operations.filter { !present.contains($0) } == [], "in the table \(table)")
    }
  }

  @Test func `every row leads to a method and to a transcript`() throws {
    for row in try rows() { #expect(row.links.count >= 2, "recipes.md:\(row.line)") }
  }

  private func transcript(of row: RecipeRow) throws -> Transcript {
    let file = TranscriptFile.all.first { $0.testDescription == row.transcript }
    return try #require(file, "recipes.md:\(row.line)").transcript()
  }

  // MARK: The check itself

  private static let conversation = """
    --> {"id":1,"method":"dataSource/edit","params":{"dataSource":"d","edits":[{"op":"deleteAllItems"},{"op":"appendItems","items":[1,2]}]}}
    <-- {"id":1,"error":{"data":{"kind":"invalidEdit","edit":1}}}
    --> {"id":2,"method":"dataSource/configure","params":{"dataSource":"d","options":{"a":1,"b":2}}}
    <-- {"id":2,"result":{"revision":1}}
    """

  @Test(arguments: [
    (
      #"`dataSource/edit`"#,
      #"{"edits":[{"op":"deleteAllItems"},{"op":"appendItems","items":[1,2]}]}"#, "", true
    ),
    (#"`dataSource/edit`"#, #"{"edits":"…"}"#, "", true),
    (
      #"`dataSource/edit`"#,
      #"{"edits":[{"op":"deleteAllItems"},{"op":"appendItems","items":"…"}]}"#,
      "[`invalidEdit`](errors.md#invalidEdit)", true
    ),
    (#"`dataSource/configure`"#, #"{"options":{"a":1.0}}"#, "", true),
    (#"`dataSource/configure`"#, #"{"options":{"c":1}}"#, "", false),
    (#"`dataSource/configure`"#, #"{"dataSource":"e"}"#, "", false),
    (#"`dataSource/configure`"#, #"{}"#, "[`invalidEdit`](errors.md#invalidEdit)", false),
    (#"`dataSource/apply`"#, #"{"dataSource":"d"}"#, "", false),
    (#"`dataSource/edit`"#, #"{"edits":[{"op":"appendItems","items":[1,2]}]}"#, "", false),
    (#"`dataSource/edit`"#, #"{"edits":"…"}"#, "[`unknownItem`](errors.md#unknownItem)", false),
    (#"`dataSource/edit`"#, #"{"edits":"…"}"#, "[`inventedError`](errors.md#inventedError)", false),
  ])
  func `a row that does not hold is found`(
    method: String,
    params: String,
    edge: String,
    holds: Bool
  ) throws {
    let page = """
      ## A table
      | operation | message | edge | transcript |
      |---|---|---|---|
      | `one`, `two` | [\(method)](m.md) `\(params)` | wrong → \(edge) | [t](transcripts/t.transcript) |
      """
    let row = try #require(try RecipeRow.rows(of: page).first)
    #expect(row.table == "A table" && row.operations == ["one", "two"] && row.transcript == "t")
    let problems = row.problems(in: try Transcript(parsing: Array(Self.conversation.utf8)))
    #expect(problems.isEmpty == holds, "\(problems)")
  }

  @Test func `a refusal of another edit of the list is not taken for one's own`() throws {
    let edits = #"{"edits":[{"op":"deleteAllItems"}]}"#
    let page = "| `o` | [`dataSource/edit`](m.md) `\(edits)` | a → [`invalidEdit`](#) | [t](t) |"
    let row = try #require(try RecipeRow.rows(of: page).first)
    let transcript = try Transcript(parsing: Array(Self.conversation.utf8))
    #expect(row.problems(in: transcript).count == 2)
  }

  @Test(arguments: [
    "| `o` | [`m`](m.md) `{` | a → b | [t](t.transcript) |",
    "| `o` | `{}` | a → b | [t](t.transcript) |",
    "| `o` | [`m`](m.md) `{}` | a | [t](t.transcript) |",
    "| o | [`m`](m.md) `{}` | a → b | [t](t.transcript) |",
    "| `o` | [`m`](m.md) `{}` | [t](t.transcript) |",
  ])
  func `a row that lacks something is refused`(row: String) {
    #expect(throws: (any Error).self) { try RecipeRow.rows(of: row) }
  }
}

// MARK: - Rows

/// A row of a table of recipes.
private struct RecipeRow {
  let line: Int
  let table: String
  let operations: [String]
  let method: String
  let params: JSONDocument
  /// The kinds of errors and warnings that it speaks of.
  let kinds: [String]
  let links: [String]
  let transcript: String

  struct Malformed: Error {
    let line: Int
  }

  static func rows(of page: String) throws -> [RecipeRow] {
    var table = ""
    var rows: [RecipeRow] = []
    for (index, line) in page.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("## ") { table = String(line.dropFirst(3)) }
      guard line.hasPrefix("|"), !line.hasPrefix("|---"), !line.hasPrefix("| operation |") else {
        continue
      }
      rows.append(try RecipeRow(line, line: index + 1, table: table))
    }
    return rows
  }

  private init(_ text: String, line: Int, table: String) throws {
    let cells = text.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    guard cells.count == 4 else { throw Malformed(line: line) }
    let message = Self.matches(of: "`([^`]+)`", in: cells[1])
    let kinds = Self.matches(of: "\\[`([^`]+)`\\]\\(", in: cells[2])
    let files = Self.matches(of: "^\\[([^\\]]+)\\]", in: cells[3])
    let operations = Self.matches(of: "`([^`]+)`", in: cells[0])
    guard message.count == 2, files.count == 1, !operations.isEmpty, cells[2].contains(" → ") else {
      throw Malformed(line: line)
    }
    self.line = line
    self.table = table
    self.operations = operations
    self.kinds = kinds
    method = message[0]
    params = try JSONDocument(parsing: message[1])
    links = Self.matches(of: "\\]\\(([^)]*)\\)", in: cells[1...].joined())
    transcript = files[0]
  }

  private static func matches(of pattern: String, in text: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  // MARK: Checking

  /// What the row says and the conversation does not show.
  func problems(in transcript: Transcript) -> [String] {
    let exchanges = transcript.exchanges.compactMap(Sent.init).filter { $0.method == method }
    var problems: [String] = []
    if !exchanges.contains(where: { $0.params.holds(params.root) }) {
      problems.append("\(self.transcript) does not send this message")
    }
    let shown = exchanges.reduce(into: Set<String>()) { $0.formUnion($1.kinds(for: operators)) }
    for kind in kinds where !shown.contains(kind) {
      problems.append("\(self.transcript) does not answer \(kind) to such a message")
    }
    let known = Set(ErrorKind.allCases.map(\.rawValue) + ["existingItemsMoved"])
    return problems + kinds.filter { !known.contains($0) }.map { "\($0) is no kind of error" }
  }

  /// The `op`s of the row's edits; empty when it has none, or any.
  private var operators: Set<String> { Set(params.root.operators.compactMap(\.self)) }
}

/// A message of a conversation, and what was answered to it.
private struct Sent {
  let method: String
  let params: JSONView
  private let answers: [JSONView]

  init?(_ exchange: Transcript.Exchange) {
    guard let message = try? JSONDocument(parsing: exchange.sent[...]).root,
      let method = message["method"]?.string, let params = message["params"]
    else { return nil }
    self.method = method
    self.params = params
    answers = exchange.expected.compactMap { try? JSONDocument(parsing: $0[...]).root }
  }

  /// The kinds of errors and warnings that were answered, of edits with one of these operators.
  func kinds(for operators: Set<String>) -> [String] {
    answers.flatMap { answer in
      [answer["error"]?["data"]].compactMap(\.self) + (answer["result"]?["warnings"]?.all ?? [])
    }
    .filter { operators.isEmpty || isAbout($0, operators) }
    .compactMap { $0["kind"]?.string }
  }

  private func isAbout(_ data: JSONView, _ operators: Set<String>) -> Bool {
    guard let edit = data["edit"]?.integer else { return true }
    let edits = params.operators
    guard edits.indices.contains(edit), let name = edits[edit] else { return false }
    return operators.contains(name)
  }
}

extension JSONView {
  /// The elements of an array, none of any other value.
  fileprivate var all: [JSONView] { kind == .array ? Array(elements) : [] }

  /// The `op` of each of the edits.
  fileprivate var operators: [String?] {
    kind == .object
      ? (self["edits"]?.all ?? []).map { $0.kind == .object ? $0["op"]?.string : nil } : []
  }

  /// Whether all that the other one has is here too; `"…"` stands for any value.
  fileprivate func holds(_ other: JSONView) -> Bool {
    if other.string == "…" { return true }
    switch other.kind {
    case .object:
      return kind == .object
        && other.members.allSatisfy { member in
          guard let name = member.name.string, let value = self[name] else { return false }
          return value.holds(member.value)
        }
    case .array:
      return kind == .array && all.count == other.all.count
        && zip(all, other.all).allSatisfy { $0.holds($1) }
    default:
      return isEqual(to: other)
    }
  }
}

// MARK: - Originals

/// The operations that the originals have, by the table that has to have them.
private enum Originals {
  /// A heading, and under it the names, with a semicolon between two of them.
  private static let names = """
    ## UIKit's snapshot
    init(); numberOfItems; numberOfSections; sectionIdentifiers; itemIdentifiers;
    numberOfItems(inSection:); itemIdentifiers(inSection:); sectionIdentifier(containingItem:);
    indexOfItem(_:); indexOfSection(_:); appendSections(_:); insertSections(_:beforeSection:);
    insertSections(_:afterSection:); deleteSections(_:); moveSection(_:beforeSection:);
    moveSection(_:afterSection:); reloadSections(_:); appendItems(_:toSection:);
    appendItems(_:); insertItems(_:beforeItem:); insertItems(_:afterItem:); deleteItems(_:);
    deleteAllItems(); moveItem(_:beforeItem:); moveItem(_:afterItem:); reloadItems(_:);
    reconfigureItems(_:); reloadedItemIdentifiers; reloadedSectionIdentifiers;
    reconfiguredItemIdentifiers; ==(_:_:); copy()
    ## UIKit's section snapshot
    NSDiffableDataSourceSectionSnapshot.init(); append(_:to:); append(_:); insert(_:before:);
    insert(_:after:); delete(_:); deleteAll(); expand(_:); collapse(_:);
    replace(childrenOf:using:); insert(_:before:) of a snapshot; insert(_:after:) of a snapshot;
    items; rootItems; expandedItems; visualDescription(); visibleItems; isExpanded(_:);
    isVisible(_:); level(of:); parent(of:); contains(_:); index(of:); snapshot(of:);
    snapshot(of:includingParent:); ==(_:_:); apply(_:to:animatingDifferences:completion:);
    apply(_:to:animatingDifferences:) async; snapshot(for:);
    sectionSnapshotHandlers.shouldExpandItem; sectionSnapshotHandlers.shouldCollapseItem;
    sectionSnapshotHandlers.willExpandItem; sectionSnapshotHandlers.willCollapseItem;
    sectionSnapshotHandlers.snapshotForExpandingParent
    ## UIKit's data sources
    init(tableView:cellProvider:); init(collectionView:cellProvider:); CellProvider;
    supplementaryViewProvider; defaultRowAnimation; snapshot();
    apply(_:animatingDifferences:completion:); apply(_:animatingDifferences:) async;
    applySnapshotUsingReloadData(_:completion:); applySnapshotUsingReloadData(_:) async;
    itemIdentifier(for:); indexPath(for:); sectionIdentifier(for:); index(for:);
    numberOfSections(in:); tableView(_:numberOfRowsInSection:);
    collectionView(_:numberOfItemsInSection:); tableView(_:cellForRowAt:);
    collectionView(_:cellForItemAt:); tableView(_:titleForHeaderInSection:);
    tableView(_:titleForFooterInSection:); tableView(_:canEditRowAt:);
    tableView(_:commit:forRowAt:); tableView(_:canMoveRowAt:); tableView(_:moveRowAt:to:);
    sectionIndexTitles(for:); tableView(_:sectionForSectionIndexTitle:at:);
    collectionView(_:canMoveItemAt:); collectionView(_:moveItemAt:to:); indexTitles(for:);
    collectionView(_:indexPathForIndexTitle:at:); reorderingHandlers.canReorderItem;
    reorderingHandlers.willReorder; NSDiffableDataSourceTransaction.initialSnapshot;
    reorderingHandlers.didReorder; NSDiffableDataSourceTransaction.finalSnapshot;
    NSDiffableDataSourceTransaction.difference;
    NSDiffableDataSourceTransaction.sectionTransactions;
    NSDiffableDataSourceSectionTransaction.difference;
    NSDiffableDataSourceSectionTransaction.sectionIdentifier;
    NSDiffableDataSourceSectionTransaction.initialSnapshot;
    NSDiffableDataSourceSectionTransaction.finalSnapshot
    ## DiffableDataSourceKit
    create(tableView:allowCrossSectionMove:allowReordering:enableLogging:cellBuilder:);
    allowReordering; allowCrossSectionMove; enableLogging; cellBuilder; canMoveRowAt;
    moveRowAt: downward; moveRowAt: upward; moveRowAt: to another section, not allowed;
    moveRowAt: to another section, allowed
    ## Its table adapter
    init(tableView:dataSource:enableLogging:); tableView; dataSource;
    applyInitialSnapshot(sections:itemsBySection:animatingDifferences:); append(_:to:);
    delete(_:); move(_:to:); reconfigure(_:) of one item; reconfigure(_:) of several items;
    reload(_:) of one item; reload(_:) of several items; sectionIdentifier(at:); items(in:);
    HeightProvider; heightProvider; EstimatedHeightProvider; estimatedHeightProvider;
    setHeightProviders(height:estimated:); heightForRow(at:); estimatedHeightForRow(at:);
    enableAutomaticDimension(estimatedRowHeight:); enableLogging
    ## The partly refreshable section and item
    collectionView; dataSource; refresh; append(section:); section.apply(); sections;
    section.reload(); section.items; section.reload(items:completion:);
    section.append(items:reloadItem:removed:completion:);
    section.insert(item:after:reload:removed:completion:); section.remove(items:completion:);
    section.remove(); item.reload(animated:completion:); item.remove(); item.cell(in:at:);
    item.didSelect(); item.onRemove; section.onRemove; operationQueue
    """

  static let tables: [(table: String, operations: [String])] =
    names.components(separatedBy: "## ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1).map(String.init)
      let operations = lines[1].components(separatedBy: ";").map { name in
        name.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return (lines[0], operations)
    }
}
