import Framing
import Testing

/// What a decoder said, as text that can be compared and read.
///
/// Whatever it says, the pieces that it tells its observer have to be the stream.
func events(
  of chunks: [ArraySlice<UInt8>],
  format: FrameFormat? = nil,
  limits: FrameLimits = FrameLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
  var decoder = FrameDecoder(format: format, limits: limits)
  let passed = PassedStream()
  decoder.observer = passed.observe
  var log: [String] = []
  func readEvents() {
    while let event = decoder.next() {
      log.append(describe(event))
      passed.fill(event)
    }
  }
  for chunk in chunks {
    decoder.append(chunk)
    readEvents()
  }
  decoder.finish()
  readEvents()
  if decoder.endedInsideMessage { log.append("ended inside a message") }
  let isWhole = passed.isBeginning(of: chunks.flatMap { $0 }, before: decoder.unreadBytes)
  #expect(isWhole, "the observer was told another stream", sourceLocation: sourceLocation)
  return log
}

/// The stream as a decoder tells it to its observer; nil is a byte that was skipped.
private final class PassedStream {
  private var bytes: [UInt8?] = []
  private var place: Int?

  func observe(_ piece: ConsumedPiece) {
    switch piece {
    case .around(let around): bytes += around.map { $0 }
    case .skipped(let count): bytes += [UInt8?](repeating: nil, count: count)
    case .message: place = bytes.count
    }
  }

  /// Puts a message into the place that was kept for it.
  func fill(_ event: FrameEvent) {
    switch event {
    case .message(let message), .unterminatedMessage(let message):
      bytes.insert(contentsOf: message.map { $0 }, at: place ?? 0)
      place = nil
    case .strayText, .malformedHeader, .oversizedMessage: break
    }
  }

  func isBeginning(of stream: [UInt8], before rest: ArraySlice<UInt8>) -> Bool {
    let all = bytes + rest.map { $0 }
    return place == nil && all.count == stream.count
      && zip(all, stream).allSatisfy { $0 == nil || $0 == $1 }
  }
}

func describe(_ event: FrameEvent) -> String {
  switch event {
  case .message(let bytes): String(decoding: bytes, as: UTF8.self)
  case .unterminatedMessage(let bytes): "unterminated: " + String(decoding: bytes, as: UTF8.self)
  case .strayText(let line): "stray: " + String(decoding: line, as: UTF8.self)
  case .malformedHeader(let error): "malformed: \(error)"
  case .oversizedMessage(let length): "oversized: \(length)"
  }
}

/// Checks what a stream says, and that it says so however it is split.
func check(
  _ stream: [UInt8],
  format: FrameFormat? = nil,
  limits: FrameLimits = FrameLimits(),
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func expect(_ chunks: [ArraySlice<UInt8>], _ comment: @autoclosure () -> Comment) {
    let said = events(of: chunks, format: format, limits: limits, sourceLocation: sourceLocation)
    #expect(said == expected, comment(), sourceLocation: sourceLocation)
  }
  expect([stream[...]], "in one piece")
  expect(stream.indices.map { stream[$0...$0] }, "one byte at a time")
  for split in stream.indices where stream.count < 2000 || split % 997 == 0 {
    expect([stream[..<split], stream[split...]], "split at \(split)")
  }
}

func check(
  _ stream: String,
  format: FrameFormat? = nil,
  limits: FrameLimits = FrameLimits(),
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  check(
    Array(stream.utf8),
    format: format,
    limits: limits,
    expected,
    sourceLocation: sourceLocation
  )
}
