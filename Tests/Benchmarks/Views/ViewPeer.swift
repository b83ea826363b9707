import Glibc

/// The same answers computed anew from plain arrays whose values lie ready: what a program does that
/// filters and sorts its list by itself at each change, before it compares anything with anything.
struct ViewPeer {
  private let contents: RowContents
  private let lowercased: [[UInt8]]

  init(_ column: Workload) {
    contents = RowContents(count: column.size)
    lowercased = contents.titles.map { Array($0.lowercased().utf8) }
  }

  func measure(into turn: inout Turn) {
    let unit = RowContents.unit(of: contents.bytes)
    let rows = Array(contents.titles.indices)
    add("contains ent", unit, &turn) { keep(rows.filter { has("ent", in: lowercased[$0]) }) }
    add("sorted by numbers", unit, &turn) {
      keep(rows.sorted { contents.sizes[$0] < contents.sizes[$1] })
    }
    add("sorted by texts", unit, &turn) {
      keep(rows.sorted { contents.titles[$0] < contents.titles[$1] })
    }
    add("where that keeps half", unit, &turn) { keep(rows.filter { contents.years[$0] >= 1960 }) }
  }

  private func has(_ word: StaticString, in text: [UInt8]) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard word.count <= text.count else { return false }
    return (0...text.count - word.count).contains { start in
      text[start] == word[0] && text[start..<start + word.count].elementsEqual(word)
    }
  }

  private func add(_ work: String, _ unit: Double, _ turn: inout Turn, _ body: () -> Void) {
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    for _ in 0..<3 { samples.measure(body) }
    turn.add("plain recomputation", "\(work), U", Double(samples.median) / unit, .times)
  }
}
