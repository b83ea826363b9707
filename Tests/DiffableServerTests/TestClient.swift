import DiffableProtocol
import DiffableServer
import JSON
import JSONRPC
import TestSupport
import Testing

/// A client of a server in the same process: texts go in, texts come out.
final class TestClient {
  static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#

  let server: Session
  private var lastID = 0
  /// Holds everything that passes against the contract.
  private var check: ConversationCheck?

  private static let contract = Result { try Contract(OpenRPCDocument.minified) }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - limits: The limits in force.
  ///   - isInitialized: Whether `initialize` has been answered.
  ///   - checksContract: Whether everything that passes is held against `openrpc.json`; it takes
  ///     as long as all the rest.
  ///   - releaseThreshold: How many identifiers there are before those out of use are given back.
  init(
    _ limits: Limits = Limits(),
    isInitialized: Bool = true,
    checksContract: Bool = true,
    releaseThreshold: Int? = nil
  ) {
    server =
      releaseThreshold.map { Session(limits: limits, releaseThreshold: $0) }
      ?? Session(limits: limits)
    if checksContract {
      do { check = ConversationCheck(try TestClient.contract.get()) } catch { Issue.record(error) }
    }
    if isInitialized { _ = send(TestClient.initialize) }
  }

  /// Hands a message over without taking anything.
  func post(_ message: String) {
    post(Array(message.utf8))
  }

  func post(_ message: [UInt8], cancelling cancelled: Set<RequestID> = []) {
    check?.sent(message)
    server.receive(.message(message[...]), cancelling: cancelled)
  }

  /// Takes everything that is ready to be sent.
  func drain() -> [String] {
    var messages: [String] = []
    while let message = server.nextMessage() {
      for complaint in check?.complaints(about: Array(message)) ?? [] {
        Issue.record("\(complaint): \(String(decoding: message.prefix(500), as: UTF8.self))")
      }
      messages.append(String(decoding: message, as: UTF8.self))
    }
    return messages
  }

  /// Hands a message over and takes everything that it brings about.
  func send(_ message: String) -> [String] {
    post(message)
    return drain()
  }

  /// A request of its own id, as a text.
  func request(_ method: String, _ params: String = "{}") -> String {
    lastID += 1
    return #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#
  }

  /// Sends a request and takes everything that it brings about.
  func call(_ method: String, _ params: String = "{}") -> [String] {
    send(request(method, params))
  }

  /// Sends a request that must succeed, and answers the text of its result.
  func result(_ method: String, _ params: String = "{}") throws -> String {
    let messages = call(method, params)
    let prefix = #"{"jsonrpc":"2.0","id":\#(lastID),"result":"#
    guard let response = messages.last, response.hasPrefix(prefix) else {
      throw Unexpected(messages: messages)
    }
    return String(response.dropFirst(prefix.count).dropLast())
  }

  /// Sends a request that must be refused, and answers its error.
  func error(_ method: String, _ params: String = "{}") throws -> Value {
    let messages = call(method, params)
    guard messages.count == 1, let error = try Value(messages[0])["error"] else {
      throw Unexpected(messages: messages)
    }
    return error
  }

  /// Everything that can be read: what an error must leave as it was.
  func dump() throws -> [String] {
    let dataSources = try result("dataSource/list")
    let snapshots = try result("snapshot/list")
    var texts = [dataSources, snapshots]
    for source in try Value(dataSources)["dataSources"]?.elements ?? [] {
      let name = quoted(source["dataSource"]?.text ?? "")
      texts.append(try result("snapshot/contents", #"{"dataSource":\#(name)}"#))
    }
    for snapshot in try Value(snapshots)["snapshots"]?.elements ?? [] {
      let name = quoted(snapshot["snapshot"]?.text ?? "")
      texts.append(try result("snapshot/contents", #"{"snapshot":\#(name)}"#))
    }
    return texts
  }

  private func quoted(_ name: String) -> String {
    var writer = JSONWriter()
    writer.string(name)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Other messages came than the test asked for.
  struct Unexpected: Error {
    let messages: [String]
  }
}

extension Value {
  /// The kind that an error's data names.
  var kind: String? { self["data"]?["kind"]?.text }
}
