/// How messages are told apart on a stream of bytes.
public enum FrameFormat: String, Sendable, CaseIterable {
  /// One message per line.
  case lines
  /// A header block with `Content-Length`, a blank line, and that many bytes.
  case lsp
}
