import JSON
import Replicas
import Transcripts

/// Shows a conversation on one screen of a terminal, redrawn in place: about a step a second, or a
/// step for each key.
final class PlayScreen: PlayView {
  /// So many pictures lead from one revision to the next, whatever the pace.
  private static let pictures = 12

  private let terminal: Terminal
  private let renderer: PlayRenderer
  private let options: PlayOptions
  private let steps: Int
  private var step = 0
  private var scene = PlayScene()
  private var places: [[UInt8]: Int] = [:]
  private var isPaused: Bool
  /// Whether the next words begin a new thought.
  private var isThoughtOver = true
  private var isOver = false
  /// Whether somebody wants to see no more.
  private var isLeft = false
  /// Whether something came of the step that a person has to see.
  private var isWorthATime = false
  /// What is said when the screen is given back.
  private var report: [String] = []

  init(terminal: Terminal, style: PlayStyle, options: PlayOptions, steps: Int) {
    self.terminal = terminal
    self.options = options
    self.steps = steps
    renderer = PlayRenderer(style: style)
    // Without keys nobody could go on.
    isPaused = options.isStepping && terminal.hasKeys
  }

  // MARK: - What happens

  func prose(_ text: [UInt8], isNew: Bool) {
    if isThoughtOver { scene.prose = "" } else { scene.prose += " " }
    scene.prose += String(printable: text)
    isThoughtOver = false
  }

  func paragraph() {}

  func sent(_ exchange: Transcript.Exchange) {
    step += 1
    isThoughtOver = true
    scene.doings = options.isVerbose ? renderer.raw(exchange) : renderer.sent(exchange)
  }

  func received(_ message: [UInt8]) {
    if options.isVerbose { scene.doings.append(renderer.raw(message)) }
  }

  func answered(_ message: JSONView) {
    isWorthATime = isWorthATime || message["error"] != nil
    guard !options.isVerbose else { return }
    scene.doings += renderer.answered(message)
  }

  func announced(_ message: JSONView) {
    if !options.isVerbose { scene.doings += renderer.announced(message) }
    guard message["method"]?.equals("dataSource/didClose") == true,
      let name = message["params"]?["dataSource"],
      let place = places.removeValue(forKey: Array(name.bytes))
    else { return }
    scene.lists.remove(at: place)
    for (name, other) in places where other > place { places[name] = other - 1 }
    isWorthATime = true
  }

  func list(
    _ key: [UInt8],
    _ params: JSONView,
    before: ListReplica,
    after: ListReplica,
    changes: ListChanges?
  ) {
    let motion = PlayMotion(before: before, after: after, changes: changes, deepest: 8)
    let heading = renderer.heading(params, changes)
    isWorthATime = true
    if let place = places[key] {
      scene.move(place, by: motion, heading: heading)
    } else {
      places[key] = scene.lists.count
      let name = renderer.name(params)
      scene.lists.append(PlayScene.List(name: name, heading: heading, motion: motion))
    }
  }

  func problem(_ lines: [PlayLine]) {
    isWorthATime = true
    scene.doings = Array(lines.prefix(1))
    report += lines.map { $0.text(in: renderer.style) }
  }

  // MARK: - Time

  /// Shows what came of a step; false when nobody wants to see more.
  func endStep() -> Bool {
    defer { isWorthATime = false }
    scene.title = "\(step)/\(steps)  \(String(printable: options.path.utf8))"
    guard isWorthATime else { return true }
    scene.begin()
    defer { scene.end() }
    for picture in 0...Self.pictures {
      switch wait(500 / Self.pictures, at: Double(picture) / Double(Self.pictures)) {
      case .quit: return false
      case .next: return true
      case .pause: isPaused.toggle()
      case nil: break
      }
    }
    return hold(500)
  }

  /// Leaves the picture as it is: for a while, or until a key is pressed.
  private func hold(_ milliseconds: Int) -> Bool {
    while true {
      switch wait(isPaused ? nil : milliseconds, at: 1) {
      case .quit: return false
      case .next: return true
      case .pause: isPaused.toggle()
      case nil: return true
      }
    }
  }

  /// Draws, and waits for a key; draws anew when the window has another size.
  ///
  /// - Parameters:
  ///   - milliseconds: How long at the usual pace; nil for ever.
  ///   - progress: How far the lists are on their way.
  /// - Returns: The key, nil when the time is over.
  private func wait(_ milliseconds: Int?, at progress: Double) -> Terminal.Key? {
    var rest = milliseconds.map { Int(Double($0) / options.speed) } ?? .max
    while true {
      draw(at: progress)
      let slice = min(rest, 100)
      if let key = terminal.key(within: slice) {
        isLeft = key == .quit
        return key
      }
      rest -= slice
      if rest <= 0 { return nil }
      // Without keys nobody could end it.
      if milliseconds == nil, !terminal.hasKeys { return nil }
      if milliseconds == nil { rest = .max }
    }
  }

  private func draw(at progress: Double) {
    guard let size = Terminal.size else { return }
    if !isOver { scene.status = keys }
    scene.scroll(in: size, isVerbose: options.isVerbose)
    let lines = scene.lines(at: progress, in: size, isVerbose: options.isVerbose)
    terminal.draw(lines.map { $0.text(in: renderer.style) })
  }

  private var keys: PlayLine {
    guard terminal.hasKeys else { return PlayLine("control-C ends it", .dim) }
    let pause = isPaused ? "space goes on" : "space pauses"
    return PlayLine("\(pause) · enter: next step · q: quit", .dim)
  }

  /// Shows how all went until a key is pressed, and gives the terminal back.
  func end(_ summary: PlayLine) {
    if step == steps, !isLeft {
      isOver = true
      scene.status = summary
      scene.status.append(terminal.hasKeys ? " · q: quit" : "", .dim)
      while hold(1000), terminal.hasKeys { isPaused = true }
    }
    let lines = report + [summary.text(in: renderer.style)]
    terminal.close(saying: lines.map { $0 + "\n" }.joined())
  }
}
