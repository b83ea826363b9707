import JSON

/// The machine-readable description of the protocol, as `rpc.discover` answers it.
///
/// Its text is `protocol/openrpc.json`, which the build embeds: see `Sources/Contract`.
public enum OpenRPCDocument {
  /// The description as compact JSON.
  public static var minified: [UInt8] {
    // A text that did not parse would be answered as null; a test holds that it does.
    guard let document = try? JSONDocument(parsing: text) else { return Array("null".utf8) }
    return document.root.minified
  }
}
