public import JSON

/// The options by which a data source behaves like a table view: what rows may do, and how rows and
/// sections look.
public struct TableOptions: Equatable, Sendable {
  /// Which rows may be moved.
  public private(set) var reordering = PermissionOptions(allowed: false)
  /// Which rows may be deleted.
  public private(set) var editing = PermissionOptions(allowed: true)
  /// Which kind of cell shows a row.
  public private(set) var cells = CellOptions()
  /// How high rows are.
  public private(set) var heights = HeightOptions()
  /// Where a section's titles stand in its content.
  public private(set) var titles = TitleOptions()
  /// Where a section's title in the index stands in its content.
  public private(set) var indexTitles: JSONPointer?

  /// Creates the default options.
  public init() {}

  /// The names of the options.
  static let names: [StaticString] = [
    "reordering", "editing", "cells", "heights", "titles", "indexTitles",
  ]

  /// Lets no row be moved or deleted.
  mutating func forbidEditing() {
    reordering = PermissionOptions(allowed: false)
    editing = PermissionOptions(allowed: false)
  }

  /// Changes an option, if it is one of these.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - reader: All options as they came.
  /// - Throws: `invalidParams`; nothing is changed then.
  mutating func update(_ name: String, _ reader: ObjectReader) throws(DiffableError) {
    switch name {
    case "reordering":
      reordering = try PermissionOptions(
        try reader.optionalObject("reordering"),
        PermissionOptions.reordering,
        allowed: false
      )
    case "editing":
      editing = try PermissionOptions(
        try reader.optionalObject("editing"),
        PermissionOptions.editing,
        allowed: true
      )
    case "cells": cells = try CellOptions(try reader.optionalObject("cells"))
    case "heights": heights = try HeightOptions(try reader.optionalObject("heights"))
    case "titles": titles = try TitleOptions(try reader.optionalObject("titles"))
    case "indexTitles": indexTitles = try reader.optionalPointer("indexTitles")
    default: break
    }
  }
}
