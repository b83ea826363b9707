import DiffableProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// Bad messages, made from good ones: what the schema forbids is refused, and what it allows is not
/// refused for its shape.
///
/// `TEST_DAMAGES` is how many of a hundred values are put in place of others; all names are damaged.
@Suite struct DamageTests {
  private let contract: Contract

  init() throws {
    contract = try Contract(OpenRPCDocument.minified)
  }

  private static let share =
    ProcessInfo.processInfo.environment["TEST_DAMAGES"].flatMap { Int($0) } ?? 10

  private func client() throws -> TestClient {
    let client = TestClient(checksContract: false)
    for request in ValidRequests.setup { _ = try client.result(request.method, request.params) }
    return client
  }

  private func isValid(_ params: String, _ request: ValidRequests.Request) throws -> Bool {
    let method = try #require(contract.methods[request.method])
    let validator = contract.requestValidator(hasIdentity: request.hasIdentity)
    return validator.failure(of: try JSONDocument(parsing: params).root, method.params) == nil
  }

  /// Sends a request and takes what it brings about, but for what tells how far it is.
  private func answers(_ client: TestClient, _ method: String, _ params: String) -> [String] {
    client.call(method, params).filter { !$0.contains(#""method":"$/progress""#) }
  }

  @Test func `the good messages are carried out`() throws {
    for request in ValidRequests.all {
      #expect(try isValid(request.params, request), "\(request)")
      #expect(throws: Never.self, "\(request)") {
        try client().result(request.method, request.params)
      }
    }
  }

  @Test func `they have every method, and every member of its params and edits`() throws {
    for (name, method) in contract.methods where !method.isSentByDaemon {
      guard let known = Method(rawValue: name), !known.hasOpenParams else { continue }
      let sent = ValidRequests.all.filter { $0.method == name }.map(\.params).joined()
      for param in method.paramNames where param.name != "workDoneToken" {
        #expect(sent.contains("\"\(param.name)\":"), "\(name) \(param.name)")
      }
      #expect(!sent.isEmpty, "\(name)")
    }
    let edits = ValidRequests.all.map(\.params).joined()
    for operation in Edit.Operation.allCases.map(\.rawValue)
      + SectionEdit.Operation.allCases.map(\.rawValue)
    {
      #expect(edits.contains(#""op":"\#(operation)""#), "\(operation)")
    }
  }

  @Test func `no misspelt member is carried out, and the error says where it is`() throws {
    var number = 0
    for request in ValidRequests.all {
      let client = try client()
      let before = try client.dump()
      for damaged in try DamagedRequest.all(of: request.params) {
        switch damaged.damage {
        case .renamed, .surplus, .doubled: break
        case .dropped, .replaced: continue
        }
        number += 1
        let messages = answers(client, request.method, damaged.params)
        let error = try #require(Value(messages[0])["error"], "\(damaged.params)")
        #expect(messages.count == 1, "\(damaged.params)")
        let place = error["data"]?["member"]?.text ?? ""
        if error.kind == "invalidIdentifier" {
          #expect(damaged.mayBeNoElement(hasIdentity: request.hasIdentity), "\(damaged.params)")
          #expect(place == damaged.object, "\(damaged.params)")
        } else {
          #expect(error.kind == "invalidParams", "\(damaged.params)")
          #expect(place == damaged.member, "\(damaged.params)")
        }
      }
      #expect(try client.dump() == before, "\(request)")
    }
    #expect(number > 3000)
  }

  /// What no schema can say, in the words in which a request is refused for it.
  private static let unsaid = [
    // JSON has integers of any size, and a schema names only those that every reader keeps.
    "must be an integer of 64 bits",
    // A param of a method by name is no schema that could ask for another one.
    "needs a snapshot or a view beside it",
    // Which groups of a view there can be, by how they are made.
    "must be the value of a group", "must not stand twice",
    // That a length goes with "start" alone: a schema of two forms would list all members twice.
    #"length needs "take": "start" beside it"#, "groupBy.length must be an integer from 1 to 256",
    // Which values a model object must have is said by the data source.
    "which is part of its identity",
  ]

  @Test func `what the schema forbids is refused, and only that for its shape`() throws {
    var number = 0
    var generator = SeededGenerator(seed: 17)
    for request in ValidRequests.all {
      var fresh = try client()
      let before = try fresh.dump()
      for damaged in try DamagedRequest.all(of: request.params) {
        switch damaged.damage {
        case .renamed, .surplus, .doubled: continue
        case .dropped, .replaced: break
        }
        guard Int.random(in: 0..<100, using: &generator) < DamageTests.share else { continue }
        number += 1
        let messages = answers(fresh, request.method, damaged.params)
        let error = try Value(messages.last ?? "null")["error"]
        let isRefused = ["invalidParams", "invalidIdentifier"].contains(error?.kind)
        if isRefused == (try isValid(damaged.params, request)) {
          let text = error?["message"]?.text ?? ""
          let isUnsaid = DamageTests.unsaid.contains(where: text.contains)
          #expect(isUnsaid, "\(request.method) \(damaged.params): \(messages)")
        }
        if isRefused {
          let place = error?["data"]?["member"]?.text ?? ""
          #expect(place.hasPrefix(damaged.object), "\(damaged.params): \(messages)")
        }
        if error == nil {
          fresh = try client()
        } else {
          #expect(messages.count == 1, "\(damaged.params)")
        }
      }
      #expect(try fresh.dump() == before, "\(request)")
    }
    #expect(number > 50 * DamageTests.share)
  }
}
