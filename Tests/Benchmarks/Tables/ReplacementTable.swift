import DataSources
import Snapshots

/// Full replacement through the builder, with its difference.
func measureReplacement(_ options: BenchmarkOptions) throws {
  for kind in IdentifierKind.allCases {
    var table = Table(
      "A whole list replaced, from identifier bytes to the published state; in process; median /"
        + " best in ms; 10 sections, \(kind.rawValue), seed \(seed)."
        + " Peer: arrays of String, dictionary differ only.",
      columns: ["n", "first build"] + Replacement.allCases.map(\.rawValue)
        + ["peer: unchanged", "peer: 1 % churn"]
    )
    for size in options.sizes {
      let repeats = size > 200_000 ? 5 : 15
      let list = ItemList(count: size)
      let base = Model(list, kind)
      var row = [sizeText(size), try firstBuild(base, repeats)]
      for replacement in Replacement.allCases {
        let next = Model(replacement.list(from: list), kind)
        row.append(try replacing(base, with: next, repeats))
      }
      for replacement in [Replacement.unchanged, .onePercent] {
        row.append(peerReplacing(list, with: replacement.list(from: list), kind, repeats))
      }
      table.add(row)
    }
    table.print()
  }
}

private func firstBuild(_ model: Model, _ repeats: Int) throws -> String {
  var samples = Samples()
  for _ in 0..<repeats {
    keep(try samples.measure { try model.dataSource() })
  }
  return samples.pairWithBest(.milliseconds)
}

private func replacing(_ base: Model, with next: Model, _ repeats: Int) throws -> String {
  var samples = Samples()
  for _ in 0..<repeats {
    // A fresh data source each time, so that new identifiers are new each time.
    let source = try base.dataSource()
    keep(try samples.measure { try next.replace(source) })
  }
  return samples.pairWithBest(.milliseconds)
}

private func peerReplacing(
  _ list: ItemList,
  with next: ItemList,
  _ kind: IdentifierKind,
  _ repeats: Int
) -> String {
  let (old, new) = (FlatPeer(list, kind), FlatPeer(next, kind))
  var samples = Samples()
  for _ in 0..<min(repeats, 3) {
    keep(samples.measure { FlatPeer.difference(from: old, to: new) })
  }
  return samples.pairWithBest(.milliseconds)
}
