import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots

/// Telling the front end what happens, in `$/logTrace`: for people who look for a mistake.
extension Server {
  /// The most bytes of params that are told.
  private static let longestParams = 1 << 16

  /// Tells what happens to a data source, when its option says so.
  func log(_ served: ServedDataSource, _ message: @autoclosure () -> String) {
    guard served.subscription.announcing.logging, !outbox.isMerging else { return }
    trace("[\(excerpt(of: Array(served.name.utf8)))] \(message())")
  }

  /// Tells of a request before it is handled.
  func traceRequest(_ name: String, _ id: RequestID, _ params: JSONView?) {
    guard trace != .off, !outbox.isMerging else { return }
    let verbose = trace == .verbose ? params.map(told) : nil
    trace("Received request '\(told(name, id))'.", verbose: verbose.map { "Params: \($0)" })
  }

  /// Tells of a response before it is sent.
  func traceResponse(_ name: String, _ id: RequestID, _ error: DiffableError?) {
    guard trace != .off, !outbox.isMerging else { return }
    let outcome = error.map { " Request failed: \($0.message) (\($0.kind.code.rawValue))." } ?? ""
    trace("Sending response '\(told(name, id))'.\(outcome)")
  }

  /// Takes over how much is to be told; a value that is none changes nothing.
  func setTrace(_ params: JSONView?) {
    guard case .running = lifecycle,
      let reader = try? ObjectReader(params: params),
      let params = try? SetTraceParams(reader)
    else { return }
    trace = params.value
  }

  /// What an apply did, in a few words.
  func told(_ applied: Applied) -> String {
    let items = applied.changes.itemCounts
    return "revision \(applied.revision): \(items.inserted) items inserted,"
      + " \(items.deleted) deleted, \(items.moved) moved, \(items.reloaded) reloaded,"
      + " \(items.reconfigured) reconfigured"
  }

  private func trace(_ message: String, verbose: String? = nil) {
    var writer = JSONWriter()
    writer.beginNotification("$/logTrace")
    writer.beginObject()
    writer.member("message", message)
    if let verbose { writer.member("verbose", verbose) }
    writer.endObject()
    writer.endNotification()
    outbox.append(writer.bytes)
  }

  private func told(_ name: String, _ id: RequestID) -> String {
    "\(excerpt(of: Array(name.utf8))) - (\(excerpt(of: id.bytes)))"
  }

  private func told(_ params: JSONView) -> String {
    let minified = params.minified
    guard minified.count > Server.longestParams else {
      return String(decoding: minified, as: UTF8.self)
    }
    // A character that is cut through is dropped rather than shown in half.
    let end = minified[...Server.longestParams].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(decoding: minified[..<end], as: UTF8.self) + "…"
  }
}
