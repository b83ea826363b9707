import Glibc

/// A daemon with a list, of which views are made one after another.
final class ViewTrial {
  /// How many rows there are.
  let size: Int
  /// What adding up all bytes of the contents once takes here, in nanoseconds.
  let unit: Double
  /// What an edit of the list takes that sets a content, and one that moves a row, without views.
  private(set) var baseEdit = 0.0
  private(set) var baseMove = 0.0
  private let daemon: Conversation
  private let contents: RowContents
  private var number = 0

  init(_ build: Build, _ contents: RowContents) throws {
    self.contents = contents
    size = contents.texts.count
    unit = contents.unit
    daemon = try Conversation([build.daemon], options: #"{"changeFormat":"none"}"#)
    let items = contents.texts.enumerated().map { #"{"id":\#($0),"content":\#($1)}"# }
    let list = #"{"sections":[{"id":"s","items":[\#(items.joined(separator: ","))]}]}"#
    try daemon.ask(
      Messages.request(1, "dataSource/apply", #""dataSource":"d","snapshot":\#(list)"#)
    )
    try daemon.expect()
    baseEdit = try edit()
    baseMove = try move()
  }

  /// What each of many edits takes that sets a row's content.
  func edit() throws -> Double {
    try median(
      (0..<400).map { _ in
        let row = nextRow()
        let content = contents.texts[nextRow()]
        return try edit(#"{"op":"setItems","items":[{"id":\#(row),"content":\#(content)}]}"#)
      }
    )
  }

  /// What each of many edits takes that moves a row.
  func move() throws -> Double {
    try median(
      (0..<400).map { _ in
        let row = nextRow()
        return try edit(
          #"{"op":"moveItem","item":\#(row),"afterItem":\#((row + size / 2) % size)}"#
        )
      }
    )
  }

  private func edit(_ edit: String) throws -> Double {
    try ask("dataSource/edit", #""dataSource":"d","edits":[\#(edit)]"#)
  }

  /// Creates the view, and says what that took.
  @discardableResult
  func create(_ view: String, format: String = "batch") throws -> Double {
    let rest = view == "{}" ? "}" : "," + view.dropFirst()
    // What a large view shows first is not what is measured here.
    let cost = try ask(
      "dataSource/create",
      #""dataSource":"v","options":{"changeFormat":"none"},"view":{"of":"d"\#(rest)"#
    )
    try daemon.ask(
      Messages.request(
        1,
        "dataSource/configure",
        #""dataSource":"v","options":{"changeFormat":"\#(format)"}"#
      )
    )
    return cost
  }

  /// How many bytes more are resident with a view than without it.
  func bytes(of view: String) throws -> Double {
    let before = daemon.program.kilobytes("VmRSS")
    try create(view)
    let after = daemon.program.kilobytes("VmRSS")
    try close()
    return Double(after - before) * 1024
  }

  /// What each of some updates of the view takes.
  func update(_ stages: [String]) throws -> Double {
    try median(stages.map { try ask("dataSource/updateView", #""dataSource":"v","view":\#($0)"#) })
  }

  func close() throws { _ = try ask("dataSource/close", #""dataSource":"v""#) }

  private func ask(_ method: String, _ members: String) throws -> Double {
    let start = daemon.program.processorTime
    try daemon.ask(Messages.request(1, method, members))
    let cost = Double(daemon.program.processorTime - start)
    try daemon.expect()
    return cost
  }

  /// Some row, in no visible order.
  private func nextRow() -> Int {
    number += 1
    return number * 2_654_435_761 % size
  }
}
