public import Foundation

/// The files of this repository, found from where this file stands.
public enum Repository {
  /// The folder of the whole.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// What stands under a heading of a page, up to the next one of its kind.
  public static func section(_ heading: String, ofPage page: String) throws -> Substring {
    let text = try text(page)
    guard let start = text.range(of: "\n## \(heading)\n") else {
      throw MissingHeading(heading: heading, page: page)
    }
    let rest = text[start.upperBound...]
    return rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
  }

  /// The names of what stands directly in a folder, in order.
  public static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }

  /// The paths of the files of a folder and of those inside it, in order.
  public static func files(in folder: String, ending: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return paths.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The modules and their Swift files.
  public static func modules() throws -> [(name: String, files: [String])] {
    try names(in: "Sources").filter { !$0.contains(".") }.map { name in
      (name, try files(in: "Sources/\(name)", ending: ".swift"))
    }
  }
}

/// A page lacks a heading that a test looks for.
private struct MissingHeading: Error {
  let heading: String
  let page: String
}
