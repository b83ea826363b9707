/// The levels of some positions between brackets that follow one another.
///
/// The level of a position is how many items enclose it: those that begin before it and end behind
/// it.
struct Levels {
  /// How much deeper the position behind the last bracket is than that before the first.
  private(set) var rise: Int32 = 0
  /// The least and the greatest level of the positions before the brackets.
  private(set) var least: Int32 = 0
  private(set) var greatest: Int32 = 0
  /// How many of the positions before the brackets have the least level.
  private(set) var leastCount: Int32 = 0

  /// The levels without any bracket.
  init() {}

  /// The levels of a run of brackets that begins on level 0.
  init(of brackets: Slice<UnsafeBufferPointer<Int32>>) {
    least = .max
    for bracket in brackets {
      if rise < least {
        (least, leastCount) = (rise, 1)
      } else if rise == least {
        leastCount += 1
      }
      greatest = max(greatest, rise)
      rise += Int32(Bracket.step(bracket))
    }
  }

  /// Takes in the levels of the brackets that follow, which begin on level 0.
  mutating func append(_ other: Levels) {
    guard leastCount > 0 else { return self = other }
    let (otherLeast, otherGreatest) = (rise + other.least, rise + other.greatest)
    if otherLeast < least {
      (least, leastCount) = (otherLeast, other.leastCount)
    } else if otherLeast == least {
      leastCount += other.leastCount
    }
    greatest = max(greatest, otherGreatest)
    rise += other.rise
  }
}
