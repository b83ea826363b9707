import DiffableProtocol
import Foundation

/// A page of `protocol/methods`, taken apart; of a link only the words are left.
struct MethodPage {
  /// The sentence below the title.
  let summary: String
  /// The texts below the headings.
  private var sections: [String: [String]] = [:]

  init(_ method: Method) throws {
    try self.init(named: MethodPage.name(of: method))
  }

  init(named name: String) throws {
    let text = try Repository.text("protocol/methods/\(name)").replacing(/\[([^\]]*)\]\([^)]*\)/) {
      String($0.output.1)
    }
    let lines = text.components(separatedBy: "\n")
    summary = lines.dropFirst(2).first ?? ""
    var heading = ""
    for line in lines {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      sections[heading, default: []].append(line)
    }
  }

  /// The rows of the table below a heading, without its head; empty if it has none.
  func table(_ heading: String) -> [[String]] {
    let rows = sections[heading, default: []].filter { $0.hasPrefix("|") }.dropFirst(2)
    return rows.map { row in
      row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }

  /// The rules, one a line.
  var rules: String {
    sections["Rules", default: []].filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
      .joined(separator: "\n")
  }

  static func name(of method: Method) -> String {
    method.rawValue.replacing("$/", with: "").replacing("/", with: "-") + ".md"
  }
}
