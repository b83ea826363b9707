import DiffableProtocol
import JSON

/// A reader of the params of some method.
func reader(_ text: String) throws -> ObjectReader {
  try ObjectReader(params: JSONDocument(parsing: text).root)
}

/// What a step threw, nil when it threw nothing.
func refusal<Result>(_ step: () throws -> Result) -> DiffableError? {
  do {
    _ = try step()
    return nil
  } catch {
    return error as? DiffableError
  }
}

extension JSONView {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
