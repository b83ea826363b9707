import DiffableProtocol
import Foundation
import TestSupport
import Testing
import Transcripts

/// What golden conversations and examples show is what `openrpc.json` says.
@Suite struct ContractTests {
  private static let contract = Result { try Contract(OpenRPCDocument.minified) }

  @Test(arguments: TranscriptFile.all)
  func `every message of a conversation fits the schema`(file: TranscriptFile) throws {
    try check([file.transcript()], at: file.url.lastPathComponent)
  }

  @Test(arguments: PageFile.all)
  func `every message of a page fits the schema`(page: PageFile) throws {
    for example in try page.examples(in: page.text()) {
      let beginning = example.startsAfresh ? [] : [try PageFile.commonState()]
      try check(beginning + [example.transcript], at: page.url.lastPathComponent)
    }
  }

  /// Holds transcripts that follow one another, and what a server really answers, against the
  /// contract.
  private func check(_ transcripts: [Transcript], at place: String) throws {
    var check = ConversationCheck(try ContractTests.contract.get())
    let session = TranscriptSession()
    for exchange in transcripts.flatMap(\.exchanges) {
      check.sent(exchange.sent)
      for answer in session.answers(to: exchange) {
        for complaint in check.complaints(about: answer) {
          Issue.record("\(place):\(exchange.line): \(complaint)")
        }
      }
    }
    #expect(check.numberOfChecks > 0)
  }
}
