extension Rope {

  /// Describes every violated invariant; the result is empty when the rope is sound.
  ///
  /// - Invariant: The starts of the slots are prefix sums of the sizes of their chunks, and the
  ///   reverse index leads from each chunk in use to its slot and from no other chunk.
  /// - Invariant: The locator leads from each handle to the chunk that holds it, and from every
  ///   other number to none.
  /// - Invariant: No chunk is empty or over capacity. Where one of two neighbours is under a quarter
  ///   of the capacity, both together are over three quarters. A rope without handles has no chunk.
  /// - Invariant: Each chunk identifier is either in the order or free, and a free one has no handles.
  /// - Complexity: O(n).
  package func checkInvariants() -> [String] {
    orderViolations() + chunkViolations() + locatorViolations() + identifierViolations()
  }

  private func orderViolations() -> [String] {
    var violations: [String] = []
    guard order.starts.count == order.ids.count + 1, order.starts.first == .zero else {
      return ["\(order.ids.count) chunks have \(order.starts.count) starts"]
    }
    for slot in order.ids.indices {
      let (held, known) = (chunk(inSlot: slot).size, order.size(ofSlot: slot))
      if held != known {
        violations.append("slot \(slot) holds \(held), which starts take for \(known)")
      }
      if order.slot(ofChunk: order.ids[slot]) != slot {
        violations.append("chunk \(order.ids[slot]) in slot \(slot) leads back elsewhere")
      }
    }
    return violations
  }

  private func chunkViolations() -> [String] {
    var violations: [String] = []
    let counts = order.ids.map { chunks[Int($0)].size.count }
    for (slot, count) in counts.enumerated()
    where !(1...geometry.chunkCapacity).contains(count) {
      violations.append("slot \(slot) has \(count) handles")
    }
    for (slot, (head, tail)) in zip(counts, counts.dropFirst()).enumerated()
    where min(head, tail) < geometry.sparseCount && head + tail <= geometry.comfortableCount {
      violations.append("slot \(slot) with \(head) handles could take in \(tail) more")
    }
    return violations
  }

  private func locatorViolations() -> [String] {
    var violations: [String] = []
    var held = 0
    for id in order.ids {
      for handle in chunks[Int(id)].handles.entries where locator[handle] != id {
        violations.append("handle \(handle) is in chunk \(id), not in \(locator[handle])")
      }
      held += chunks[Int(id)].size.count
    }
    let known = (0..<locator.handleLimit).count { locator[Handle($0)] != Locator.absent }
    if known != held {
      violations.append("the locator knows \(known) handles, the chunks hold \(held)")
    }
    return violations
  }

  private func identifierViolations() -> [String] {
    var violations: [String] = []
    let all = (order.ids + freeIDs).sorted()
    if !all.elementsEqual((0..<chunks.count).map { Int32($0) }) {
      violations.append("of \(chunks.count) chunks \(order.ids) are in use and \(freeIDs) are free")
    }
    if order.slots.count != chunks.count {
      violations.append("\(chunks.count) chunks have \(order.slots.count) entries for their slots")
    }
    for id in freeIDs where chunks[Int(id)].size != .zero || order.slot(ofChunk: id) >= 0 {
      violations.append("the free chunk \(id) is in use")
    }
    return violations
  }
}
