import Snapshots
import TestSupport

extension Benchmark {
  /// Look-ups both ways, from and to handles.
  static let lookups = Benchmark(
    name: "lookups",
    title: "Look-ups in process at random places, of one call, the median of 20 rounds of 10,000;"
      + " 10 sections, 12-byte strings. Peer: Dictionary<String, place> and arrays.",
    turns: 5,
    parts: [
      Part("fresh", .inProcess(measureLookups)),
      Part("dictionary", .peer(measureDictionary)),
    ]
  )
}

private func measureLookups(_ column: Workload, into turn: inout Turn) throws {
  let list = column.list
  let snapshot = try Model(ListBytes(list)).snapshot
  let items = snapshot.itemHandles
  let pool = snapshot.pool.items
  let places = randomPlaces(column.size, turn)
  turn.measure("indexPath", with: places.map { items[$0] }) {
    keepLast(snapshot.indexPath(ofItem: $0)?.item)
  }
  turn.measure("itemIdentifier", with: places.map { snapshot.indexPath(ofPosition: $0) }) {
    keepLast(snapshot.itemHandle(at: $0).map { Int($0) })
  }
  turn.measure("contains", with: places.map { items[$0] }) {
    keepLast(snapshot.containsItem($0) ? 1 : 0)
  }
  let identifiers = places.map { IdentifierKind.string.bytes(of: list.items[$0]) }
  turn.measure("find an identifier", with: identifiers) { keepLast(Int(pool.found($0))) }
}

private func measureDictionary(_ column: Workload, into turn: inout Turn) {
  let peer = HeckelPeer(column.list)
  var pathsByText: [String: IndexPath] = [:]
  var paths: [IndexPath] = []
  for (section, items) in peer.sections.enumerated() {
    for (offset, item) in items.enumerated() {
      paths.append(IndexPath(section: section, item: offset))
      pathsByText[item] = paths.last
    }
  }
  let texts = peer.sections.flatMap { $0 }
  let places = randomPlaces(column.size, turn)
  turn.measure("peer: find and indexPath", with: places.map { texts[$0] }) {
    keepLast(pathsByText[$0]?.item)
  }
  turn.measure("peer: itemIdentifier", with: places.map { paths[$0] }) {
    keepLast(peer.sections[$0.section][$0.item].utf8.count)
  }
}

private let callsInRound = 10_000

private func randomPlaces(_ size: Int, _ turn: Turn) -> [Int] {
  var generator = SeededGenerator(seed: seed)
  return (0..<turn.rounds(20) * callsInRound).map { _ in
    Int.random(in: 0..<size, using: &generator)
  }
}

extension Turn {
  /// Calls a look-up with arguments that were gathered, in the order of the calls, before the clock
  /// runs: so each is read from a place in memory that the processor expects.
  fileprivate mutating func measure<Argument>(
    _ work: String,
    with arguments: [Argument],
    _ call: (Argument) -> Void
  ) {
    var samples = Samples()
    for start in stride(from: 0, to: arguments.count, by: callsInRound) {
      let round = arguments[start..<start + callsInRound]
      samples.measure { for argument in round { call(argument) } }
    }
    add(work, samples, .nanoseconds, calls: callsInRound)
  }
}

@inline(never)
private func keepLast(_ number: Int?) {
  withExtendedLifetime(number) {}
}
