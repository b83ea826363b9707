public import JSON

/// A list of edits, read one after another.
public struct EditList {
  /// The edits as they stand in the message.
  public let values: JSONElements
  private let edits: JSONView
  private let reader: ObjectReader

  /// Reads the member `edits`.
  ///
  /// - Throws: `invalidParams` when it is no array.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    self.reader = reader
    edits = try reader.array("edits")
    values = edits.elements
  }

  /// How many edits there are, and items in the lists that they bring.
  ///
  /// - Parameter mayContinue: Told how many members of each edit were looked at, and says whether to
  ///   go on; if not, those behind it are left out.
  /// - Returns: The number.
  public func numberOfElements(_ mayContinue: (_ members: Int) -> Bool) -> Int {
    var number = edits.count
    for edit in values {
      number += edit["items"]?.count ?? 0
      guard mayContinue(1 + edit.count) else { break }
    }
    return number
  }

  /// The members of an edit.
  ///
  /// - Parameters:
  ///   - value: The edit as it stands in the message.
  ///   - index: Its index.
  /// - Returns: A reader that knows where it stands.
  /// - Throws: `invalidParams` when it is no object.
  public func reader(of value: JSONView, at index: Int) throws(DiffableError) -> ObjectReader {
    try reader.object(value, at: "edits[\(index)]")
  }
}
