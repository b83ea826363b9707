import Framing
import Testing

/// What a decoder said, as text that can be compared and read.
func events(
  of chunks: [ArraySlice<UInt8>],
  format: FrameFormat? = nil,
  limits: FrameLimits = FrameLimits()
) -> [String] {
  var decoder = FrameDecoder(format: format, limits: limits)
  var log: [String] = []
  for chunk in chunks {
    decoder.append(chunk)
    while let event = decoder.next() { log.append(describe(event)) }
  }
  decoder.finish()
  while let event = decoder.next() { log.append(describe(event)) }
  if decoder.endedInsideMessage { log.append("ended inside a message") }
  return log
}

func describe(_ event: FrameEvent) -> String {
  switch event {
  case .message(let bytes): String(decoding: bytes, as: UTF8.self)
  case .unterminatedMessage(let bytes): "unterminated: " + String(decoding: bytes, as: UTF8.self)
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
    let said = events(of: chunks, format: format, limits: limits)
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
