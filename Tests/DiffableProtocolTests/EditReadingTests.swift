import DiffableProtocol
import JSON
import Testing

@Suite struct EditReadingTests {

  @Test(
    arguments: [
      ("", .end), (#","at":"end""#, .end), (#","at":null"#, .end), (#","at":"start""#, .start),
      (#","at":2"#, .index(2)), (#","at":2.0"#, .index(2)), (#","at":-1"#, .index(-1)),
      (#","at":9007199254740991"#, .index(9_007_199_254_740_991)),
    ] as [(String, Edit.Destination)]
  )
  func `items are moved to the end unless it is said where`(
    member: String,
    destination: Edit.Destination
  ) throws {
    let edit = try edit(#"{"op":"moveItems","items":[],"toSection":"A"\#(member)}"#)
    guard case .moveItems(_, _, let read) = edit else { throw Unexpected() }
    #expect(read == destination)
  }

  @Test func `keys ascend unless they are told to descend`() throws {
    let by =
      #"[{"pointer":"/a"},{"pointer":"","order":"descending"},{"pointer":"/b","order":null}]"#
    guard case .sortItems(nil, let keys) = try edit(#"{"op":"sortItems","by":\#(by)}"#) else {
      throw Unexpected()
    }
    #expect(keys.map(\.isDescending) == [false, true, false])
    #expect(keys.map(\.pointer.tokens) == [["a"], [], ["b"]])
  }

  @Test(arguments: [("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("1e2", 100)])
  func `a seed is any integer of 64 bits`(text: String, seed: Int) throws {
    guard case .shuffleItems(nil, let read) = try edit(#"{"op":"shuffleItems","seed":\#(text)}"#)
    else { throw Unexpected() }
    #expect(read == seed)
  }

  @Test func `every operation is named when one is unknown`() throws {
    let error = try #require(throws: DiffableError.self) { _ = try edit(#"{"op":"turn"}"#) }
    for operation in Edit.Operation.allCases {
      #expect(error.message.contains("\"\(operation.rawValue)\""))
    }
  }

  private func edit(_ text: String) throws -> Edit {
    let params = try JSONDocument(parsing: text).root
    return try Edit(ObjectReader(params: params))
  }

  private struct Unexpected: Error {}
}
