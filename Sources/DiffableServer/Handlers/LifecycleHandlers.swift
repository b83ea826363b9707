import DiffableProtocol
import JSON

extension Session {
  /// `initialize`: protocol/methods/initialize.md.
  func initialize(
    _ params: InitializeParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    clientProcessID = params.processID
    trace = params.trace
    lifecycle = .running
    writer.beginObject()
    writer.name("serverInfo")
    writer.beginObject()
    writer.member("name", "diffabled")
    writer.member("version", Session.version)
    writer.endObject()
    writer.member("protocolVersion", 1)
    writer.name("capabilities")
    writeCapabilities(to: &writer)
    writer.name("limits")
    writer.beginObject()
    for entry in Limits.entries {
      writer.name(entry.name)
      writer.integer(limits[keyPath: entry.keyPath])
    }
    writer.endObject()
    writer.endObject()
  }

  /// `shutdown`: protocol/methods/shutdown.md.
  func shutdown(_ writer: inout JSONWriter) {
    lifecycle = .shuttingDown
    writer.null()
  }

  /// `rpc.discover`: protocol/methods/rpc.discover.md.
  func discover(_ writer: inout JSONWriter) {
    writer.raw(OpenRPCDocument.minified)
  }

  private func writeCapabilities(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("framings", ["lines", "lsp"]) { $0.string($1) }
    writer.array("changeFormats", ChangeFormat.allCases) { $0.string($1.rawValue) }
    writer.endObject()
  }
}
