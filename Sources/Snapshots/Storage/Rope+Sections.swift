extension Rope<SectionChunk> {

  /// The positions of the items of the section at an index.
  func positions(inSectionAt index: Int) -> Range<Int> {
    let slot = order.slot(containing: index)
    let start = order.starts[slot]
    let positions = chunk(inSlot: slot).positions(inSectionAt: index - start.count)
    let first = Int(start.items)
    return first + positions.lowerBound..<first + positions.upperBound
  }

  /// The index path of the item at a position.
  func indexPath(ofPosition position: Int) -> IndexPath {
    let slot = order.lastSlot { $0.items <= position }
    let start = order.starts[slot]
    var path = chunk(inSlot: slot).indexPath(ofPosition: position - Int(start.items))
    path.section += start.count
    return path
  }

  /// Counts items that came to sections, which ascend, or left them.
  mutating func addItems(_ changes: some Collection<SectionOrder.Change>) {
    var rest = changes[...]
    while let first = rest.first {
      let slot = order.slot(containing: first.section)
      let end = order.start(ofSlot: slot + 1)
      let here = rest.prefix { $0.section < end }
      let id = Int(order.ids[slot])
      chunks[id].addItems(here, firstIndex: order.start(ofSlot: slot))
      order.resize(slot: slot, by: chunks[id].size - order.size(ofSlot: slot))
      rest = rest[here.endIndex...]
    }
  }
}
