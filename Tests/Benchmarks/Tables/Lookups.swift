import DataSources
import Snapshots
import TestSupport

/// Look-ups both ways, from and to handles.
func measureLookups(_ options: BenchmarkOptions) throws {
  var table = Table(
    "Look-ups at random places, ns a call, median of 20 rounds of 10,000 calls; in process;"
      + " 10 sections, 12-byte strings, seed \(seed). Peer: Dictionary<String, place> and arrays.",
    columns: ["n", "indexPath", "itemIdentifier", "find + indexPath", "peer: path", "peer: item"]
  )
  for size in options.sizes {
    let list = ItemList(count: size)
    let snapshot = try Model(list).dataSource().snapshot
    let items = snapshot.itemHandles
    let paths = (0..<size).map(snapshot.indexPath(ofPosition:))
    let pool = snapshot.pool.items
    var row = [sizeText(size)]
    row.append(nanosecondsPerCall(size) { keepLast(snapshot.indexPath(ofItem: items[$0])?.item) })
    row.append(
      nanosecondsPerCall(size) { keepLast(snapshot.itemHandle(at: paths[$0]).map { Int($0) }) }
    )
    row.append(
      nanosecondsPerCall(size) { place in
        let handle = pool.withBytes(of: items[place]) { pool.find($0) }
        keepLast(handle.flatMap(snapshot.indexPath(ofItem:))?.item)
      }
    )
    row += peerRow(list)
    table.add(row)
  }
  table.print()
}

private func peerRow(_ list: ItemList) -> [String] {
  let peer = FlatPeer(list)
  var places: [String: IndexPath] = [:]
  var paths: [IndexPath] = []
  for (section, items) in peer.sections.enumerated() {
    for (offset, item) in items.enumerated() {
      paths.append(IndexPath(section: section, item: offset))
      places[item] = paths.last
    }
  }
  let texts = peer.sections.flatMap { $0 }
  return [
    nanosecondsPerCall(texts.count) { keepLast(places[texts[$0]]?.item) },
    nanosecondsPerCall(texts.count) {
      keepLast(peer.sections[paths[$0].section][paths[$0].item].utf8.count)
    },
  ]
}

private func nanosecondsPerCall(_ size: Int, _ call: (Int) -> Void) -> String {
  var generator = SeededGenerator(seed: seed)
  var samples = Samples()
  for _ in 0..<20 {
    let places = (0..<10_000).map { _ in Int.random(in: 0..<size, using: &generator) }
    samples.measure { for place in places { call(place) } }
  }
  return decimal(Double(samples.median) / 10_000)
}

@inline(never)
private func keepLast(_ number: Int?) {
  withExtendedLifetime(number) {}
}
