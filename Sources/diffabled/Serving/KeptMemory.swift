import Glibc

/// Has the C library keep memory that was freed, instead of giving it back to the system at once.
///
/// A whole list takes and frees blocks of megabytes, and in a fresh one every page that is touched costs
/// a fault. The library learns that by itself, but only from the blocks that were freed: so the first
/// documents are what gains, a second one of a million items takes 0.7 times as long.
///
/// At most 64 MiB at the end of the heap are kept, beside holes in it; a block of 32 MiB or more, the
/// greatest bound that every version of the library takes, goes back at once as ever. Who sets the
/// library's own variable for that, as measuring does, is obeyed.
func keepFreedMemory() {
  guard getenv("MALLOC_MMAP_THRESHOLD_") == nil else { return }
  typealias Setting = @convention(c) (_ parameter: CInt, _ value: CInt) -> CInt
  // Swift's module of the C library does not have the function, and not every C library does.
  guard let symbol = dlsym(nil, "mallopt") else { return }
  let set = unsafeBitCast(symbol, to: Setting.self)
  let (trimThreshold, topPad, mapThreshold): (CInt, CInt, CInt) = (-1, -2, -3)
  _ = set(mapThreshold, 32 << 20)
  _ = set(trimThreshold, 64 << 20)
  _ = set(topPad, 1 << 20)
}
