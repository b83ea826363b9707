import Glibc

/// A daemon with a list, of which views are made one after another, and with the same list once more,
/// of which there are none.
final class ViewTrial {
  /// How many rows there are.
  let size: Int
  private let daemon: Conversation
  private let contents: RowContents
  private let bytes: [[UInt8]]
  private var number = 0

  init(_ build: Build, _ contents: RowContents) throws {
    self.contents = contents
    size = contents.texts.count
    bytes = contents.bytes
    let options = #"{"changeFormat":"none"}"#
    daemon = try Conversation([build.daemon], options: options)
    _ = try ask("dataSource/create", #""dataSource":"plain","options":\#(options)"#)
    let items = contents.texts.enumerated().map { #"{"id":\#($0),"content":\#($1)}"# }
    let list = #"{"sections":[{"id":"s","items":[\#(items.joined(separator: ","))]}]}"#
    for name in ["d", "plain"] {
      _ = try ask("dataSource/apply", #""dataSource":"\#(name)","snapshot":\#(list)"#)
    }
  }

  /// What adding up all bytes of the contents once takes here and now, in nanoseconds.
  ///
  /// The machine changes its pace, so it is asked for beside each cost.
  var unit: Double { RowContents.unit(of: bytes) }

  /// What each of many edits takes that sets a row's content.
  func edit() throws -> EditCost {
    try cost {
      let content = contents.texts[nextRow()]
      return #"{"op":"setItems","items":[{"id":\#($0),"content":\#(content)}]}"#
    }
  }

  /// What each of many edits takes that moves a row.
  func move() throws -> EditCost {
    try cost {
      #"{"op":"moveItem","item":\#($0),"afterItem":\#(($0 + size / 2) % size)}"#
    }
  }

  /// Both lists are edited in turn, each first as often as the other.
  private func cost(_ edit: (_ row: Int) -> String) throws -> EditCost {
    var (plain, more): ([Double], [Double]) = ([], [])
    for round in 0..<800 {
      let edit = edit(nextRow())
      var costs = ["d": 0.0, "plain": 0.0]
      for name in round % 2 == 0 ? ["d", "plain"] : ["plain", "d"] {
        costs[name] = try ask("dataSource/edit", #""dataSource":"\#(name)","edits":[\#(edit)]"#)
      }
      guard let followed = costs["d"], let alone = costs["plain"] else { continue }
      plain.append(alone)
      more.append(followed - alone)
    }
    return EditCost(plain: median(plain), more: median(more))
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

/// What an edit takes, in nanoseconds.
struct EditCost {
  /// Of a list without views.
  let plain: Double
  /// How much more it takes of a list that views follow.
  let more: Double

  /// How many edits without views that is.
  var ratio: Double { more / plain }
}
