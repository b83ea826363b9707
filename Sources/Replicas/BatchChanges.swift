import JSON

/// The changes of one apply in the format "batch", as they are written.
struct BatchChanges {
  typealias Position = ListChanges.Position

  /// A section that is deleted, inserted, reloaded or reconfigured.
  struct SectionPlace {
    var at: Int
    var identifier: [UInt8]
    var content: [UInt8]?
  }

  struct SectionMove {
    var from: Int
    var to: Int
    var identifier: [UInt8]
  }

  /// A run of items at one place.
  struct ItemRun {
    var at: Position
    var items: [Entry]
  }

  struct ItemDelete {
    var at: Position
    var count: Int
  }

  struct ItemMove {
    var from: Position
    var to: Position
    var count: Int
  }

  var sectionDeletes: [SectionPlace]
  var sectionInserts: [SectionPlace]
  var sectionMoves: [SectionMove] = []
  var sectionReloads: [SectionPlace]
  var sectionReconfigures: [SectionPlace]
  var itemDeletes: [ItemDelete] = []
  var itemInserts: [ItemRun]
  var itemMoves: [ItemMove] = []
  var itemReloads: [ItemRun]
  var itemReconfigures: [ItemRun]
  var outlines: [OutlineRun]

  init(_ changes: JSONView) throws(ListReplicaError) {
    guard let sections = changes["sections"] else { throw .missingMember("changes.sections") }
    guard let items = changes["items"] else { throw .missingMember("changes.items") }
    sectionDeletes = try Self.places(sections, "deletes")
    sectionInserts = try Self.places(sections, "inserts")
    sectionReloads = try Self.places(sections, "reloads")
    sectionReconfigures = try Self.places(sections, "reconfigures")
    itemInserts = try Self.runs(items, "inserts")
    itemReloads = try Self.runs(items, "reloads")
    itemReconfigures = try Self.runs(items, "reconfigures")
    outlines = try OutlineRun.runs(changes)
    for move in try FieldReader(sections).elements("moves") {
      let fields = FieldReader(move)
      sectionMoves.append(
        SectionMove(
          from: try fields.integer("from"),
          to: try fields.integer("to"),
          identifier: try fields.identifier("section")
        )
      )
    }
    for delete in try FieldReader(items).elements("deletes") {
      let fields = FieldReader(delete)
      itemDeletes.append(
        ItemDelete(at: try fields.position("at"), count: try fields.count())
      )
    }
    for move in try FieldReader(items).elements("moves") {
      let fields = FieldReader(move)
      itemMoves.append(
        ItemMove(
          from: try fields.position("from"),
          to: try fields.position("to"),
          count: try fields.count()
        )
      )
    }
  }

  private static func places(
    _ sections: JSONView,
    _ name: StaticString
  ) throws(ListReplicaError) -> [SectionPlace] {
    var places: [SectionPlace] = []
    for value in try FieldReader(sections).elements(name) {
      let fields = FieldReader(value)
      places.append(
        SectionPlace(
          at: try fields.integer("at"),
          identifier: try fields.identifier("section"),
          content: value["content"]?.minified
        )
      )
    }
    return places
  }

  private static func runs(
    _ items: JSONView,
    _ name: StaticString
  ) throws(ListReplicaError) -> [ItemRun] {
    var runs: [ItemRun] = []
    for value in try FieldReader(items).elements(name) {
      let fields = FieldReader(value)
      runs.append(ItemRun(at: try fields.position("at"), items: try fields.entries("items")))
    }
    return runs
  }
}
