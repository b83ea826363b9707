extension Rope {

  /// The handle at `position`.
  ///
  /// - Complexity: O(log(n / chunk capacity)).
  @inline(__always)
  package subscript(position: Int) -> Handle {
    precondition(position >= 0 && position < count, "position out of range")
    let slot = order.slot(containing: position)
    return chunk(inSlot: slot).handles.entries[position - order.start(ofSlot: slot)]
  }

  /// The position of `handle`, or nil when it is not in the rope.
  ///
  /// - Complexity: O(chunk capacity), a vectorised scan of one chunk.
  package func rank(of handle: Handle) -> Int? {
    let (id, hint) = locator.place(of: handle)
    guard id != Locator.absent,
      let offset = chunks[Int(id)].handles.offset(of: handle, near: hint)
    else { return nil }
    return order.start(ofSlot: order.slot(ofChunk: id)) + offset
  }

  /// The positions of many handles, nil for each that is not in the rope.
  ///
  /// Each look-up waits for memory several times. Here those of many wait together, because none of
  /// the reads of one step depends on another of the same step.
  package func ranks(of handles: ArraySlice<Handle>) -> [Int?] {
    let places = handles.map { locator.place(of: $0) }
    let hits = zip(handles, places).map { handle, place in
      place.chunk != Locator.absent
        && chunks[Int(place.chunk)].handles.has(handle, at: place.hint)
    }
    return zip(handles, zip(places, hits)).map { handle, known in
      let (place, isHit) = known
      guard isHit else { return rank(of: handle) }
      return order.start(ofSlot: order.slot(ofChunk: place.chunk)) + place.hint
    }
  }

  /// Whether `handle` is in the rope.
  ///
  /// - Complexity: O(1).
  package func contains(_ handle: Handle) -> Bool {
    locator[handle] != Locator.absent
  }

  /// Calls `body` with the handles at the positions in `range`, one contiguous run after another.
  package func forEachRun(
    in range: Range<Int>,
    _ body: (UnsafeBufferPointer<Handle>) throws -> Void
  ) rethrows {
    try forEachSlot(in: range) { slot, offsets in
      try chunk(inSlot: slot).handles.entries.withUnsafeBufferPointer { entries in
        try body(UnsafeBufferPointer(rebasing: entries[offsets]))
      }
    }
  }

  /// Calls `body` with each slot that holds positions in `range`, and their offsets there.
  func forEachSlot(
    in range: Range<Int>,
    _ body: (_ slot: Int, _ offsets: Range<Int>) throws -> Void
  ) rethrows {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    guard !range.isEmpty else { return }
    var slot = order.slot(containing: range.lowerBound)
    var position = range.lowerBound
    while position < range.upperBound {
      let start = order.start(ofSlot: slot)
      let end = min(range.upperBound, order.start(ofSlot: slot + 1))
      try body(slot, position - start..<end - start)
      position = end
      slot += 1
    }
  }

  /// The handles at the positions in `range`.
  package func handles(in range: Range<Int>) -> [Handle] {
    var handles: [Handle] = []
    handles.reserveCapacity(range.count)
    forEachRun(in: range) { handles.append(contentsOf: $0) }
    return handles
  }
}
