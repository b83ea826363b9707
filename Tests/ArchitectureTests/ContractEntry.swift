import JSON

/// What `openrpc.json` says of a method, as the tables of its page say it.
struct ContractEntry {
  private let entry: JSONView
  private let words: ContractWords

  init?(_ name: String, in document: JSONView) {
    let entry = document["methods"]?.elements.first { $0["name"]?.string == name }
    guard let entry, let words = ContractWords(document) else { return nil }
    self.entry = entry
    self.words = words
  }

  var summary: String? { entry["summary"]?.string }

  /// The rules, one a line.
  var rules: String { entry["description"]?.string ?? "" }

  /// Whether it has the param that all requests have, as the last one; pages leave it out.
  var hasProgressToken: Bool {
    elements("params").last?["name"]?.string == "workDoneToken"
  }

  /// A row for each other param: name, type, whether it is there, meaning.
  var params: [[String]] {
    let isSentByDaemon = entry["x-direction"]?.string == "serverToClient"
    return elements("params").dropLast(hasProgressToken ? 1 : 0).map { param in
      let isRequired = param["required"]?.bool == true
      return [
        "`\(param["name"]?.string ?? "")`",
        words.type(param["schema"]),
        isSentByDaemon
          ? (isRequired ? "always" : "sometimes") : (isRequired ? "required" : "optional"),
        param["description"]?.string ?? "",
      ]
    }
  }

  /// A row for each member of the result, likewise.
  var result: [[String]] { words.members(of: entry["result"]?["schema"]) }

  /// The kinds of errors, in order.
  var errors: [String] {
    elements("errors").compactMap { error in
      error["$ref"]?.string?.split(separator: "/").last.map(String.init)
    }
  }

  private func elements(_ member: String) -> [JSONView] {
    entry[member].map { Array($0.elements) } ?? []
  }
}
