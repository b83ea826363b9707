import Foundation

/// How long others need merely to parse a text.
struct JSONPeers {
  private(set) var rows: [(name: String, milliseconds: String)] = []

  init(parsing text: [UInt8], repeats: Int) throws {
    let data = Data(text)
    var foundation = Samples()
    for _ in 0..<repeats {
      keep(try foundation.measure { try JSONSerialization.jsonObject(with: data) })
    }
    rows.append(("JSONSerialization", foundation.pairWithBest(.milliseconds)))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("diffabled-benchmark-\(getpid()).json")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for module in ["json", "orjson"] {
      guard let samples = pythonSamples(module, file.path, repeats) else { continue }
      rows.append(("Python \(module)", samples.pairWithBest(.milliseconds)))
    }
  }
}

/// Lets Python parse a file; nil without Python, or without the module.
private func pythonSamples(_ module: String, _ path: String, _ repeats: Int) -> Samples? {
  let script = """
    import sys, time, \(module) as parser
    text = open(sys.argv[1], "rb").read()
    for _ in range(\(repeats)):
        start = time.perf_counter_ns()
        value = parser.loads(text)
        print(time.perf_counter_ns() - start)
        del value
    """
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script, path]
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  var samples = Samples()
  for line in text.split(separator: "\n") { Int(line).map { samples.add($0) } }
  return samples.best == 0 ? nil : samples
}
