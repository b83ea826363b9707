extension JSONDocument {
  /// Returns what is wrong with the tape, nil if nothing is; for tests.
  package func brokenInvariant() -> String? {
    var open: [(end: Int, isObject: Bool, parts: Int)] = []
    var position = 0
    for (i, node) in tape.enumerated() {
      guard node.offset >= position else { return "node \(i) starts inside the one before" }
      position = node.offset + (node.isContainer ? 1 : node.byteCount)
      guard position <= text.count else { return "node \(i) ends after the text" }
      if let container = open.last, i == container.end {
        guard node.tag == .end else { return "node \(i) should end a container" }
        let count = container.isObject ? container.parts / 2 : container.parts
        guard node.payload == count else { return "node \(i) has a wrong count" }
        open.removeLast()
        continue
      }
      guard node.tag != .end else { return "node \(i) ends nothing" }
      if i > 0, open.isEmpty { return "node \(i) stands after the root" }
      if let last = open.indices.last { open[last].parts += 1 }
      if node.isContainer { open.append((i + node.payload - 1, node.tag == .object, 0)) }
    }
    return open.isEmpty ? nil : "a container has no end"
  }
}
