import DataSources
import JSON
import Snapshots
import Views

@testable import DiffableServer

extension FuzzedSession {
  /// Holds every list against what the client made of the notifications, and a state after nothing
  /// but errors against the state before.
  func inspect() {
    guard case .running = server.lifecycle else { return }
    var now: [[UInt8]] = []
    for (name, served) in server.store.dataSources.inOrder {
      checkModel(served.source.snapshot)
      let contents = contents("dataSource", name)
      client.compare(name, contents)
      catchUp(name, served)
      addUpHeights(name, served)
      checkView(served)
      now.append(Array(contents.bytes))
      now += outlines(name, served, contents)
    }
    check(
      client.numberOfLists <= server.store.dataSources.count,
      "a closed data source is announced"
    )
    for (name, named) in server.store.snapshots.inOrder {
      checkModel(named.snapshot)
      now.append(Array(contents("snapshot", name).bytes))
    }
    if let state, !client.mayHaveChanged { check(now == state, "an error changed something") }
    state = now
    client.mayHaveChanged = false
  }

  private func checkModel(_ snapshot: Snapshot) {
    let violations = snapshot.checkInvariants()
    check(violations.isEmpty, "\(violations)")
    let limits = server.limits
    check(snapshot.numberOfItems <= limits.maxItemsPerDataSource, "there are too many items")
    check(snapshot.numberOfSections <= limits.maxSectionsPerDataSource, "too many sections")
  }

  /// A view that follows its base has to show what it would if it were made anew.
  private func checkView(_ served: StoredDataSource) {
    guard let view = served.view, view.view.isLive,
      let compiled = try? CompiledView(
        view.document,
        view.root.source,
        server.elementReader(of: served)
      ),
      let anew = try? PreparedViews(updating: view.view, to: compiled.definition, among: []),
      let applied = anew.views.first?.applied
    else { return }
    let (shown, made) = (applied.before, applied.after)
    check(
      shown.sectionHandles == made.sectionHandles && shown.itemHandles == made.itemHandles
        && shown.sectionHandles.allSatisfy { section in
          shown.index(ofSection: section).map(shown.positions(inSectionAt:))
            == made.index(ofSection: section).map(made.positions(inSectionAt:))
        },
      "a view shows another list than its definition says"
    )
    check(
      shown.itemHandles.allSatisfy { shown.content(ofItem: $0) == made.content(ofItem: $0) }
        && shown.sectionHandles.allSatisfy {
          shown.content(ofSection: $0) == made.content(ofSection: $0)
        },
      "a view has other contents than its base"
    )
  }

  /// Brings an earlier list up to date with the changes since its revision.
  private func catchUp(_ name: String, _ served: StoredDataSource) {
    guard let earlier = client.earlierRevision(of: name, numberOfMessages) else { return }
    let result = ask("dataSource/changes") { writer in
      writer.member("dataSource", name)
      writer.member("since", earlier)
      writer.member("changeFormat", "batch")
    }
    check((result != nil) == (earlier >= served.source.oldestRevision), "revision \(earlier)")
    if let result { client.catchUp(name, result) }
  }

  /// Compares the running sum of the heights with the sum over all rows.
  private func addUpHeights(_ name: String, _ served: StoredDataSource) {
    let snapshot = served.source.snapshot
    var sum = 0
    for (index, section) in snapshot.sectionHandles.enumerated() {
      for item in snapshot.itemHandles(at: snapshot.positions(inSectionAt: index)) {
        sum += Int(served.table.heights.counted(item, inSection: section, in: snapshot))
      }
    }
    let total = ask("dataSource/contentHeight") { $0.member("dataSource", name) }?["height"]
    check(total?.thousandths == sum, "the rows have \(sum) thousandths")
  }

  /// The trees of all sections, whose visible items have to be the rows.
  private func outlines(
    _ name: String,
    _ served: StoredDataSource,
    _ contents: JSONView
  ) -> [[UInt8]] {
    let violations = served.source.snapshot.checkOutline()
    check(violations.isEmpty, "\(violations)")
    return (contents["sections"].map { Array($0.elements) } ?? []).map { section in
      let tree = ask("dataSource/sectionSnapshot") { writer in
        writer.member("dataSource", name)
        writer.name("section")
        writer.raw((section["id"] ?? section).bytes)
      }
      guard let tree else { fatalError("a section has no tree") }
      let rows = (section["items"].map { Array($0.elements) } ?? []).map { $0["id"] ?? $0 }
      check(visible(in: tree) == rows.map { Array($0.bytes) }, "other rows are visible")
      return Array(tree.bytes)
    }
  }

  /// The identifiers of the items that are shown, in the order in which they are shown.
  private func visible(in tree: JSONView) -> [[UInt8]] {
    var rest = tree["items"].map { Array($0.elements.reversed()) } ?? []
    var visible: [[UInt8]] = []
    while let item = rest.popLast() {
      visible.append(item["id"].map { Array($0.bytes) } ?? [])
      guard item["expanded"]?.bool == true, let children = item["children"] else { continue }
      rest += children.elements.reversed()
    }
    return visible
  }

  private func contents(_ member: StaticString, _ name: String) -> JSONView {
    let result = ask("snapshot/contents") { $0.member(member, name) }
    guard let result else { fatalError("there are no contents of \(name)") }
    return result
  }

  /// Asks the server itself: the result, nil when it is an error.
  private func ask(_ method: String, _ params: (inout JSONWriter) -> Void) -> JSONView? {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.member("id", "inspection")
    writer.member("method", method)
    writer.name("params")
    writer.beginObject()
    params(&writer)
    writer.endObject()
    writer.endObject()
    server.receive(.message(writer.bytes[...]))
    var answer: JSONView?
    while let message = server.nextMessage() { answer = try? JSONDocument(parsing: message).root }
    check(answer?["id"]?.string == "inspection", "\(method) has no answer")
    return answer?["result"]
  }
}
