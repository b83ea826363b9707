/// The requests that drive the daemon, each as one line.
enum Messages {
  static let initialize = request(0, "initialize", #""processId":null,"capabilities":{}"#)

  static func request(_ id: Int, _ method: String, _ members: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(members)}}"#.utf8) + [
      10
    ]
  }

  /// Creates the data source that all other requests name.
  static func create(options: String) -> [UInt8] {
    request(1, "dataSource/create", #""dataSource":"d","options":\#(options)"#)
  }

  /// Applies a document with a whole list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - kind: How its items are identified.
  /// - Returns: The request.
  static func apply(
    _ list: ItemList,
    _ kind: IdentifierKind = .string
  ) -> [UInt8] {
    let head = #"{"jsonrpc":"2.0","id":2,"method":"dataSource/apply","params":"#
    var bytes = Array((head + #"{"dataSource":"d","snapshot":{"sections":["#).utf8)
    for section in 0..<list.numberOfSections {
      if section > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(#"{"id":\#(EditText.section(section)),"items":["#.utf8)
      for offset in list.offsets(inSection: section) {
        if offset > list.offsets(inSection: section).lowerBound { bytes.append(UInt8(ascii: ",")) }
        kind.appendElement(list.items[offset], to: &bytes)
      }
      bytes += Array("]}".utf8)
    }
    return bytes + Array("]}}}\n".utf8)
  }

  /// Makes one edit.
  static func edit(_ step: EditStep) -> Exchange {
    let edit =
      switch step.edit {
      case .insert: EditText.insertItem(step.subject, after: step.anchor)
      case .delete: EditText.deleteItems([step.subject])
      case .move: EditText.moveItem(step.subject, after: step.anchor)
      case .append: EditText.appendItems([step.subject])
      }
    let request = request(3, "dataSource/edit", #""dataSource":"d","edits":[\#(edit)]"#)
    return Exchange(request: request, answer: step.edit.counts)
  }

  /// Asks where the items at some offsets of a list are.
  static func indexPaths(at offsets: [Int], of list: ItemList) -> Exchange {
    let items = EditText.items(offsets.map { list.items[$0] })
    let members = #""dataSource":"d","items":[\#(items)]"#
    return Exchange(
      request: request(4, "dataSource/indexPath", members),
      answer: #""indexPaths":[\#(pathText(offsets[0], list))"#
    )
  }

  /// Asks which items are at some offsets of a list.
  static func itemIdentifiers(at offsets: [Int], of list: ItemList) -> Exchange {
    let paths = offsets.map { pathText($0, list) }.joined(separator: ",")
    return Exchange(
      request: request(
        5,
        "dataSource/itemIdentifier",
        #""dataSource":"d","indexPaths":[\#(paths)]"#
      ),
      answer: #""items":[\#(EditText.item(list.items[offsets[0]]))"#
    )
  }

  private static func pathText(_ offset: Int, _ list: ItemList) -> String {
    let path = list.indexPath(at: offset)
    return "[\(path.section),\(path.item)]"
  }

  /// Asks what changed since a revision.
  static func changes(since revision: Int) -> Exchange {
    let request = request(7, "dataSource/changes", #""dataSource":"d","since":\#(revision)"#)
    return Exchange(request: request, answer: #""fromRevision":\#(revision),"#)
  }

  /// Removes the data source.
  static let close = request(8, "dataSource/close", #""dataSource":"d""#)

  /// Asks how many items there are: the smallest question about a state.
  static let counts = request(6, "snapshot/counts", #""dataSource":"d""#)
}
