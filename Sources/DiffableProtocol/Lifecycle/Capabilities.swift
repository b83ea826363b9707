import JSON

/// A feature that clients may ask for by its name, because no method, edit or option has it.
///
/// A name is never taken away while the version of the protocol stays.
public enum Feature: String, CaseIterable, Sendable {
  /// Members that the protocol does not know are refused.
  case strict
  /// Rows of trees are told in `outlines`.
  case outlines
  /// Every method that makes a revision takes a `tag`, which its didApply has too.
  case tag
  /// An empty array is taken for an empty object where that is due, and the other way round.
  case emptyContainers
}

/// What positions inside texts count.
public enum PositionEncoding: String, CaseIterable, Sendable {
  /// Bytes of UTF-8.
  case utf8 = "utf-8"
  /// Units of UTF-16.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// The first that a client understands.
  ///
  /// - Parameter capabilities: What the client says it can do, as in LSP; nil when it says nothing.
  init(chosenFrom capabilities: JSONView?) {
    let names = capabilities?["general"]?["positionEncodings"]
    let known = names?.elements.compactMap { $0.string.flatMap(PositionEncoding.init) }
    self = known?.first ?? .utf16
  }
}
