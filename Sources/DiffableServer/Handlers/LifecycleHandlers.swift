import DiffableProtocol
import JSON

extension Session {
  /// `initialize`: protocol/methods/initialize.md.
  func initialize(
    _ params: InitializeParams,
    _ writer: inout JSONWriter
  ) throws(DiffableError) {
    try checkpoint.finish()
    clientProcessID = params.processID
    trace = params.trace
    positionEncoding = params.positionEncoding
    lifecycle = .running
    writer.beginObject()
    writer.name("serverInfo")
    writer.beginObject()
    writer.member("name", "diffabled")
    writer.member("version", Session.version)
    writer.endObject()
    writer.member("protocolVersion", 1)
    writer.name("capabilities")
    writer.capabilities(positionEncoding: params.positionEncoding)
    writer.name("limits")
    writer.beginObject()
    for entry in Limits.entries {
      writer.name(escaping: entry.name)
      writer.integer(limits[keyPath: entry.keyPath])
    }
    writer.endObject()
    writer.endObject()
  }

  /// `shutdown`: protocol/methods/shutdown.md.
  func shutdown(_ writer: inout JSONWriter) throws(DiffableError) {
    try checkpoint.finish()
    lifecycle = .shuttingDown
    writer.null()
  }

  /// `rpc.discover`: protocol/methods/rpc.discover.md.
  func discover(_ writer: inout JSONWriter) {
    writer.byteLimit = limits.maxMessageBytes
    writer.raw(OpenRPCDocument.minified)
  }
}

extension JSONWriter {
  /// Writes what the daemon can do, each list from what it reads messages with.
  fileprivate mutating func capabilities(positionEncoding: PositionEncoding) {
    beginObject()
    names("framings", ["lines", "lsp"])
    names("changeFormats", ChangeFormat.allCases.map(\.rawValue))
    names("methods", Method.names(.clientToServer))
    names("notifications", Method.names(.serverToClient))
    names("edits", Edit.Operation.allCases.map(\.rawValue))
    names("sectionEdits", SectionEdit.Operation.allCases.map(\.rawValue))
    names("options", DataSourceOptions.names)
    names("features", Feature.allCases.map(\.rawValue))
    member("positionEncoding", positionEncoding.rawValue)
    name("views")
    beginObject()
    names("match", RowSearch.Match.allCases.map(\.rawValue))
    names("compare", RowSortKey.Comparison.allCases.map(\.rawValue))
    names("take", RowGrouping.Part.allCases.map(\.rawValue))
    endObject()
    endObject()
  }

  private mutating func names(_ member: StaticString, _ names: [String]) {
    array(member, names) { $0.string($1) }
  }
}

extension Method {
  /// The methods of the messages that one side sends.
  fileprivate static func names(_ direction: Direction) -> [String] {
    allCases.filter { $0.direction == direction }.map(\.rawValue)
  }
}
