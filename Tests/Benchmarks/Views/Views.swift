import Glibc

extension Benchmark {
  /// What lists cost that are computed from another list, and follow it.
  static let views = Benchmark(
    name: "views",
    title: "Views over pipes: time of the daemon on a processor, for one request; in U, what adding"
      + " up all bytes of the contents once takes; or in base edits. Contents of about 95 bytes with"
      + " titles of 25.",
    turns: 1,
    isMain: false,
    parts: [
      Part("daemon", .overPipes(measureViews)),
      Part("memory", .overPipes(measureViewMemory)),
      Part("recomputed", .peer { ViewPeer($0).measure(into: &$1) }),
      Part("qt", .peer { try measureQtPeer($0, into: &$1) }),
    ]
  )
}

private func measureViews(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  let contents = RowContents(count: column.size)
  let trial = try ViewTrial(build, contents)
  turn.add("U", trial.unit, .milliseconds)
  turn.add("one base edit", try trial.edit().plain, .microseconds)
  turn.add("… that moves a row", try trial.move().plain, .microseconds)
  try trial.follow(into: &turn)
  try trial.search(into: &turn)
  try trial.sort(into: &turn)
  try trial.createWhere(into: &turn)
}

private func measureViewMemory(_ build: Build, _ column: Workload, into turn: inout Turn) throws {
  // With this setting, memory that is given up goes back to the system at once.
  setenv("MALLOC_MMAP_THRESHOLD_", "65536", 1)
  defer { unsetenv("MALLOC_MMAP_THRESHOLD_") }
  try ViewTrial(build, RowContents(count: column.size)).remember(into: &turn)
}

extension ViewTrial {
  private static let window = #""window":{"offset":0,"limit":100}"#

  /// Edits of the base that views follow, and windows that are moved.
  func follow(into turn: inout Turn) throws {
    let order = #""sortBy":[{"pointer":"/title"}],"groupBy":{"pointer":"/kind"}"#
    let half = #""where":{"pointer":"/year","atLeast":1960}"#
    try create("{\(half),\(order)}")
    let followed = "followed by where + sort + 100 groups"
    turn.add("an edit \(followed)", "base edits", try edit().ratio, .times)
    turn.add("a move \(followed)", "base edits", try move().ratio, .times)
    try close()
    try create(#"{"where":{"pointer":"/year","less":0}}"#)
    turn.add("an edit that a view does not show", "base edits", try edit().ratio, .times)
    try close()
    try create("{\(Self.window)}")
    let page = try update(
      (1...200).map { #"{"window":{"offset":\#($0 * 100 % (size - 100)),"limit":100}}"# }
    )
    let edit = try edit().plain
    turn.add("a window of 100 moved by a page", "base edits", page / edit, .times)
    try close()
  }

  /// Letters that are typed, all rows in sight searched anew each time.
  func search(into turn: inout Turn) throws {
    for (match, ranks) in [("words", false), ("contains", false), ("fuzzy", true)] {
      try create(#"{"flatten":true,\#(Self.window)}"#)
      let search = { (text: String) in
        #"{"search":{"text":"\#(text)","match":"\#(match)","rank":\#(ranks),"in":[{"pointer":"/title"}]}}"#
      }
      let first = try update([search("q")])
      if match == "words" { turn.add("the first search of all", "U", first / unit, .times) }
      for text in ["e", "en", "ent", "enter"] {
        let times = try (0..<5).map { _ in
          _ = try update([search("q")])
          return try update([search(text)])
        }
        turn.add(
          "search, \(match)\(ranks ? " with rank" : "")",
          "\(text), U",
          median(times) / unit,
          .times
        )
      }
      let typed = try update(["e", "en", "ent"].map(search))
      if match == "words" { turn.add("search, words", "typed on, U", typed / unit, .times) }
      try close()
    }
  }

  /// Keys that a view with a window is sorted by, read for the first time and later.
  func sort(into turn: inout Turn) throws {
    for (pointer, name) in [("/size", "numbers"), ("/title", "texts")] {
      let orders = ["ascending", "descending"].map {
        #"{"sortBy":[{"pointer":"\#(pointer)","order":"\#($0)"}]}"#
      }
      var costs: (more: [Double], later: [Double]) = ([], [])
      for _ in 0..<3 {
        try create("{\(Self.window)}")
        let first = try update([orders[0]])
        let later = try update((0..<4).map { orders[($0 + 1) % 2] })
        let unit = unit
        costs.more.append((first - later) / unit)
        costs.later.append(later / unit)
        try close()
      }
      turn.add("sort key changed, \(name)", "U", median(costs.later), .times)
      turn.add("sort key changed, \(name)", "first time, U more", median(costs.more), .times)
    }
  }

  /// What views take in memory, with the columns that they alone have.
  func remember(into turn: inout Turn) throws {
    let title = #"{"pointer":"/title"}"#
    let views = [
      ("all rows", "{}"),
      ("a window over all rows", "{\(Self.window)}"),
      ("where that keeps half", #"{"where":{"pointer":"/year","atLeast":1960}}"#),
      ("sorted by a number, a window", #"{"sortBy":[{"pointer":"/size"}],\#(Self.window)}"#),
      ("sorted by a text, a window", #"{"sortBy":[\#(title)],\#(Self.window)}"#),
      ("100 groups", #"{"groupBy":{"pointer":"/kind"}}"#),
      (
        "searched for a letter, a window",
        #"{"search":{"text":"e","in":[\#(title)]},\#(Self.window)}"#
      ),
    ]
    for (name, view) in views {
      let bytes = try bytes(of: view)
      turn.add("memory of a view, for a row of its base", name, bytes / Double(size), .bytes)
    }
  }

  func createWhere(into turn: inout Turn) throws {
    var costs: [Double] = []
    for _ in 0..<3 {
      costs.append(try create(#"{"where":{"pointer":"/year","atLeast":1960}}"#, format: "none"))
      try close()
    }
    turn.add("create with where that keeps half", "U", median(costs) / unit, .times)
  }
}
