public import DataSources
public import Snapshots

/// What a view makes of the rows of its base, before its window.
///
/// The closures are asked of rows of the base alone. They may depend on an item's identifier, its
/// section in the base and its content, and on nothing else that changes.
///
/// An object, since to copy its parts is to count ten references; nobody changes one that a view
/// has.
public final class ViewRules {
  // Not checked at run time: they are asked for each row, and nobody changes them any more.

  /// Whether what closed items hide is taken too, depth first.
  @exclusivity(unchecked) public var takesHidden = false
  /// Finds out of rows those that are shown, and how well each is found; without it all are shown.
  @exclusivity(unchecked) public var find: ((inout RowBatch, RowReading) -> Void)?
  /// About how many steps of a microsecond it is to find one row.
  @exclusivity(unchecked) public var stepsPerRow = 1
  /// Whether rows with greater scores stand in front.
  @exclusivity(unchecked) public var ranks = false
  /// Which sections there are.
  @exclusivity(unchecked) public var sections = ViewSections.base(keepingEmpty: false)
  /// The order of rows within a section: negative, zero or positive as of the first and the second;
  /// rows that are equal have the order of the base.
  @exclusivity(unchecked) public var compare: ((Handle, Handle, RowReading) -> Int)?
  /// Writes for rows what they are compared by begins with.
  ///
  /// Where those of two rows differ, `compare` says the same; without it, rows are compared one by
  /// one, which takes longer.
  @exclusivity(unchecked) public var begin:
    (
      (UnsafeBufferPointer<Handle>, RowReading, UnsafeMutableBufferPointer<KeyBeginning>) -> Void
    )?
  /// Whether the content that a step gave a row may make any of the closures answer otherwise.
  @exclusivity(unchecked) public var isAffected: (Handle, RowReading) -> Bool = { _, _ in true }

  /// Creates rules that show the base as it is, without sections that have no rows.
  public init() {}
}

/// Where a view's sections come from.
public enum ViewSections {
  /// They are the base's, with or without those that have no rows.
  case base(keepingEmpty: Bool)
  /// They are made from the rows.
  case groups(GroupRules)
  /// There is one, always.
  case one(Handle)
}

/// How sections are made from rows.
public struct GroupRules {
  /// The section of a row.
  public var group: (Handle, RowReading) -> Handle
  /// The content of a section.
  public var content: (Handle) -> Content
  /// Sections that are always there, in front of all others and in this order.
  public let always: [Handle]
  private let alwaysPlaces: [Handle: Int]
  /// Whether one of the other sections stands in front of another; of two sections one does.
  public var areInOrder: (Handle, Handle) -> Bool

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - always: Sections that are always there, in front of all others and in this order.
  ///   - group: The section of a row.
  ///   - content: The content of a section.
  ///   - areInOrder: Whether one of the other sections stands in front of another.
  public init(
    always: [Handle] = [],
    group: @escaping (Handle, RowReading) -> Handle,
    content: @escaping (Handle) -> Content,
    areInOrder: @escaping (Handle, Handle) -> Bool
  ) {
    self.always = always
    alwaysPlaces = Dictionary(uniqueKeysWithValues: zip(always, 0...))
    self.group = group
    self.content = content
    self.areInOrder = areInOrder
  }

  /// The place of a section among those that are always there, nil when it is not one of them.
  func place(ofAlways section: Handle) -> Int? { alwaysPlaces[section] }
}
