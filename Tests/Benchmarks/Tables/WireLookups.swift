import TestSupport

/// Look-ups over the pipe, one and a thousand at a time.
func measureWireLookups(_ options: BenchmarkOptions) throws {
  var table = Table(
    "Look-ups over pipes at random places; client and daemon on one core; median / p99 in µs of a"
      + " request; 10 sections, 12-byte strings, seed \(seed).",
    columns: ["n", "1 indexPath", "1 itemIdentifier", "1000 indexPaths", "1000 itemIdentifiers"]
  )
  for size in options.sizes {
    try onOneCore {
      let daemon = try ChildProcess.daemon(options)
      daemon.ask(Messages.apply(ItemList(count: size)), lines: 2)
      var row = [sizeText(size)]
      for count in [1, 1000] {
        row.append(samples(count, size, daemon, indexPaths).pair(.microseconds))
        row.append(samples(count, size, daemon, itemIdentifiers).pair(.microseconds))
      }
      table.add(row)
      daemon.end()
    }
  }
  table.print()
}

private func samples(
  _ count: Int,
  _ size: Int,
  _ daemon: ChildProcess,
  _ request: ([Int], Int) -> [UInt8]
) -> Samples {
  var generator = SeededGenerator(seed: seed)
  var samples = Samples()
  for round in 0..<(count == 1 ? 5_000 : 300) {
    let places = (0..<count).map { _ in Int.random(in: 0..<size, using: &generator) }
    let request = request(places, size)
    let start = now()
    daemon.ask(request)
    if round >= 50 { samples.add(now() - start) }
  }
  return samples
}

private func indexPaths(_ places: [Int], _ size: Int) -> [UInt8] {
  let items = places.map(IdentifierKind.string.text).joined(separator: ",")
  return Messages.request(5, "dataSource/indexPath", #""dataSource":"d","items":[\#(items)]"#)
}

private func itemIdentifiers(_ places: [Int], _ size: Int) -> [UInt8] {
  let length = size / ItemList.numberOfSections
  let paths = places.map { "[\($0 / length),\($0 % length)]" }.joined(separator: ",")
  return Messages.request(
    6,
    "dataSource/itemIdentifier",
    #""dataSource":"d","indexPaths":[\#(paths)]"#
  )
}
