/// Stops the process, which the fuzzer takes for a finding, when something does not hold.
func check(_ condition: Bool, _ complaint: @autoclosure () -> String) {
  if !condition { fatalError(complaint()) }
}

/// What the fuzzer hands in: two bytes that choose how the rest is used, and the rest.
struct FuzzInput {
  /// Chooses formats, limits and the like.
  let choice: UInt8
  /// Chooses how the stream is split.
  let split: UInt8
  let stream: ArraySlice<UInt8>

  /// Nil when there is too little to choose from.
  init?(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count >= 2 else { return nil }
    choice = bytes[0]
    split = bytes[1]
    stream = bytes.dropFirst(2)
  }

  /// The stream in pieces: one for 0, single bytes for 1, and else of sizes that look random.
  var pieces: [ArraySlice<UInt8>] {
    guard split > 0 else { return [stream] }
    var state = UInt32(split)
    var pieces: [ArraySlice<UInt8>] = []
    var rest = stream
    while !rest.isEmpty {
      state = state &* 1_664_525 &+ 1_013_904_223
      let size = 1 + Int(state >> 16) % Int(split)
      pieces.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return pieces
  }
}
