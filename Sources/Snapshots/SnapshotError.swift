/// Every way in which an edit of a snapshot can be refused.
///
/// A refused edit has changed nothing: no order, no content and no mark.
public enum SnapshotError: Error, Equatable {
  /// Items that the edit needs are not in the snapshot.
  case unknownItems([Handle])
  /// Sections that the edit needs are not in the snapshot.
  case unknownSections([Handle])
  /// Items stand more than once among those to be placed.
  case repeatedItems([Handle])
  /// Sections stand more than once among those to be placed.
  case repeatedSections([Handle])
  /// Sections to be placed are in the snapshot already.
  case existingSections([Handle])
  /// Items to be placed are in the section's tree already.
  case existingItems([Handle])
  /// There is no section to append items to.
  case noSection
  /// An index is not from 0 to the number of items that a section has then.
  case indexOutOfRange(Int, count: Int, section: Handle)
  /// An item would be placed relative to itself.
  case itemRelativeToItself(Handle)
  /// A section would be placed relative to itself.
  case sectionRelativeToItself(Handle)
  /// Plain edits would bring an item of an outline to this level, below the greatest that there may
  /// be.
  case outlineTooDeep(level: Int)
  /// Whoever asked for the edit has called it off, see ``Work``.
  ///
  /// It may come from every edit of many elements, and the snapshot is of no use then, whatever the
  /// edit says of its other errors.
  case interrupted
}
