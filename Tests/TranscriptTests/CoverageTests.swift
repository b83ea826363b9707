import DiffableProtocol
import JSON
import Testing
import Transcripts

/// What a client can see is shown: the golden conversations leave no method and no kind of error out.
@Suite struct CoverageTests {
  /// Kinds of errors that no conversation can show, and why.
  private static let exceptions = [
    "internalError": "the daemon has a fault when it sends this one, and the fault is mended",
    "requestCancelled": "whether a request still runs when it is cancelled depends on time",
  ]

  @Test func `every method is in a conversation`() throws {
    let seen = try messages { exchange in [exchange.sent] + exchange.expected }
      .compactMap { $0["method"]?.string }
    let missing = Set(Method.allCases.map(\.rawValue)).subtracting(seen)
    #expect(missing.sorted() == [])
  }

  @Test func `every kind of error is in a conversation`() throws {
    let seen = try messages(\.expected).compactMap { $0["error"]?["data"]?["kind"]?.string }
    let missing = Set(ErrorKind.allCases.map(\.rawValue))
      .subtracting(seen)
      .subtracting(Self.exceptions.keys)
    #expect(missing.sorted() == [])
  }

  @Test func `every edit is in a conversation`() throws {
    let seen = try messages { exchange in [exchange.sent] }
      .flatMap { $0["params"]?["edits"].map { Array($0.elements) } ?? [] }
      .compactMap { $0["op"]?.string }
    let known =
      Edit.Operation.allCases.map(\.rawValue) + SectionEdit.Operation.allCases.map(\.rawValue)
    #expect(Set(known).subtracting(seen).sorted() == [])
  }

  /// Messages of all conversations as JSON, those of batches one by one; what is no JSON is left out.
  private func messages(
    _ chosen: (Transcript.Exchange) -> [[UInt8]]
  ) throws -> [JSONView] {
    try TranscriptFile.all.flatMap { try $0.transcript().exchanges.flatMap(chosen) }
      .compactMap { try? JSONDocument(parsing: $0[...]).root }
      .flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
  }
}
