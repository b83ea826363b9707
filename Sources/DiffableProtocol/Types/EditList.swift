import JSON

/// A list of edits, read one after another.
public struct EditList {
  /// Where the edits stand; errors name places in it.
  public let reader: ObjectReader
  private let edits: JSONView

  /// Reads the member `edits`.
  ///
  /// - Throws: `invalidParams` when it is no array.
  public init(_ reader: ObjectReader) throws(DiffableError) {
    self.reader = reader
    edits = try reader.array("edits")
  }

  /// How many edits there are, and items in the lists that they bring.
  public var numberOfElements: Int {
    edits.elements.reduce(edits.count) { $0 + ($1["items"]?.count ?? 0) }
  }

  /// Runs each edit in turn, until one is refused.
  ///
  /// - Parameters:
  ///   - read: Reads one edit from its members.
  ///   - body: Runs one edit; the reader knows where it stands.
  /// - Throws: What the closures throw, and `invalidParams`; the error names the edit's index.
  public func forEach<AnyEdit>(
    _ read: (ObjectReader) throws(DiffableError) -> AnyEdit,
    _ body: (Int, AnyEdit, ObjectReader) throws(DiffableError) -> Void
  ) throws(DiffableError) {
    for (index, element) in edits.elements.enumerated() {
      do throws(DiffableError) {
        let edit = try reader.object(element, at: "edits[\(index)]")
        try body(index, read(edit), edit)
      } catch {
        var error = error
        error.edit = index
        throw error
      }
    }
  }
}
