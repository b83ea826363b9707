import Snapshots
import Testing

@Suite struct RunsTests {

  @Test func `places that follow one another are one run, in whatever order they come`() throws {
    let runs = try runs(of: [path(1, 0), path(0, 2), path(0, 4), path(0, 1), path(0, 0)])
    #expect(runs.map(notation) == ["0.0 x3", "0.4 x1", "1.0 x1"])
  }

  @Test func `moves are one run only when both sides follow one another`() throws {
    let moves = try runs(of: [
      (from: path(0, 5), to: path(1, 1)), (from: path(0, 4), to: path(1, 0)),
      (from: path(0, 7), to: path(1, 2)), (from: path(2, 8), to: path(1, 3)),
      (from: path(2, 9), to: path(2, 0)),
    ])
    let expected = ["0.4>1.0 x2", "0.7>1.2 x1", "2.8>1.3 x1", "2.9>2.0 x1"]
    #expect(moves.map { "\(notation($0.from))>\(notation($0.to)) x\($0.count)" } == expected)
  }

  @Test func `nothing is no run`() throws {
    #expect(try runs(of: [] as [IndexPath]) == [])
  }

  private func notation(_ run: Changes.Run) -> String { "\(notation(run.at)) x\(run.count)" }

  private func notation(_ path: IndexPath) -> String { "\(path.section).\(path.item)" }

  private func path(_ section: Int, _ item: Int) -> IndexPath {
    IndexPath(section: section, item: item)
  }
}
