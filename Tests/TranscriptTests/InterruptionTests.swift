import Foundation
import TestSupport
import Testing

/// Whatever the daemon does, a signal or the end of its reader ends it soon, in processor time.
@Suite struct InterruptionTests {
  /// Milliseconds of processor time; ten times what the daemon promises, because it may wait for a
  /// processor itself before it looks how many it had, and a small part of what the work takes.
  private static let patience = 500

  /// How many edits take some seconds: without optimisation the daemon takes long for each.
  #if DEBUG
    private static let edits = 200
  #else
    private static let edits = 6000
  #endif

  /// Work that takes long and looks around seldom or never, by name.
  private static let work: [String: @Sendable () -> String] = [
    "many small edits": {
      list(2000) + String(repeating: edit(#"{"op":"reverseItems"}"#), count: 200)
    },
    "a batch of nothing": { "[" + repeated("1", 30_000) + "]\n[" + repeated("[]", 30_000) + "]\n" },
    // There is no look in it, and without optimisation it takes some seconds.
    "a parse": { "[" + String(repeating: "1,", count: 8_000_000) + "1]\n" },
    "a large text": { "[" + repeated("[1,2,3]", 60_000) + "]\n" },
    "a shuffle": { list(8000) + edit(#"{"op":"shuffleItems","seed":1}"#) },
    "a sort": {
      let text = String(repeating: "x", count: 1000)
      let items = (0..<600).map { #"{"id":\#($0),"content":{"t":"\#(text)\#($0 * 7919 % 600)"}}"# }
      return create(items.joined(separator: ","))
        + edit(#"{"op":"sortItems","by":[{"pointer":"/t"}]}"#)
    },
    "a content in another order": {
      let members = (0..<8000).map { #""\#($0)":\#($0)"# }
      let other = members.reversed().joined(separator: ",")
      return create(#"{"id":1,"content":{\#(members.joined(separator: ","))}}"#)
        + edit(#"{"op":"setItems","items":[{"id":1,"content":{\#(other)}}]}"#)
    },
    "sections that go": {
      let sections = (0..<4000).map { #"{"id":\#($0),"items":[\#($0)]}"# }.joined(separator: ",")
      let half = stride(from: 0, to: 4000, by: 2).map(String.init).joined(separator: ",")
      return initialize + call("dataSource/create", #""snapshot":{"sections":[\#(sections)]}"#)
        + edit(#"{"op":"deleteSections","sections":[\#(half)]}"#)
    },
    "what is to be freed": { list(20_000) },
  ]

  private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"

  private static func call(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"dataSource":"d",\#(params)}}"# + "\n"
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    repeatElement(text, count: count).joined(separator: ",")
  }

  private static func create(_ items: String) -> String {
    initialize
      + call("dataSource/create", #""snapshot":{"sections":[{"id":"A","items":[\#(items)]}]}"#)
  }

  private static func list(_ count: Int) -> String {
    create((0..<count).map(String.init).joined(separator: ","))
  }

  private static func edit(_ edit: String) -> String {
    call("dataSource/edit", #""edits":[\#(edit)]"#)
  }

  /// Starts the daemon with an input that never ends, and lets it work for so long.
  ///
  /// - Returns: The milliseconds of processor time that it took after it was told to end, and how it
  ///   ended; nil when it was done with all its work before.
  private func interrupt(
    _ input: String,
    after milliseconds: Int,
    _ end: (SpawnedDaemon) -> Void
  ) throws -> (milliseconds: Int, exitCode: Int32)? {
    let daemon = try SpawnedDaemon(input: input)
    defer { daemon.kill() }
    while daemon.milliseconds < milliseconds {
      if daemon.isIdle { return nil }
      usleep(1000)
    }
    end(daemon)
    // Not before, because who watches may have to wait for a processor.
    let before = daemon.milliseconds
    let (total, exitCode) = daemon.wait()
    return (total - before, exitCode)
  }

  @Test(arguments: work.keys.sorted())
  func `a signal and a closed output end the daemon`(name: String) throws {
    let work = try #require(Self.work[name])
    let input = work()
    for time in stride(from: 20, through: 420, by: 200) {
      if let run = try interrupt(input, after: time, { $0.signal(SIGTERM) }) {
        #expect(run.milliseconds <= Self.patience, "at \(time) ms")
        #expect(run.exitCode == 143)
      }
      if let run = try interrupt(input, after: time, { $0.closeOutput() }) {
        #expect(run.milliseconds <= Self.patience, "at \(time) ms")
        #expect(run.exitCode == 1)
      }
    }
  }

  @Test func `the death of the client ends the daemon while it works`() throws {
    let client = Process()
    client.executableURL = URL(filePath: "/bin/sleep")
    client.arguments = ["600"]
    try client.run()
    defer { client.terminate() }
    let initialize = Self.initialize.replacing(
      #""initialize""#,
      with: #""initialize","params":{"processId":\#(client.processIdentifier)}"#
    )
    let list = Self.list(8000).replacing(Self.initialize, with: initialize)
    let work = String(repeating: Self.edit(#"{"op":"reverseItems"}"#), count: Self.edits)
    let run = try interrupt(list + work, after: 400) { _ in
      _ = Foundation.kill(client.processIdentifier, SIGKILL)
    }
    let ended = try #require(run)
    // It looks twice a second, and a processor's time is never more than the clock's.
    #expect(ended.milliseconds <= 2000)
    #expect(ended.exitCode == 1)
  }

  @Test(arguments: [true, false])
  func `what an end interrupts is not answered`(isBatch: Bool) throws {
    let edits = #"{"dataSource":"d","edits":[{"op":"shuffleItems","seed":1}]}"#
    let messages = ["", #""id":1,"#].map { id in
      #"{"jsonrpc":"2.0",\#(id)"method":"dataSource/edit","params":\#(edits)}"#
    }
    let many = repeatElement(messages, count: Self.edits / 50).flatMap(\.self)
    let input =
      Self.list(8000)
      + (isBatch ? "[\(many.joined(separator: ","))]\n" : many.map { $0 + "\n" }.joined())
    for milliseconds in [5, 20, 35, 50] {
      let file = TemporaryFile()
      let daemon = try SpawnedDaemon(input: input, ["--record", file.path])
      defer { daemon.kill() }
      let begun = isBatch ? "\n--> [" : #""op":"shuffleItems""#
      while (try? file.text().contains(begun)) != true, !daemon.isIdle { usleep(1000) }
      usleep(UInt32(milliseconds) * 1000)
      daemon.signal(SIGTERM)
      let output = String(decoding: daemon.readToEnd(), as: UTF8.self)
      #expect(daemon.wait().exitCode == 143)
      for text in [output, try file.text()] {
        #expect(text.contains(#""id":0,"result""#))
        #expect(!text.contains("-32800"), "after \(milliseconds) ms")
      }
      let replay = try ChildProcess(try #require(Repository.daemon), ["replay", file.path])
      RecordedSession.expectEqual(replay)
    }
  }

  @Test func `memory that runs out is told`() throws {
    let items = (0..<200_000).map(String.init).joined(separator: ",")
    var isSeen = false
    // How much is needed depends on the machine. Where there is room for nothing, the runtime faults
    // at what it wants to say: that is a matter of the size as well.
    for kilobytes in stride(from: 40_000, to: 400_000, by: 3_000) {
      let run = try ChildProcess(
        URL(filePath: "/bin/bash"),
        ["-c", "ulimit -v \(kilobytes) -c 0; exec \"$0\"", try #require(Repository.daemon).path],
        input: Array(Self.create(items).utf8)
      )
      if isSeen, run.exitCode == 0 { return }
      // With too little it is not even begun.
      guard isSeen || run.exitCode == 70 else { continue }
      isSeen = true
      #expect(run.exitCode == 70, "\(kilobytes) KB")
      #expect(run.errorOutput.hasSuffix("diffabled: memory ran out, exit code 70\n"))
    }
    Issue.record("memory was never enough")
  }

  @Test func `memory that runs out ends it also where nobody reads standard error`() throws {
    let items = (0..<200_000).map(String.init).joined(separator: ",")
    let script =
      #"pipe=$(mktemp -u); mkfifo "$pipe"; exec 3<>"$pipe"; rm "$pipe"; "#
      + "dd if=/dev/zero of=/dev/fd/3 bs=4096 oflag=nonblock 2>/dev/null; "
    var codes: [Int32] = []
    for kilobytes in stride(from: 40_000, to: 400_000, by: 20_000) where codes.last != 0 {
      let run = try ChildProcess(
        URL(filePath: "/bin/bash"),
        [
          "-c", script + "ulimit -v \(kilobytes) -c 0; exec \"$0\" 2>&3",
          try #require(Repository.daemon).path,
        ],
        input: Array(Self.create(items).utf8)
      )
      codes.append(run.exitCode)
    }
    // With too little it is not even begun.
    let begun = codes.drop { $0 != 70 }
    #expect(begun.count > 1)
    #expect(begun.allSatisfy { $0 == 70 || $0 == 0 }, "\(codes)")
  }

  @Test(arguments: [("", 128 + SIGSEGV), ("prlimit --pid $! --as=1; ", 70)])
  func `a fault of the daemon ends it by its signal, unless there is no memory`(
    before: String,
    exitCode: Int32
  ) throws {
    // The runtime takes the first one for a fault that comes again, and tells where it was. Who does
    // so for it, a child, would wait for ever for what the next one ends.
    let script =
      #"ulimit -c 0; sleep 5 | "$0" & sleep 1; \#(before)"#
      + #"for i in 1 2 3; do kill -SEGV $! 2>/dev/null; sleep 1; "#
      + #"while [ "$(cat /proc/$!/task/*/children 2>/dev/null)" ]; do sleep 0.1; done; done; wait $!"#
    let daemon = try #require(Repository.daemon).path
    let run = try ChildProcess(URL(filePath: "/bin/bash"), ["-c", script, daemon])
    #expect(run.exitCode == exitCode)
    let line = "diffabled: memory ran out, exit code 70\n"
    #expect(run.errorOutput.hasSuffix(line) == (exitCode == 70))
  }
}

/// A daemon whose processor time can be told to the end.
private final class SpawnedDaemon {
  private var processID = pid_t()
  private var output: Int32
  /// Open, so that the input has no end.
  private let inputEnd: Int32
  private var isOver = false
  private let isWritten = DispatchSemaphore(value: 0)

  init(input text: String, _ flags: [String] = []) throws {
    let daemon = try #require(Repository.daemon)
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try #require(pipe(&inputs) == 0 && pipe(&outputs) == 0)
    (inputEnd, output) = (inputs[1], outputs[0])
    for descriptor in [inputEnd, output] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    var arguments = ([daemon.path] + flags).map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    try #require(posix_spawn(&processID, daemon.path, &actions, nil, &arguments, environ) == 0)
    close(inputs[0])
    close(outputs[1])
    let (writeEnd, bytes) = (dup(inputEnd), Array(text.utf8))
    _ = fcntl(writeEnd, F_SETFD, FD_CLOEXEC)
    Foundation.signal(SIGPIPE, SIG_IGN)
    Thread { [isWritten] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      close(writeEnd)
      isWritten.signal()
    }.start()
  }

  deinit { kill() }

  /// The processor time of the thread that serves.
  var milliseconds: Int {
    let text = try? String(contentsOfFile: "/proc/\(processID)/schedstat", encoding: .utf8)
    return Int(text?.split(separator: " ").first ?? "").map { $0 / 1_000_000 } ?? .max
  }

  /// Whether it sleeps and has read everything; before anything was written it sleeps, too.
  var isIdle: Bool {
    guard isWritten.wait(timeout: .now()) == .success else { return false }
    isWritten.signal()
    var unread: CInt = 0
    guard ioctl(inputEnd, UInt(FIONREAD), &unread) == 0, unread == 0 else { return false }
    let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
    return text?.contains(") S ") == true
  }

  func signal(_ number: Int32) { _ = Foundation.kill(processID, number) }

  func closeOutput() {
    close(output)
    output = -1
  }

  /// What it wrote that was not read, and writes until it ends.
  func readToEnd() -> [UInt8] {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = chunk.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  func wait() -> (milliseconds: Int, exitCode: Int32) {
    var (status, usage) = (Int32(), rusage())
    wait4(processID, &status, 0, &usage)
    isOver = true
    let micros = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + $1.tv_sec * 1_000_000 + Int($1.tv_usec)
    }
    return (micros / 1000, status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))
  }

  func kill() {
    guard !isOver else { return }
    signal(SIGKILL)
    _ = wait()
    close(inputEnd)
    if output >= 0 { close(output) }
  }
}
