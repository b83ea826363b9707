/// The sizes of the blocks that a rope is made of.
///
/// Small sizes make splits, merges and copies of pages happen all the time, which is what tests want.
package struct RopeGeometry: Equatable, Sendable {

  /// The number of handles that one chunk can hold; a power of two.
  package let chunkCapacity: Int

  /// The number of handles that one page of the locator covers; a power of two.
  package let pageCapacity: Int

  /// Creates a geometry from two powers of two, of which the first is 4 to 1024.
  package init(chunkCapacity: Int, pageCapacity: Int) {
    // The locator has ten bits for an offset.
    let capacities = 4...1024
    precondition(capacities ~= chunkCapacity && chunkCapacity.isPowerOfTwo, "bad chunk capacity")
    precondition(pageCapacity.isPowerOfTwo, "bad page capacity")
    self.chunkCapacity = chunkCapacity
    self.pageCapacity = pageCapacity
  }

  /// Blocks of 4 KiB, the flat optimum between copying few bytes and keeping few references.
  package static let production = RopeGeometry(chunkCapacity: 1024, pageCapacity: 1024)

  /// A chunk with fewer handles than this looks for a neighbour to merge with.
  var sparseCount: Int { chunkCapacity / 4 }

  /// The most handles that a merge may leave in a chunk, and the fill of a freshly built one.
  var comfortableCount: Int { chunkCapacity / 4 * 3 }
}

extension Int {

  fileprivate var isPowerOfTwo: Bool { self > 0 && self & (self - 1) == 0 }
}
