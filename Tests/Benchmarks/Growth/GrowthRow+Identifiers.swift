extension GrowthRow {
  /// The table of identifiers, and ids of requests.
  static let identifiers = [
    GrowthRow(
      name: "30",
      title: "appendItems of n/10,000, from 0.35 n identifiers to 0.71 n, the worst",
      figure: worst,
      run: { trial in
        var count = trial.size * 35 / 100
        try trial.prepare(Messages.apply(ItemList(count: count, numberOfSections: 1)))
        let step = max(1, trial.size / 10_000)
        while count < trial.size * 71 / 100 {
          try trial.measure(
            edits: [EditText.appendItems(count..<count + step)],
            CountText.items(inserted: step)
          )
          count += step
        }
      }
    ),
    GrowthRow(
      name: "31",
      title: "deleteItems of n/1000 when 0.45 n are gone, worst of 120",
      options: #""history":0,"#,
      figure: worst,
      run: { trial in
        try trial.prepare(Messages.apply(ItemList(count: trial.size)))
        try trial.prepare(edits: [EditText.deleteItems(0..<trial.size * 45 / 100)])
        for round in 0..<120 {
          let start = trial.size * (450 + round) / 1000
          let end = trial.size * (451 + round) / 1000
          try trial.measure(
            edits: [EditText.deleteItems(start..<end)],
            CountText.items(deleted: end - start)
          )
        }
      }
    ),
  ]
}
