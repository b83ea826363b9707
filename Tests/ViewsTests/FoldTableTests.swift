import Testing
import Views

@Suite struct FoldTableTests {
  @Test(arguments: [
    ("Straße", "strasse"), ("İstanbul", "istanbul"), ("Ὀδυσσεύς", "οδυσσευσ"), ("ŁÓDŹ", "lodz"),
    ("cafe\u{301}", "cafe"), ("ＤｉＦＦ！", "diff!"), ("Йод", "иод"), ("Þórr Æsir", "thorr aesir"),
  ])
  func `case and marks are folded`(text: String, folded: String) {
    #expect(FoldedText(text).text == folded)
  }

  @Test func `the table is the one that every version has`() {
    var table = ""
    var entries = 0
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = FoldedText(String(Character(scalar))).text
      guard folded.unicodeScalars.map(\.value) != [value] else { continue }
      entries += 1
      table +=
        "\(hex(value)) \(folded.unicodeScalars.map { hex($0.value) }.joined(separator: " "))\n"
    }
    #expect(entries == 1307)
    #expect(
      SHA256.hash(Array(table.utf8))
        == "92ca38847814d6fad9adc6b6c97b47a65d93810740bd6e0b0be923510f8fb4c2"
    )
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A checksum that no library of the toolchain has everywhere.
///
/// - Source: FIPS 180-4.
private enum SHA256 {
  static func hash(_ message: [UInt8]) -> String {
    var state = primes(8).map { fraction(Double($0).squareRoot()) }
    let constants = primes(64).map { fraction(cubeRoot(Double($0))) }
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - $0 * 8)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(padded[start..<start + 64], constants, &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func compress(_ block: ArraySlice<UInt8>, _ k: [UInt32], _ state: inout [UInt32]) {
    let bytes = Array(block)
    var words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[word * 4 + $1]) }
    }
    for index in 16..<64 {
      let (low, high) = (words[index - 15], words[index - 2])
      let one = rotated(low, 7) ^ rotated(low, 18) ^ low >> 3
      let two = rotated(high, 17) ^ rotated(high, 19) ^ high >> 10
      words.append(words[index - 16] &+ one &+ words[index - 7] &+ two)
    }
    var v = state
    for index in 0..<64 {
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first =
        v[7] &+ (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) &+ choice &+ k[index]
        &+ words[index]
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      let second = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) &+ majority
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  private static func fraction(_ value: Double) -> UInt32 {
    UInt32((value - value.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRoot(_ value: Double) -> Double {
    var root = value / 2
    for _ in 0..<200 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}
