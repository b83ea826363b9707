import DiffableProtocol
import JSONRPC
import Testing

@Suite struct ErrorTests {

  @Test func `an error without more to say has its kind`() throws {
    let response = DiffableError(.unknownItem, "Text.").response
    #expect(response.code.rawValue == 1005)
    #expect(response.message == "Text.")
    #expect(try text(response.data) == #"{"kind":"unknownItem"}"#)
  }

  @Test func `an error says all that it knows, in a fixed order`() throws {
    var error = DiffableError(.limitExceeded, "Text.")
    error.method = .dataSourceEdit
    error.member = "edits[2].items[0]"
    error.edit = 2
    error.identifiers = [Array(#""a""#.utf8), Array("1".utf8)]
    error.section = Array("[1]".utf8)
    error.dataSource = "s\n"
    error.snapshot = "d"
    error.limit = ("maxNameBytes", 4)
    #expect(
      try text(error.response.data)
        == #"{"kind":"limitExceeded","method":"dataSource/edit","member":"edits[2].items[0]","#
        + #""edit":2,"identifiers":["a",1],"section":[1],"dataSource":"s\n","snapshot":"d","#
        + #""limit":"maxNameBytes","value":4}"#
    )
  }

  @Test func `a fault of the params begins with the method`() {
    let fault = DiffableError.invalidParams("edits[0].items", "is missing")
    #expect(fault.refused(by: .snapshotEdit).message == "snapshot/edit: edits[0].items is missing.")
    #expect(fault.refused(by: .snapshotEdit).method == .snapshotEdit)
    #expect(DiffableError(.unknownItem, "Text.").refused(by: .snapshotEdit).message == "Text.")
  }

  @Test func `a place is told where it helps`() {
    #expect(DiffableError(.limitExceeded, "").at("edits[0]").member == "edits[0]")
    for kind in [ErrorKind.requestCancelled, .unknownItem, .unknownSection] {
      #expect(DiffableError(kind, "").at("edits[0]").member == nil)
    }
    #expect(DiffableError(.unknownItem, "").inEdit(3).edit == 3)
    #expect(DiffableError(.requestCancelled, "").inEdit(3).edit == nil)
    #expect(path(of: "items[2]", in: "edits[0]") == "edits[0].items[2]")
    #expect(path(of: "items[2]", in: "") == "items[2]")
  }

  @Test func `each kind has a code of its own`() {
    let codes = ErrorKind.allCases.map(\.code.rawValue)
    #expect(Set(codes).count == codes.count)
    for code in codes { #expect(code < -32000 || code > 1000) }
  }

  private func text(_ data: [UInt8]?) throws -> String {
    String(decoding: try #require(data), as: UTF8.self)
  }
}
