/// The brackets of an item, as numbers that a rope can hold.
///
/// A tree is written down depth first, as `(a (b b) (c c) a)`: an item begins with one bracket, and
/// ends with another behind all that hangs below it. An item that is open begins with another number
/// than a closed one, so that all that there is to know of trees is an order of distinct numbers.
package enum Bracket {
  /// Where an item begins.
  package static func start(of item: Handle, isExpanded: Bool) -> Int32 {
    item * 3 + (isExpanded ? 1 : 0)
  }

  /// Where an item, and all that hangs below it, has ended.
  package static func end(of item: Handle) -> Int32 { item * 3 + 2 }

  /// Both brackets of an item that has nothing below it.
  package static func leaf(_ item: Handle, isExpanded: Bool = false) -> [Int32] {
    [start(of: item, isExpanded: isExpanded), end(of: item)]
  }

  /// The brackets of items that follow one another on one level, closed and with nothing below them.
  static func leaves(_ items: [Handle]) -> [Int32] {
    var brackets: [Int32] = []
    brackets.reserveCapacity(items.count * 2)
    for item in items {
      brackets.append(start(of: item, isExpanded: false))
      brackets.append(end(of: item))
    }
    return brackets
  }

  /// The item that a bracket belongs to.
  static func item(of bracket: Int32) -> Handle { Handle(UInt32(bitPattern: bracket) / 3) }

  /// The same bracket of an item that has another handle.
  static func translated(_ bracket: Int32, _ translate: (Handle) -> Handle) -> Int32 {
    let item = item(of: bracket)
    return start(of: translate(item), isExpanded: false)
      + (bracket - start(of: item, isExpanded: false))
  }

  static func isEnd(_ bracket: Int32) -> Bool {
    // Whether the next number is a multiple of 3, as its product with the inverse of 3 shows.
    (UInt32(bitPattern: bracket) &+ 1) &* 0xAAAA_AAAB <= 0x5555_5555
  }

  /// Whether a bracket is the start of an open item.
  static func isExpandedStart(_ bracket: Int32) -> Bool { UInt32(bitPattern: bracket) % 3 == 1 }

  /// What a bracket adds to the level of what follows it.
  static func step(_ bracket: Int32) -> Int { isEnd(bracket) ? -1 : 1 }

  /// What some brackets add to the level of what follows them.
  static func rise(over brackets: Slice<UnsafeBufferPointer<Int32>>) -> Int {
    var ends: Int32 = 0
    for bracket in UnsafeBufferPointer(rebasing: brackets) where isEnd(bracket) { ends &+= 1 }
    return brackets.count - 2 * Int(ends)
  }
}

extension SectionSnapshot {
  /// The brackets of the items.
  package var brackets: [Int32] {
    var brackets: [Int32] = []
    brackets.reserveCapacity(entries.count * 2)
    // The items that have not ended yet.
    var path: [Handle] = []
    for entry in entries {
      while path.count > entry.level, let done = path.popLast() {
        brackets.append(Bracket.end(of: done))
      }
      brackets.append(Bracket.start(of: entry.item, isExpanded: entry.isExpanded))
      path.append(entry.item)
    }
    while let done = path.popLast() { brackets.append(Bracket.end(of: done)) }
    return brackets
  }
}
