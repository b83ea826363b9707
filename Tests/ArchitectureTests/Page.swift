import DiffableProtocol
import Foundation
import TestSupport

/// A page of `protocol`, taken apart; of a link only the words are left, and of an anchor nothing.
struct Page {
  /// The sentence below the title.
  let summary: String
  /// The texts below the headings, of whatever level.
  private var sections: [String: [String]] = [:]

  /// The page of a method.
  init(_ method: Method) throws {
    try self.init("methods/\(Page.name(of: method))")
  }

  init(_ path: String) throws {
    let text = try Repository.text("protocol/\(path)")
      .replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }
      .replacing(/<a id="[^"]*"><\/a>/, with: "")
    let lines = text.components(separatedBy: "\n")
    summary = lines.dropFirst(2).first ?? ""
    var heading = ""
    var isCode = false
    for line in lines {
      if line.hasPrefix("```") { isCode.toggle() }
      if line.hasPrefix("#"), !isCode {
        heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
      }
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

  /// The file that has the page of a method.
  static func name(of method: Method) -> String {
    method.rawValue.replacing("$/", with: "").replacing("/", with: "-") + ".md"
  }
}
