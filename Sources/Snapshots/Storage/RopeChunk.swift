/// What a rope is made of: some handles in display order, and whatever is summed up over them.
///
/// A chunk is a value that shares its storage with its copies, and copies it when it is written to.
package protocol RopeChunk: Sendable {

  /// How much a chunk holds.
  associatedtype Size: RopeSize

  /// Creates a chunk without handles.
  init()

  /// Creates a chunk of the handles in `run`, which count for nothing else yet, with a capacity of
  /// at most `limit`.
  init(_ run: UnsafeBufferPointer<Handle>, limit: Int)

  /// The handles in display order.
  var handles: Block { get }

  /// How much the chunk holds.
  var size: Size { get }

  /// Whether the chunk is the very same memory as another.
  ///
  /// Memory that two values share is never written to, so the same memory holds the same.
  func isShared(with other: Self) -> Bool

  /// Inserts a handle, which counts for nothing else yet, in front of the one at `offset`.
  mutating func insert(_ handle: Handle, at offset: Int, limit: Int)

  /// Inserts what another chunk holds in front of the handle at `offset`.
  mutating func insert(_ other: Self, at offset: Int, limit: Int)

  /// Takes out the handles at the offsets in `range`, and says how much they held.
  mutating func removeSubrange(_ range: Range<Int>) -> Size

  /// Takes out the handles at the offsets in some ranges, which ascend, in one pass.
  mutating func removeSubranges(_ ranges: [Range<Int>])

  /// What the handles at the offsets in `range` hold, as a chunk of its own.
  func part(_ range: Range<Int>, limit: Int) -> Self
}

/// How much chunks hold, as sums that come and go with them.
package protocol RopeSize: AdditiveArithmetic, Sendable {

  /// The size of so many handles that count for nothing else.
  init(count: Int)

  /// How many handles there are.
  var count: Int { get }
}

/// A rope of handles that count for nothing but themselves.
package typealias ItemRope = Rope<Block>

extension Block: RopeChunk {

  package struct Size: RopeSize {
    private let number: Int32

    package init(count: Int) { number = Int32(count) }

    private init(number: Int32) { self.number = number }

    package var count: Int { Int(number) }

    package static var zero: Size { Size(number: 0) }

    // Wrapping arithmetic, so that a loop over many has no branches.
    package static func + (lhs: Size, rhs: Size) -> Size {
      Size(number: lhs.number &+ rhs.number)
    }

    package static func - (lhs: Size, rhs: Size) -> Size {
      Size(number: lhs.number &- rhs.number)
    }
  }

  package var handles: Block { self }

  package var size: Size { Size(count: count) }
}
