/// Which folders of a module use which: by the names of the types that each defines.
struct FolderArrows {
  /// What one folder uses of another.
  struct Arrow: Hashable, CustomStringConvertible {
    let from: String
    let to: String
    /// The file in which it was seen first.
    let file: String
    /// The type that it uses.
    let type: String

    var description: String { "\(from) → \(to): \(file) uses \(type)" }
  }

  /// One arrow for each two folders.
  private(set) var arrows: [Arrow] = []

  /// Finds the arrows.
  ///
  /// - Parameter files: Paths from the module's folder, with the source texts.
  init(files: [(path: String, text: String)]) {
    let sources = files.map { (path: $0.path, names: Names(in: $0.text)) }
    var homes: [String: String] = [:]
    for source in sources {
      for type in source.names.defined { homes[type] = FolderArrows.folder(of: source.path) }
    }
    for source in sources {
      let folder = FolderArrows.folder(of: source.path)
      for type in source.names.used.sorted() {
        guard let home = homes[type], home != folder,
          !arrows.contains(where: { $0.from == folder && $0.to == home })
        else { continue }
        arrows.append(Arrow(from: folder, to: home, file: source.path, type: type))
      }
    }
  }

  private static func folder(of path: String) -> String {
    path.contains("/") ? String(path.prefix { $0 != "/" }) : "."
  }
}

/// The names of types in a source text.
private struct Names {
  /// Those defined outside of any other.
  let defined: Set<String>
  /// Those used, besides what stands behind a dot or for a type that is chosen elsewhere.
  let used: Set<String>

  init(in text: String) {
    let code = text.split(separator: "\n").map { $0.prefix(upTo: $0.ranges(of: "//").first) }
      .joined(separator: "\n")
    let declaration = /(?m)^(?:[a-z]+ )*(?:struct|class|enum|protocol|typealias) (\w+)/
    defined = Set(code.matches(of: declaration).map { String($0.output.1) })
    let parameters = code.matches(of: /(?:struct|class|enum|func) \w+<([^>]*)>|init<([^>]*)>/)
      .flatMap { match in
        (match.output.1 ?? match.output.2 ?? "").split { $0 == "," || $0 == " " || $0 == ":" }
      }
    let words = code.matches(of: /(^|[^\w.])([A-Z]\w*)/).map { String($0.output.2) }
    used = Set(words).subtracting(parameters.map(String.init))
  }
}

extension Substring {
  /// What stands in front of a range, or all without one.
  fileprivate func prefix(upTo range: Range<Index>?) -> Substring {
    self[..<(range?.lowerBound ?? endIndex)]
  }
}
