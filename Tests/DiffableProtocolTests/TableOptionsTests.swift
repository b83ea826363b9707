import DiffableProtocol
import JSON
import Testing

/// How the table options are read.
@Suite struct TableOptionsTests {

  private func options(_ text: String, over options: DataSourceOptions = DataSourceOptions()) throws
    -> DataSourceOptions
  {
    var options = options
    let document = try JSONDocument(parsing: #"{"options":\#(text)}"#)
    let reader = try ObjectReader(params: document.root)
    try options.update(try reader.object("options"), whenCreated: false)
    return options
  }

  @Test func `unless it is said otherwise, rows may be deleted and not moved`() {
    let table = DataSourceOptions().table
    #expect(!table.reordering.allowed && !table.reordering.acrossSections)
    #expect(table.editing.allowed)
    #expect(table.heights.exact.whole == .automatic)
    #expect(!DataSourceOptions().announcing.logging)
  }

  @Test func `an option replaces what it was, and null makes it what it was at first`() throws {
    let first = try options(
      #"{"reordering":{"allowed":true,"sections":[{"section":"A","allowed":false}]},"logging":true}"#
    )
    #expect(first.table.reordering.sections.map { Array($0.section) } == [Array(#""A""#.utf8)])
    let second = try options(#"{"reordering":{"item":"/m"}}"#, over: first)
    #expect(!second.table.reordering.allowed && Array(second.table.reordering.sections).isEmpty)
    #expect(second.table.reordering.item == JSONPointer("/m"))
    #expect(second.announcing.logging)
    let third = try options(#"{"reordering":null,"logging":null}"#, over: second)
    #expect(third == DataSourceOptions())
  }

  @Test func `a height that is null is not one that is absent`() throws {
    let heights = try options(
      #"{"heights":{"sections":[{"section":1,"height":null},{"section":2,"estimated":7}]}}"#
    ).table.heights
    #expect(heights.exact.sections.map(\.value) == [.automatic])
    #expect(heights.exact.sections.map { Array($0.section) } == [Array("1".utf8)])
    #expect(heights.estimated.sections.map { Array($0.section) } == [Array("2".utf8)])
    #expect(heights.estimated.sections.map(\.place) == ["options.heights.sections[1].section"])
  }

  @Test(arguments: [
    (#"{"heights":{"default":-0.5}}"#, "options.heights.default"),
    (#"{"heights":{"sections":[{"section":1,"hight":3}]}}"#, "options.heights.sections[0].hight"),
    (#"{"heights":{"sections":[{"section":1}]}}"#, "options.heights.sections[0].height"),
    (#"{"cells":{"sections":[7]}}"#, "options.cells.sections[0]"),
    (#"{"reordering":{"item":"~2"}}"#, "options.reordering.item"),
    (#"{"titles":{"top":"/a"}}"#, "options.titles.top"),
  ])
  func `an error says where it is`(text: String, member: String) throws {
    let error = try #require(throws: DiffableError.self) { try options(text) }
    #expect(error.kind == .invalidParams)
    #expect(error.member == member)
  }
}
