/// Where the identifier of each handle is, in pages that are given back when nobody has a handle of
/// them.
///
/// Handles stay what they are, so the greatest one says how many pages there may be; what they take
/// depends on those that are in use. All but the last page have room for the same number.
struct HandleOffsets: ~Copyable {
  /// The offset of a handle that nobody has.
  static let free = UInt32.max
  private static let pageBits = 12
  private static let pageSize = 1 << pageBits

  private var pages: ContiguousArray<UnsafeMutablePointer<UInt32>?> = []
  /// How many handles there are or were.
  private(set) var count = 0
  /// Handles that can be given out again, the last one first; their pages are there.
  private var freeHandles: [Handle] = []
  /// Pages that are not there, all of whose handles can be given out again.
  private var freePages: [Int] = []

  deinit {
    for page in pages { page?.deallocate() }
  }

  var indices: Range<Int> { 0..<count }

  /// How many handles are in use.
  var inUse: Int { count - freeHandles.count - freePages.count * Self.pageSize }

  /// The offset of a handle below ``count``.
  subscript(handle: Int) -> UInt32 {
    @inline(__always) get {
      precondition(UInt(bitPattern: handle) < UInt(bitPattern: count), "no handle")
      guard let page = pages[handle &>> Self.pageBits] else { return Self.free }
      return page[handle & (Self.pageSize &- 1)]
    }
  }

  /// Sets the offset of a handle that is in use.
  mutating func move(_ handle: Int, to offset: UInt32) {
    pages[handle >> Self.pageBits]?[handle & (Self.pageSize - 1)] = offset
  }

  /// Gives out a handle: one that was given back, else a new one.
  mutating func add(_ offset: UInt32) -> Handle {
    if freeHandles.isEmpty, let page = freePages.popLast() {
      pages[page] = Self.emptyPage(of: Self.pageSize)
      let first = page << Self.pageBits
      freeHandles += (first..<first + Self.pageSize).reversed().map(Handle.init)
    }
    if let handle = freeHandles.popLast() {
      move(Int(handle), to: offset)
      return handle
    }
    makeRoom()
    count += 1
    move(count - 1, to: offset)
    return Handle(count - 1)
  }

  /// Makes room for one more handle: the last page grows until it is as large as the others.
  private mutating func makeRoom() {
    let used = count & (Self.pageSize - 1)
    if used == 0 {
      pages.append(Self.emptyPage(of: 16))
    } else if used >= 16, used & (used - 1) == 0, let page = pages[pages.count - 1] {
      let larger = Self.emptyPage(of: 2 * used)
      larger.update(from: page, count: used)
      page.deallocate()
      pages[pages.count - 1] = larger
    }
  }

  private static func emptyPage(of size: Int) -> UnsafeMutablePointer<UInt32> {
    let page = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    page.initialize(repeating: free, count: size)
    return page
  }

  /// Takes handles back, and pages of which none is in use any more.
  ///
  /// - Parameter goes: Says of each handle in use whether it goes.
  /// - Complexity: O(handles).
  mutating func takeBack(where goes: (Handle) -> Bool) {
    freeHandles = []
    freePages = []
    for number in pages.indices {
      guard let page = pages[number] else {
        freePages.append(number)
        continue
      }
      let first = number << Self.pageBits
      let handles = first..<min(count, first + Self.pageSize)
      var free: [Handle] = []
      for handle in handles {
        let place = handle - first
        if page[place] != Self.free, goes(Handle(handle)) { page[place] = Self.free }
        if page[place] == Self.free { free.append(Handle(handle)) }
      }
      if free.count < handles.count {
        freeHandles += free
      } else {
        page.deallocate()
        pages[number] = nil
        freePages.append(number)
      }
    }
    while let last = freePages.last, last == pages.count - 1 {
      freePages.removeLast()
      pages.removeLast()
      count = last << Self.pageBits
    }
    // The lowest is given out first: tables by handle have places for its neighbours already.
    freeHandles.reverse()
    freePages.reverse()
  }
}
