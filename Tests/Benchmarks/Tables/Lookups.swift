import Glibc
import Snapshots
import TestSupport

extension Benchmark {
  /// Look-ups both ways, from and to handles.
  static let lookups = Benchmark(
    name: "lookups",
    title: "Look-ups in process at random places, time on the processor of one call, the median of"
      + " 20 rounds of 10,000; 10 sections, 12-byte strings. Peer: Dictionary<String, place> and"
      + " arrays.",
    turns: 5,
    parts: Order.allCases.map { order in
      Part(order.rawValue, .inProcess { try measureLookups($0.list, order, into: &$1) })
    } + [Part("dictionary", .peer { measureDictionary($0.list, into: &$1) })]
  )
}

private func measureLookups(_ list: ItemList, _ order: Order, into turn: inout Turn) throws {
  let snapshot = try Model(list, order).snapshot
  let (items, pool) = (snapshot.itemHandles, snapshot.pool.items)
  let places = randomPlaces(items.count, turn)
  turn.measure(order.label("indexPath"), with: places.map { items[$0] }) {
    keepLast(snapshot.indexPath(ofItem: $0)?.item)
  }
  let paths = places.map { snapshot.indexPath(ofPosition: $0) }
  turn.measure(order.label("itemIdentifier"), with: paths) {
    keepLast(snapshot.itemHandle(at: $0).map { Int($0) })
  }
  turn.measure(order.label("contains"), with: places.map { items[$0] }) {
    keepLast(snapshot.containsItem($0) ? 1 : 0)
  }
  // Bytes of their own: a look at those of the pool would bring them into the cache.
  let identifiers = places.map { IdentifierKind.string.bytes(of: list.items[$0]) }
  turn.measure(order.label("find an identifier"), with: identifiers) {
    keepLast(Int(pool.found($0)))
  }
}

private func measureDictionary(_ list: ItemList, into turn: inout Turn) {
  let sections = SectionArrays(list, EditText.item).sections
  var pathsByText: [String: IndexPath] = [:]
  var paths: [IndexPath] = []
  for (section, items) in sections.enumerated() {
    for (offset, item) in items.enumerated() {
      paths.append(IndexPath(section: section, item: offset))
      pathsByText[item] = paths.last
    }
  }
  let places = randomPlaces(paths.count, turn)
  turn.measure("peer: find and indexPath", with: places.map { EditText.item(list.items[$0]) }) {
    keepLast(pathsByText[$0]?.item)
  }
  turn.measure("peer: itemIdentifier", with: places.map { paths[$0] }) {
    keepLast(sections[$0.section][$0.item].utf8.count)
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
    var samples = Samples(CLOCK_PROCESS_CPUTIME_ID)
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
