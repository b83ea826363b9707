import Foundation

/// Measures how long others are on a processor merely to parse a text.
func measureJSONPeers(_ text: [UInt8], into turn: inout Turn) throws {
  let data = Data(text)
  var foundation = Samples(CLOCK_PROCESS_CPUTIME_ID)
  for _ in 0..<5 {
    try foundation.measure { keep(try JSONSerialization.jsonObject(with: data)) }
  }
  turn.add("JSONSerialization, parsing alone", foundation, .milliseconds)
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("diffabled-benchmark-\(getpid()).json")
  try data.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  for module in ["json", "orjson"] {
    guard let samples = pythonSamples(module, file.path, 5) else { continue }
    turn.add("Python's \(module), parsing alone", samples, .milliseconds)
  }
}

/// Lets Python parse a file; nil without Python, or without the module.
private func pythonSamples(_ module: String, _ path: String, _ repeats: Int) -> Samples? {
  let script = """
    import sys, time, \(module) as parser
    text = open(sys.argv[1], "rb").read()
    for _ in range(\(repeats)):
        start = time.process_time_ns()
        value = parser.loads(text)
        print(time.process_time_ns() - start)
        del value
    """
  guard let text = output(of: ["python3", "-c", script, path]) else { return nil }
  var samples = Samples()
  for line in text.split(separator: "\n") { Int(line).map { samples.add($0) } }
  return samples.count == 0 ? nil : samples
}
