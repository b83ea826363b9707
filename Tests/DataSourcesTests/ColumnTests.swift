import DataSources
import Snapshots
import TestSupport
import Testing

/// Values are read from contents once, and again when an apply may have made them others.
@Suite struct ColumnTests {
  private let source = DataSource()
  private let names: NamedPool
  private let column: Column<PlainValues<String>>
  private let reads = Counter()

  init() throws {
    names = NamedPool(source.snapshot.pool)
    let reads = reads
    column = source.columns.column("text") {
      Column { _, content in
        reads.count += 1
        return content.map { String(decoding: $0, as: UTF8.self) } ?? "none"
      }
    }
    var list: ModelSnapshot = "A[1,2]"
    list.itemContents["1"] = "one"
    try replace(with: list, names)
  }

  @Test func `a value is read once`() {
    #expect(value("1") == "one")
    #expect(value("1") == "one")
    #expect(value("2") == "none")
    #expect(reads.count == 2)
  }

  @Test func `all who ask for the same share a column`() {
    let other = source.columns.column("text") {
      Column<PlainValues<String>> { _, _ in "another" }
    }
    #expect(other === column)
  }

  @Test func `new content is read after the apply and not before`() throws {
    _ = value("1")
    let prepared = try prepare("1", "uno")
    let step = reading(prepared)

    #expect(column.value(of: names.item("1"), in: step) == "uno")
    #expect(value("1") == "one")
    _ = source.commit(prepared)
    #expect(value("1") == "uno")
    #expect(reads.count == 2)
  }

  @Test func `an apply that is dropped leaves the values`() throws {
    _ = value("1")
    let dropped = try prepare("1", "uno")
    _ = column.value(of: names.item("1"), in: reading(dropped))

    let prepared = try prepare("2", "two")

    #expect(column.value(of: names.item("1"), in: reading(prepared)) == "one")
    _ = source.commit(prepared)
    #expect(value("1") == "one")
  }

  @Test func `a value is changed when it is another one`() throws {
    _ = value("1")
    let equal = try prepare("1", "one")
    #expect(!column.isChanged(names.item("1"), in: reading(equal)))
    let other = try prepare("1", "uno")
    #expect(column.isChanged(names.item("1"), in: reading(other)))
    #expect(!column.isChanged(names.item("2"), in: reading(other)))
  }

  @Test func `an item has nothing from the one that had its handle`() throws {
    let former = names.item("1")
    _ = value("1")
    try replace(with: "A[]", names)
    source.snapshot.pool.release(unless: LiveHandles())
    let fresh = NamedPool(source.snapshot.pool)

    try replace(with: "A[7,8,9]", fresh)

    #expect(["7", "8", "9"].map(fresh.item).contains(former))
    #expect(column.value(of: former, in: now) == "none")
  }

  @Test func `what was read counts until it is let go of, and is read again then`() throws {
    #expect(source.columns.byteCount == 0)
    _ = value("1")
    let stride = MemoryLayout<String?>.stride
    #expect(source.columns.byteCount >= stride)
    let prepared = try prepare("2", "two")
    _ = column.value(of: names.item("2"), in: reading(prepared))
    #expect(source.columns.asideBytes == stride)
    _ = source.commit(prepared)
    #expect(source.columns.asideBytes == 0)
    #expect(source.columns.byteCount >= 2 * stride)
    source.columns.letGo()
    #expect(source.columns.byteCount == 0)
    #expect(value("2") == "two")
    #expect(reads.count == 3)
  }

  @Test func `what an apply that is dropped has read goes`() throws {
    let prepared = try prepare("1", "uno")
    _ = column.value(of: names.item("1"), in: reading(prepared))
    source.columns.letGoOfAside()
    #expect(source.columns.asideBytes == 0)
    #expect(column.value(of: names.item("1"), in: reading(prepared)) == "uno")
    #expect(reads.count == 2)
  }

  @Test func `what takes too much is called off, and no more is kept`() throws {
    source.columns.maxBytes = 1
    _ = value("1")
    #expect(source.columns.isFull)
    #expect(now.isCalledOff)
    let bytes = source.columns.byteCount
    _ = value("2")
    _ = value("2")
    #expect(reads.count == 3)
    #expect(source.columns.byteCount == bytes)
    source.snapshot.pool.work.begin()
    source.columns.letGo()
    source.columns.isKeeping = false
    #expect(value("1") == "one")
    #expect(!now.isCalledOff)
    #expect(source.columns.byteCount == 0)
  }

  private var now: RowReading {
    RowReading(of: source.snapshot, contents: source.snapshot, isPublished: true)
  }

  private func value(_ name: String) -> String { column.value(of: names.item(name), in: now) }

  private func reading(_ prepared: PreparedApply) -> RowReading {
    let after = prepared.applied.after
    return RowReading(of: after, contents: after, isPublished: true, step: prepared.columnStep)
  }

  private func prepare(_ item: String, _ content: String) throws -> PreparedApply {
    var draft = source.draft()
    draft.edit { $0.setContent(Array(content.utf8), ofItem: names.item(item)) }
    return try source.prepare(draft)
  }

  private func replace(with list: ModelSnapshot, _ names: NamedPool) throws {
    var draft = source.draft()
    draft.replace(with: try names.build(replacing: draft.snapshot, with: list))
    _ = try source.apply(&draft)
  }
}

private final class Counter {
  var count = 0
}
