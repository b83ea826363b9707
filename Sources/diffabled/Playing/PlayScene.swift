import Replicas

/// What a screen shows: the thought, what is done, and the lists with what becomes of them.
struct PlayScene {
  /// A list, on its way to its newest revision or there.
  struct List {
    /// What of a list is to be seen.
    enum Phase {
      /// The rows go where they belong.
      case moving
      /// They are there, with what became of them.
      case arrived
      /// What became of them is past.
      case resting
    }

    let name: String
    fileprivate(set) var heading: String
    fileprivate(set) var motion: PlayMotion
    fileprivate(set) var phase = Phase.moving
    /// The first line that is in sight, before and after.
    fileprivate var top = (before: 0, after: 0)

    init(name: String, heading: String, motion: PlayMotion) {
      self.name = name
      self.heading = heading
      self.motion = motion
    }
  }

  var title = ""
  var prose = ""
  /// What was sent and what came of it, beside the lists.
  var doings: [PlayLine] = []
  var lists: [List] = []
  /// What the last line says.
  var status = PlayLine()

  /// Sends a list on its way.
  mutating func move(_ list: Int, by motion: PlayMotion, heading: String) {
    lists[list].motion = motion
    lists[list].heading = heading
    lists[list].phase = .moving
  }

  /// Begins a step: what the step before did is past.
  mutating func begin() {
    for index in lists.indices {
      if lists[index].phase != .moving { lists[index].phase = .resting }
      lists[index].top.before = lists[index].top.after
    }
  }

  /// Ends a step: all is where it belongs.
  mutating func end() {
    for index in lists.indices where lists[index].phase == .moving {
      lists[index].phase = .arrived
    }
  }

  /// Brings what changed into sight, where a screen has so much room.
  mutating func scroll(in size: Terminal.Size, isVerbose: Bool) {
    let height = Layout(height: size.rows, isVerbose: isVerbose).rows
    for index in lists.indices {
      let list = lists[index]
      let sight = list.top.before..<list.top.before + height
      var top = list.top.before
      if list.phase != .resting, let changed = list.motion.changed, !sight.contains(changed) {
        // In the middle if there is room, else from its beginning.
        top = changed.lowerBound - max(1, (height - changed.count) / 2)
      }
      lists[index].top.after = max(0, min(top, list.motion.counts.after - height))
    }
  }
}

// MARK: - The picture

extension PlayScene {
  /// The parts of a screen, in lines.
  private struct Layout {
    var prose: Int
    var doings: Int
    var rows: Int

    init(height: Int, isVerbose: Bool) {
      prose = height >= 18 ? 3 : height >= 10 ? 1 : 0
      doings = height >= 18 ? (isVerbose ? height / 3 : 3) : height >= 8 ? 1 : 0
      // The title, the headings of the lists, and the last line.
      rows = max(0, height - prose - doings - 3)
    }
  }

  /// The screen from the first line to the last, each as wide as the screen.
  ///
  /// - Parameters:
  ///   - progress: How far the lists are on their way, from 0 to 1.
  ///   - size: The screen.
  ///   - isVerbose: Whether there is more room for what is sent and answered.
  /// - Returns: As many lines as the screen has.
  func lines(at progress: Double, in size: Terminal.Size, isVerbose: Bool) -> [PlayLine] {
    let layout = Layout(height: size.rows, isVerbose: isVerbose)
    var lines = [PlayLine(title, .bold)]
    lines += Self.filled(prose.wrapped(to: size.columns).map { PlayLine($0) }, to: layout.prose)
    lines += columns(at: progress, rows: layout.rows, width: size.columns)
    lines += Self.filled(doings, to: layout.doings)
    lines.append(status)
    // Where there is room for little, the lists have it.
    if lines.count > size.rows { lines.removeFirst(lines.count - size.rows) }
    return lines.map { $0.fitted(to: size.columns) }
  }

  /// So many lines; of too many the first and the last ones.
  private static func filled(_ lines: [PlayLine], to count: Int) -> [PlayLine] {
    guard lines.count > count else {
      return lines + Array(repeating: PlayLine(), count: count - lines.count)
    }
    return count == 0 ? [] : lines.prefix(1) + lines.dropFirst().suffix(count - 1)
  }

  /// The lists side by side; of too many, those that were made last.
  private func columns(at progress: Double, rows: Int, width: Int) -> [PlayLine] {
    let shown = lists.suffix(max(1, (width + 2) / 26))
    guard !shown.isEmpty else { return Self.filled([], to: rows + 1) }
    let own = (width - 2 * (shown.count - 1)) / shown.count
    let columns = shown.map { $0.lines(at: progress, rows: rows, width: own) }
    return (0...rows).map { row in
      var line = PlayLine()
      for (index, column) in columns.enumerated() {
        if index > 0 { line.append("  ") }
        line.append(column[row].fitted(to: own))
      }
      return line
    }
  }
}

extension PlayScene.List {
  /// The heading, and as many lines as are to be seen.
  fileprivate func lines(at progress: Double, rows: Int, width: Int) -> [PlayLine] {
    var lines = Array(repeating: PlayLine(), count: rows)
    let progress = phase == .moving ? progress : 1
    let top = Double(self.top.before) + Double(self.top.after - self.top.before) * progress
    let first = Int(top.rounded())
    let moments = motion.moments(at: progress, in: first..<first + rows)
    let column = PlayRow.contentColumn(of: moments.map(\.row), width: width)
    for moment in moments {
      let row = phase == .resting ? moment.row.unmarked : moment.row
      lines[moment.line - first] = row.line(contentColumn: column, width: width).indented(
        by: moment.shift
      )
    }
    if motion.counts.after == 0, progress >= 1, rows > 0 {
      lines[0] = PlayLine("     (empty)", .dim)
    }
    var title = PlayLine(name, .bold)
    title.append("  " + heading + range(rows), .dim)
    return [title] + lines
  }

  /// Which rows are in sight, if not all are.
  private func range(_ rows: Int) -> String {
    let count = motion.counts.after
    guard count > rows, rows > 0 else { return "" }
    return ", rows \(top.after + 1) to \(min(count, top.after + rows)) of \(count)"
  }
}
