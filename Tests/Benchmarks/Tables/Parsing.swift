import JSON

/// The message with a whole list, parsed.
func measureParsing(_ options: BenchmarkOptions) throws {
  let size = options.largeSize
  let text = Messages.apply(ItemList(count: size))
  var table = Table(
    "A message of \(text.count) bytes parsed, \(sizeText(size)) 12-byte strings;"
      + " median / best in ms.",
    columns: ["parser", "ms"]
  )
  var samples = Samples()
  for _ in 0..<11 {
    keep(try samples.measure { try JSONDocument(parsing: text) })
  }
  table.add(["JSONDocument", samples.pairWithBest(.milliseconds)])
  for row in try JSONPeers(parsing: text, repeats: 5).rows {
    table.add([row.name, row.milliseconds])
  }
  table.print()
}
