/// From the start of the process to the answered initialize.
func measureStart(_ options: BenchmarkOptions) throws {
  var table = Table(
    "Start of \(options.binary) to the answered initialize, median / p99 in ms of 50, and resident"
      + " memory after it in MiB.",
    columns: ["ms", "MiB"]
  )
  var samples = Samples()
  var memory = 0
  for _ in 0..<50 {
    let start = now()
    let daemon = try ChildProcess([options.binary])
    daemon.ask(Messages.initialize)
    samples.add(now() - start)
    memory = daemon.kilobytes("VmRSS")
    daemon.end()
  }
  table.add([samples.pair(.milliseconds), decimal(Double(memory) / 1024)])
  table.print()
}
