import Foundation

/// A place for a file that is gone when nobody needs it any more.
final class TemporaryFile {
  let url: URL

  /// - Parameter suffix: What its name ends with.
  init(suffix: String = "") {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + suffix)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: url) }
}
