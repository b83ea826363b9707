import Framing
import Testing

@Suite struct BoundsTests {
  private let chunk = [UInt8](repeating: 0x20 + 1, count: 4096)

  @Test func `a line of 50 MB in small appends is searched once`() {
    var decoder = FrameDecoder(format: .lines, limits: FrameLimits())
    let count = 50_000_000 / chunk.count
    for _ in 0..<count {
      decoder.append(chunk)
      #expect(decoder.next() == nil)
    }
    decoder.append([0x0A])
    guard case .message(let line) = decoder.next() else {
      Issue.record("no message")
      return
    }
    #expect(line.count == count * chunk.count)
    #expect(decoder.scannedBytes == line.count)
  }

  /// An array that grows copies itself, which takes longer the longer it is.
  @Test func `a long message is not copied while it comes`() {
    let limits = FrameLimits(maxMessageBytes: 40_000_000)
    var decoder = FrameDecoder(format: .lines, limits: limits)
    var capacities: Set<Int> = []
    for count in stride(from: 0, to: 39_000_000, by: chunk.count) {
      decoder.append(chunk)
      #expect(decoder.next() == nil)
      if count > 20_000_000 { capacities.insert(decoder.bufferCapacity) }
    }
    #expect(capacities.count == 1)
    decoder.append([0x0A])
    #expect(decoder.next() != nil)
    #expect(decoder.bufferCapacity < 1_000_000)
  }

  @Test func `headers without an end are searched a few times at most`() {
    for text in [
      "Content-Length:", "Content-Length:1", "xContent-Length:1\n", "Content-Length:1\n",
      "Content-Length:x\n", "Content-Length:1\nContent-Length:2\nx\n", "xcontent-length: \n\n",
    ] {
      var decoder = FrameDecoder(format: .lsp, limits: FrameLimits())
      let block = Array(String(repeating: text, count: 256).utf8)
      for _ in 0..<100 {
        decoder.append(block)
        while decoder.next() != nil {}
      }
      #expect(decoder.scannedBytes < 8 * 100 * block.count, "\(text)")
      #expect(decoder.bufferedBytes <= 8192, "\(text)")
    }
  }

  @Test func `skipped and thrown away bytes are not held`() {
    let limits = FrameLimits(maxMessageBytes: 10_000)
    for beginning in ["{", "Content-Length: 900000000\r\n\r\n", "Content-Length: x\r\n\r\n"] {
      var decoder = FrameDecoder(limits: limits)
      decoder.append(Array(beginning.utf8))
      for _ in 0..<10_000 {
        decoder.append(chunk)
        while decoder.next() != nil {}
        #expect(decoder.bufferedBytes <= 10_000 + chunk.count)
      }
      #expect(decoder.bufferCapacity < 65536)
    }
  }

  @Test(arguments: [
    "", "{", "{}\n", "{}\n{", "stray\n\n", "stray", "X-A: b", "Content-Length: 9000\r\n\r\n",
    "Content-Length: 40\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: x\r\n\r\nContent-",
    "Content-Length: 2\r\n\r\n{}",
  ])
  func `what is passed by count is told as if it had been given`(beginning: String) {
    let limits = FrameLimits(maxMessageBytes: 50, maxHeaderBytes: 60)
    let ending = Array("\n{}\nContent-Length: 2\r\n\r\n[]\n".utf8)
    for count in [1, 10, 49, 50, 51, 52, 100, 1000, 8999, 9000, 9001, 20_000] {
      for step in [1, 7, 100] where count / step < 10_000 {
        var (given, passed) = (FrameDecoder(limits: limits), FrameDecoder(limits: limits))
        var (all, some): ([FrameEvent], [FrameEvent]) = ([], [])
        let filler = [UInt8](repeating: UInt8(ascii: "."), count: count)
        for bytes in [Array(beginning.utf8), filler, ending] {
          given.append(bytes)
          while let event = given.next() { all.append(event) }
        }
        passed.append(Array(beginning.utf8))
        while let event = passed.next() { some.append(event) }
        var rest = count
        while rest > 0 {
          passed.append(filler.prefix(min(rest, step)))
          while let event = passed.next() { some.append(event) }
          rest -= min(rest, step)
          rest -= passed.skip(rest)
        }
        passed.append(ending)
        while let event = passed.next() { some.append(event) }
        #expect(all.map(describe) == some.map(describe), "\(count) by \(step)")
      }
    }
  }

  @Test func `more bytes are passed than anybody could give`() {
    for beginning in ["{", "stray", "Content-Length: x\r\n\r\n", "Content-Length: 900\r\n\r\n"] {
      var decoder = FrameDecoder(limits: FrameLimits(maxMessageBytes: 50, maxHeaderBytes: 60))
      decoder.append(Array(beginning.utf8) + [UInt8](repeating: UInt8(ascii: "."), count: 1000))
      while decoder.next() != nil {}
      for _ in 0..<3 { #expect(decoder.skip(.max) > 0) }
      #expect(decoder.next() == nil)
    }
  }

  @Test func `no memory is reserved on the word of a header`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array("Content-Length: 200000000\r\n\r\n{".utf8))
    #expect(decoder.next() == nil)
    #expect(decoder.bufferCapacity < 4096)
  }

  @Test func `an exceptionally large buffer is given back`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array("Content-Length: 8000000\r\n\r\n".utf8))
    decoder.append([UInt8](repeating: 0x31, count: 8_000_000))
    decoder.append(Array("Content-".utf8))
    #expect(decoder.next() != nil)
    #expect(decoder.bufferedBytes == 8)
    #expect(decoder.bufferCapacity <= 2 << 20)
  }

  @Test func `a message stays as it was while more is appended`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    decoder.append(Array("[1]\n[2]\n".utf8))
    let first = decoder.next()
    decoder.append([UInt8](repeating: 0x33, count: 100_000) + [0x0A])
    let second = decoder.next()
    #expect([first, second].map { $0.map(describe) } == ["[1]", "[2]"])
  }

  @Test func `reading appends what was read and nothing else`() {
    var decoder = FrameDecoder(limits: FrameLimits())
    let answers = ["[1]\n[", "", "2]\n"].map { text in
      decoder.read(upTo: 100) { space in
        #expect(space.count >= 50 && space.count <= 100)
        space.copyBytes(from: text.utf8)
        return text.utf8.count
      }
    }
    #expect(answers == [5, 0, 3])
    #expect(decoder.read(upTo: 100) { _ in -1 } == -1)
    #expect(decoder.next().map(describe) == "[1]")
    #expect(decoder.next().map(describe) == "[2]")
    #expect(decoder.next() == nil)
  }
}
