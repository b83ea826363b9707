import Foundation

/// Measures QSortFilterProxyModel through PyQt6, when Python has that; its model and comparisons are
/// Qt's own, in C++.
func measureQtPeer(_ column: Workload, into turn: inout Turn) throws {
  let contents = RowContents(count: column.size)
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("diffabled-benchmark-\(getpid()).tsv")
  let lines = contents.titles.indices.map { "\(contents.titles[$0])\t\(contents.sizes[$0])\n" }
  try Data(lines.joined().utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let name = "QSortFilterProxyModel"
  let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
  guard let text = output(of: [python, "-c", qtScript, file.path]) else {
    return turn.add(name, insteadOfValue: "no PyQt6", .times)
  }
  let unit = RowContents.unit(of: contents.bytes)
  for line in text.split(separator: "\n") {
    let fields = line.split(separator: "\t")
    guard fields.count == 2, let cost = Double(fields[1]) else { continue }
    if fields[0].hasPrefix("an edit") {
      turn.add(name, String(fields[0]), cost, .microseconds)
    } else {
      turn.add(name, "\(fields[0]), U", cost / unit, .times)
    }
  }
}

private let qtScript = """
  import sys, time
  from PyQt6.QtCore import QSortFilterProxyModel, Qt
  from PyQt6.QtGui import QStandardItem, QStandardItemModel

  rows = [line.rstrip("\\n").split("\\t") for line in open(sys.argv[1])]
  model = QStandardItemModel(len(rows), 2)
  for row, (title, size) in enumerate(rows):
      model.setItem(row, 0, QStandardItem(title))
      item = QStandardItem()
      item.setData(int(size), Qt.ItemDataRole.DisplayRole)
      model.setItem(row, 1, item)

  proxy = QSortFilterProxyModel()
  proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
  proxy.setSourceModel(model)
  proxy.rowCount()

  def tell(name, body):
      start = time.process_time_ns()
      body()
      proxy.rowCount()
      print(name, time.process_time_ns() - start, sep="\\t", flush=True)

  tell("contains e", lambda: proxy.setFilterFixedString("e"))
  tell("contains ent", lambda: proxy.setFilterFixedString("ent"))
  proxy.setFilterFixedString("")
  tell("sorted by numbers", lambda: proxy.sort(1))
  tell("sorted by texts", lambda: proxy.sort(0))
  proxy.setFilterFixedString("e")
  proxy.setDynamicSortFilter(True)
  count = 20
  start = time.process_time_ns()
  for turn in range(count):
      row = turn * 2654435761 % len(rows)
      model.item(row, 0).setText(rows[(row + 7) % len(rows)][0])
  print("an edit followed by filter + sort", (time.process_time_ns() - start) / count, sep="\\t")
  """
