import DiffableServer
import Glibc

extension Benchmark {
  /// How long a cancel may wait for an answer.
  static let looks = Benchmark(
    name: "looks",
    title: "A session in process: the longest time on the processor between two looks for a cancel,"
      + " each of which would answer it, from the beginning of a request (a long one: from when it is"
      + " parsed) to its last look, or to its answer when there is none; n is the size above the"
      + " column; no changes are written.",
    turns: 1,
    isMain: false,
    parts: lookRows.map(\.part)
  )
}

private let lookRows = [LookRow.edits, LookRow.views, LookRow.sectionsAndTrees, LookRow.questions]
  .joined()

/// A request that is much work, and can be called off in the midst of it.
struct LookRow: Sendable {
  /// What it is called on the command line, behind `looks:`.
  let name: String
  /// The request, and the list that it meets.
  let title: String
  /// Makes the list and the request.
  let run: @Sendable (LookTrial) throws -> Void

  /// The row as a part of the table.
  var part: Part {
    Part(
      name,
      .inProcess { column, turn in
        let trial = LookTrial(size: column.size)
        try run(trial)
        turn.add(title, Double(trial.longest), .milliseconds)
      }
    )
  }
}

/// A session with the list of a row.
final class LookTrial {
  /// The size n of the column.
  let size: Int
  /// The longest time between two looks of the requests that were measured, in nanoseconds.
  private(set) var longest = 0
  private let session: Session
  private var lastLook: Int?

  init(size: Int) {
    self.size = size
    var limits = Limits()
    limits.historyBytes = .max
    session = Session(limits: limits)
    session.mayContinue = { [unowned self] in
      look()
      return true
    }
    session.receive(.message(Messages.initialize.dropLast()))
  }

  private func look() {
    let now = time(of: CLOCK_THREAD_CPUTIME_ID)
    if let lastLook { longest = max(longest, now - lastLook) }
    // What it takes to look is no work of the session.
    lastLook = time(of: CLOCK_THREAD_CPUTIME_ID)
  }

  /// Makes a request that is not measured.
  func prepare(_ method: String, _ members: String) throws {
    let longest = longest
    try measure(method, members)
    self.longest = longest
  }

  /// Makes a request that is measured; it has to succeed.
  func measure(_ method: String, _ members: String) throws {
    let message = Messages.request(1, method, members).dropLast()
    // Of a long message nothing can be cancelled before it is parsed, and then it is asked at once.
    let isShort = message.count < 1 << 16
    lastLook = isShort ? time(of: CLOCK_THREAD_CPUTIME_ID) : nil
    let start = lastLook
    session.receive(.message(message))
    if let start, lastLook == start { look() }
    while let message = session.nextMessage() {
      let text = String(decoding: message.prefix(400), as: UTF8.self)
      if text.contains(#""error":"#) { throw ConversationError.refused(text) }
    }
  }
}

extension LookTrial {
  /// The numbers below n, in no visible order: n is a power of ten, or no multiple of the factor.
  var shuffled: some Sequence<Int> {
    (0..<size).lazy.map { [size] in $0 * 2_654_435_761 % size }
  }

  /// Makes the data source `d`: n items with contents, in so many sections.
  func makeList(sections count: Int = 1, options: String = "") throws {
    let sections = (0..<count).map { section in
      let items = (section * size / count..<(section + 1) * size / count).map { item in
        #"{"id":\#(item),"content":{"g":\#(item % 50),"t":"text \#(item * 7919 % size)"}}"#
      }
      let list = items.joined(separator: ",")
      return #"{"id":"s\#(section)","content":{"k":\#(section)},"items":[\#(list)]}"#
    }
    let snapshot = #"{"sections":[\#(sections.joined(separator: ","))]}"#
    try prepare(
      "dataSource/create",
      #""dataSource":"d","options":{\#(options)"changeFormat":"none"},"snapshot":\#(snapshot)"#
    )
  }

  /// Makes the data source `d`: a tree of n items, ten below each other one, all below one item.
  func makeTree(isExpanded: Bool) throws {
    try makeEmptyList()
    let parents = (0..<size / 10).map { parent in
      let children = (0..<9).map { "\"c\(parent) \($0)\"" }.joined(separator: ",")
      return #"{"id":"p\#(parent)","expanded":true,"children":[\#(children)]}"#
    }
    let root = #"{"id":"root","expanded":\#(isExpanded),"children":[\#(list(parents))]}"#
    try prepare(
      "dataSource/applySection",
      #""dataSource":"d","section":"T","snapshot":{"items":[\#(root)]}"#
    )
  }

  private func makeEmptyList() throws {
    try prepare("dataSource/create", #""dataSource":"d","options":{"changeFormat":"none"}"#)
  }

  /// Makes a view of `d`.
  func makeView(_ members: String) throws {
    try prepare(
      "dataSource/create",
      #""dataSource":"v","options":{"changeFormat":"none"},"view":{"of":"d",\#(members)}"#
    )
  }

  func prepare(edit: String) throws { try prepare("dataSource/edit", Self.members(edit)) }
  func measure(edit: String) throws { try measure("dataSource/edit", Self.members(edit)) }

  private static func members(_ edit: String) -> String {
    #""dataSource":"d","edits":[\#(edit)]"#
  }

  /// Edits a section's tree.
  func measure(treeEdit: String) throws {
    try measure("dataSource/editSection", #""dataSource":"d","section":"T","edits":[\#(treeEdit)]"#)
  }

  /// Goes back to the revision before the current one.
  func measureRevert(to revision: Int) throws {
    try measure("dataSource/revert", #""dataSource":"d","toRevision":\#(revision)"#)
  }
}

/// The elements of a JSON array.
func list(_ elements: some Sequence<String>) -> String { elements.joined(separator: ",") }
