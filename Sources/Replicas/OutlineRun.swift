import JSON

/// Where a row is in the tree of its section, as far as a view draws it.
public struct Outline: Equatable, Sendable {
  /// How many items the row hangs below; 0 at the top.
  public var level: Int
  /// Whether the row is open.
  public var isExpanded: Bool
  /// How many items hang right below it, shown or not.
  public var numberOfChildren: Int

  package init(level: Int, isExpanded: Bool, numberOfChildren: Int) {
    self.level = level
    self.isExpanded = isExpanded
    self.numberOfChildren = numberOfChildren
  }

  /// The outline of a row that stands alone at the top.
  public static let plain = Outline(level: 0, isExpanded: false, numberOfChildren: 0)
}

/// Neighbours in one section that have the same outline now, in the list after.
struct OutlineRun {
  var at: ListChanges.Position
  var count: Int
  var outline: Outline

  init(_ value: JSONView) throws(ListReplicaError) {
    let fields = FieldReader(value)
    at = try fields.position("at")
    count = try fields.count()
    outline = Outline(
      level: try fields.integer("level"),
      isExpanded: try fields.boolean("expanded"),
      numberOfChildren: try fields.integer("numberOfChildren")
    )
  }

  /// The runs of a batch, a stage or a whole list; without the member there is none.
  static func runs(_ object: JSONView) throws(ListReplicaError) -> [OutlineRun] {
    guard object["outlines"] != nil else { return [] }
    var runs: [OutlineRun] = []
    for value in try FieldReader(object).elements("outlines") { runs.append(try OutlineRun(value)) }
    guard !runs.isEmpty else { throw .missingMember("outlines") }
    return runs
  }

  /// Gives the rows of the run their outline.
  func set(in sections: inout [ListReplica.Section]) throws(ListReplicaError) {
    guard sections.indices.contains(at.section), at.item >= 0, count > 0,
      at.item < sections[at.section].items.count,
      count <= sections[at.section].items.count - at.item
    else { throw .positionOutOfRange("outlines", [at.section, at.item]) }
    for index in at.item..<at.item + count { sections[at.section].items[index].outline = outline }
  }
}
