import TestSupport

/// Rows: what the user does with them by hand, and what is asked of one of them.
extension RequestMaker {

  mutating func rowRequest(_ source: String, _ world: World) -> SentRequest {
    let list = subject(.source(source), world).list
    let row = row(in: list)
    let head = #""dataSource":"\#(source)""#
    let place = #"{\#(head),"indexPath":\#(path(row.section, row.item))"#
    switch number(below: 14) {
    case ..<5:
      let to =
        row.section < list.sections.count && chance(40) ? neighbour(of: row) : self.row(in: list)
      let conditions = conditions(source, world)
      let (from, target) = (path(row.section, row.item), path(to.section, to.item))
      return SentRequest(
        method: "dataSource/moveRow",
        params: #"{\#(head),"from":\#(from),"to":\#(target)\#(conditions.text)}"#
      ) { world throws(Refused) in try world.moveRow(source, from: row, to: to, conditions) }
    case ..<7:
      let conditions = conditions(source, world)
      return SentRequest(method: "dataSource/deleteRow", params: "\(place)\(conditions.text)}") {
        world throws(Refused) in try world.deleteRow(source, row, conditions)
      }
    case 7:
      return SentRequest(method: "dataSource/canMoveRow", params: "\(place)}") {
        world throws(Refused) in try world.permission(source, row) { $0.reordering }
      }
    case 8:
      return SentRequest(method: "dataSource/canEditRow", params: "\(place)}") {
        world throws(Refused) in try world.permission(source, row) { $0.editing }
      }
    case 9:
      return SentRequest(method: "dataSource/heightForRow", params: "\(place)}") {
        world throws(Refused) in try world.height(source, row) { $0.heights }
      }
    case 10:
      return SentRequest(method: "dataSource/estimatedHeightForRow", params: "\(place)}") {
        world throws(Refused) in try world.height(source, row) { $0.estimates }
      }
    default: return sumRequest(source, row)
    }
  }

  private mutating func sumRequest(
    _ source: String,
    _ row: (section: Int, item: Int)
  ) -> SentRequest {
    let head = #"{"dataSource":"\#(source)""#
    switch number(below: 3) {
    case 0:
      return SentRequest(method: "dataSource/contentHeight", params: "\(head)}") {
        world throws(Refused) in try world.contentHeight(source)
      }
    case 1:
      return SentRequest(
        method: "dataSource/offsetOfRow",
        params: #"\#(head),"indexPath":\#(path(row.section, row.item))}"#
      ) { world throws(Refused) in try world.offset(ofRow: row, source) }
    default:
      let y = pick([
        "\(number(below: 400))", "\(number(below: 100)).5", "0", "-0", "-0.0001", "1e-5", "-1",
        "1e400", "44.0001", "10.4999", "1\(number(below: 9))e5",
      ])
      return SentRequest(method: "dataSource/rowAtOffset", params: #"\#(head),"y":\#(y)}"#) {
        world throws(Refused) in try world.row(atOffset: y, source)
      }
    }
  }

  // MARK: Places

  /// A row that is probably there.
  mutating func row(in list: ModelSnapshot) -> (section: Int, item: Int) {
    let filled = list.sections.indices.filter { !list.sections[$0].items.isEmpty }
    guard !filled.isEmpty, !chance(12) else {
      return (number(below: 5) - 1, number(below: 7) - 1)
    }
    let section = pick(filled)
    return (section, number(below: list.sections[section].items.count + (chance(15) ? 1 : 0)))
  }

  private mutating func neighbour(
    of row: (section: Int, item: Int)
  ) -> (section: Int, item: Int) {
    (row.section, max(0, row.item + number(below: 7) - 3))
  }
}
