import DataSources
import DiffableProtocol
import JSON
import JSONRPC
import Snapshots

/// Telling the front end what happens, in `$/logTrace`: for people who look for a mistake.
extension Session {
  /// The most bytes of params that are told.
  private static let longestParams = 1 << 16

  /// Tells what happens to a data source, when its option says so.
  func log(_ stored: StoredDataSource, _ message: @autoclosure () -> String) {
    guard stored.subscription.announcing.logging, !outbox.isMerging else { return }
    trace("[\(excerpt(of: Array(stored.name.utf8)))] \(message())")
  }

  /// Tells of a request before it is handled.
  func traceRequest(_ name: JSONView, _ id: RequestID, _ params: JSONView?) {
    guard trace != .off, !outbox.isMerging else { return }
    let verbose = trace == .verbose ? params.map(traceText) : nil
    let message = "Received request '\(traceText(of: name, id))'."
    trace(message, verbose: verbose.map { "Params: \($0)" })
  }

  /// Tells of a response before it is sent.
  func traceResponse(_ name: JSONView, _ id: RequestID, _ error: DiffableError?) {
    guard trace != .off, !outbox.isMerging else { return }
    let outcome = error.map { " Request failed: \($0.message) (\($0.kind.code.rawValue))." } ?? ""
    trace("Sending response '\(traceText(of: name, id))'.\(outcome)")
  }

  /// Takes over how much is to be told; a value that is none changes nothing.
  func setTrace(_ params: JSONView?) {
    guard case .running = lifecycle,
      let reader = try? ObjectReader(params: params),
      let params = try? SetTraceParams(reader)
    else { return }
    trace = params.value
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

  private func traceText(of name: JSONView, _ id: RequestID) -> String {
    "\(spelling(of: name)) - (\(excerpt(of: id.bytes)))"
  }

  private func traceText(of params: JSONView) -> String {
    var minified: [UInt8] = []
    params.appendMinified(to: &minified, upTo: Session.longestParams + 1)
    guard minified.count > Session.longestParams else {
      return String(decoding: minified, as: UTF8.self)
    }
    // A character that is cut through is dropped rather than shown in half.
    let end = minified[...Session.longestParams].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(decoding: minified[..<end], as: UTF8.self) + "…"
  }
}

extension Applied {
  /// What the apply did, in a few words.
  var traceText: String {
    let items = changes.itemCounts
    return "revision \(revision): \(items.inserted) items inserted,"
      + " \(items.deleted) deleted, \(items.moved) moved, \(items.reloaded) reloaded,"
      + " \(items.reconfigured) reconfigured"
  }
}
