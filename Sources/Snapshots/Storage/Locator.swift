/// A persistent map from each handle to the chunk that holds it, with a hint where in there.
///
/// The hint is the offset that the handle had when it was placed: whoever looks for it begins there,
/// and reads one line of the chunk instead of half of it. It costs nothing, since a chunk's identifier
/// leaves ten bits of an entry.
struct Locator: Sendable {

  static let absent: Int32 = -1

  private static let hintBits: Int32 = 10

  /// There are less chunks than this.
  static let greatestChunkCount = 1 << 21

  private var pages = BlockTable<Block>()
  private let pageCapacity: Int
  private let pageShift: Int

  init(pageCapacity: Int) {
    self.pageCapacity = pageCapacity
    pageShift = pageCapacity.trailingZeroBitCount
  }

  /// One more than the greatest handle that the map could hold without growing.
  var handleLimit: Int { pages.count * pageCapacity }

  /// The chunk that holds `handle`, or `absent`.
  subscript(handle: Handle) -> Int32 { entry(of: handle) >> Self.hintBits }

  /// The chunk that holds `handle`, or `absent`, and about where.
  func place(of handle: Handle) -> (chunk: Int32, hint: Int) {
    let entry = entry(of: handle)
    return (entry >> Self.hintBits, Int(entry & (1 << Self.hintBits - 1)))
  }

  private func entry(of handle: Handle) -> Int32 {
    let page = Int(handle) &>> pageShift
    guard page < pages.count else { return Self.absent }
    let entries = pages[page].entries
    let offset = Int(handle) & (pageCapacity - 1)
    return offset < entries.count ? entries[offset] : Self.absent
  }

  private static func entry(_ chunk: Int32, _ offset: Int) -> Int32 {
    chunk == absent ? absent : chunk << hintBits | Int32(offset)
  }

  /// Says which chunk holds a handle, and at which offset, or with `absent` that none does.
  mutating func assign(_ chunk: Int32, to handle: Handle, at place: Int = 0) {
    let page = Int(handle) &>> pageShift
    let offset = Int(handle) & (pageCapacity - 1)
    reach(page, offset: offset)
    pages[page].set(Self.entry(chunk, place), at: offset)
  }

  /// Says of every handle in `run` that `chunk` holds it, the first at an offset, or with `absent` that
  /// none does.
  ///
  /// Neighbours in display order often have neighbouring handles, so each stretch of handles on one
  /// page looks the page up once.
  mutating func assign(_ chunk: Int32, to run: UnsafeBufferPointer<Handle>, at place: Int = 0) {
    var start = 0
    while start < run.count {
      let page = Int(run[start]) &>> pageShift
      var end = start
      var greatest = 0
      while end < run.count, Int(run[end]) &>> pageShift == page {
        greatest = max(greatest, Int(run[end]) & (pageCapacity - 1))
        end += 1
      }
      reach(page, offset: greatest)
      let stretch = UnsafeBufferPointer(rebasing: run[start..<end])
      let first = Self.entry(chunk, place + start)
      let step: Int32 = chunk == Self.absent ? 0 : 1
      pages[page].set(first, step: step, at: stretch, mask: pageCapacity - 1)
      start = end
    }
  }

  /// Says of many handles in display order which chunk holds them, `pieces` taking some each.
  ///
  /// A run that is long in proportion to the map and in no order goes into one flat array instead of
  /// page by page, which is several times as quick then.
  mutating func assign<Size>(
    _ pieces: [ChunkOrder<Size>.Piece],
    to run: UnsafeBufferPointer<Handle>
  ) {
    let greatest = run.reduce(0) { max($0, UInt32(bitPattern: $1)) }
    let limit = max(handleLimit, Int(greatest) + 1)
    guard limit <= 4 * run.count, isScattered(run) else {
      // Pages that grow while they are filled are copied several times.
      if limit <= 4 * run.count { reach(limit) }
      forEachPiece(of: run, in: pieces) { assign($0, to: $1) }
      return
    }
    var table = flattened(count: limit)
    table.withUnsafeMutableBufferPointer { table in
      forEachPiece(of: run, in: pieces) { chunk, handles in
        for (offset, handle) in handles.enumerated() {
          table[Int(handle)] = Self.entry(chunk, offset)
        }
      }
    }
    table.withUnsafeBufferPointer { cutIntoPages($0) }
  }

  /// Whether handles that follow one another often lie on different pages.
  private func isScattered(_ run: UnsafeBufferPointer<Handle>) -> Bool {
    var turns = 0
    var last: Handle = -1
    for handle in run {
      let page = handle &>> Handle(pageShift)
      turns += page == last ? 0 : 1
      last = page
    }
    return turns * 16 > run.count
  }

  private func forEachPiece<Size>(
    of run: UnsafeBufferPointer<Handle>,
    in pieces: [ChunkOrder<Size>.Piece],
    _ body: (Int32, UnsafeBufferPointer<Handle>) -> Void
  ) {
    var start = 0
    for piece in pieces {
      let end = start + piece.size.count
      body(piece.id, UnsafeBufferPointer(rebasing: run[start..<end]))
      start = end
    }
  }

  /// The entries of the handles 0..<count in one array.
  private func flattened(count: Int) -> ContiguousArray<Int32> {
    var table = ContiguousArray(repeating: Self.absent, count: count)
    for page in 0..<pages.count {
      for (offset, entry) in pages[page].entries.enumerated() {
        table[page * pageCapacity + offset] = entry
      }
    }
    return table
  }

  private mutating func cutIntoPages(_ table: UnsafeBufferPointer<Int32>) {
    pages = BlockTable<Block>()
    for start in stride(from: 0, to: table.count, by: pageCapacity) {
      let range = start..<min(table.count, start + pageCapacity)
      pages.append(Block(UnsafeBufferPointer(rebasing: table[range]), limit: pageCapacity))
    }
  }

  /// Adds pages and entries until there is one for each handle below a limit.
  private mutating func reach(_ limit: Int) {
    for start in stride(from: 0, to: limit, by: pageCapacity) {
      reach(start / pageCapacity, offset: min(pageCapacity, limit - start) - 1)
    }
  }

  /// Adds empty pages, and entries to `page`, until there is an entry at `offset`.
  private mutating func reach(_ page: Int, offset: Int) {
    while pages.count <= page {
      pages.append(Block())
    }
    if offset >= pages[page].count {
      pages[page].extend(to: offset, with: Self.absent, limit: pageCapacity)
    }
  }
}
