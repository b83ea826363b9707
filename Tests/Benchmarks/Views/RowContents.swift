import Glibc
import TestSupport

/// Contents of about 95 bytes, with titles of 25 in words whose letters are as frequent as in
/// English.
struct RowContents {
  private(set) var titles: [String] = []
  private(set) var sizes: [Int] = []
  private(set) var years: [Int] = []
  /// What the daemon is sent.
  private(set) var texts: [String] = []

  init(count: Int) {
    var random = SeededGenerator(seed: seed)
    let letters =
      Array("eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllll")
      + Array("cccuuummmwwffggyyppbbvkjxqz")
    let words = (0..<20_000).map { _ in
      String(
        (0..<Int.random(in: 3...9, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        }
      )
    }
    for row in 0..<count {
      var title = ""
      while title.utf8.count < 25 {
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        title += title.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : " " + word
      }
      titles.append(String(title.prefix(25)))
      sizes.append(Int.random(in: 0..<1_000_000_000, using: &random))
      years.append(1900 + Int.random(in: 0..<120, using: &random))
      texts.append(
        #"{"title":"\#(titles[row])","size":\#(sizes[row]),"year":\#(years[row]),"#
          + #""kind":"k\#(row % 100)","note":"\#(words[row % words.count])"}"#
      )
    }
  }

  /// The bytes of each content, in memory of its own.
  var bytes: [[UInt8]] { texts.map { Array($0.utf8) } }

  /// What adding up all bytes once takes, in nanoseconds.
  static func unit(of bytes: [[UInt8]]) -> Double {
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
    for round in 0..<5 { samples.measure { keep(sum(of: bytes, from: round)) } }
    return Double(samples.median)
  }

  /// Adds up all bytes; the number to begin with is another one each time, so that it is done each
  /// time.
  @inline(never)
  private static func sum(of contents: [[UInt8]], from start: Int) -> Int {
    var sum = start
    for content in contents { for byte in content { sum &+= Int(byte) } }
    return sum
  }
}
