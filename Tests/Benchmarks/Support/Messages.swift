/// The requests that drive the daemon, each as one line.
enum Messages {
  static let initialize = request(0, "initialize", #""processId":null,"capabilities":{}"#)

  static func request(_ id: Int, _ method: String, _ members: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(members)}}"#.utf8) + [
      10
    ]
  }

  /// Creates the data source that all other requests name.
  static let create = request(1, "dataSource/create", #""dataSource":"d""#)

  /// Applies a document with a whole list.
  static func apply(_ list: ItemList, _ kind: IdentifierKind = .string) -> [UInt8] {
    let head = #"{"jsonrpc":"2.0","id":2,"method":"dataSource/apply","params":"#
    var bytes = Array((head + #"{"dataSource":"d","snapshot":{"sections":["#).utf8)
    for section in 0..<ItemList.numberOfSections {
      if section > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(#"{"id":"section \#(section)","items":["#.utf8)
      for offset in list.offsets(inSection: section) {
        if offset > list.offsets(inSection: section).lowerBound { bytes.append(UInt8(ascii: ",")) }
        kind.append(list.items[offset], to: &bytes)
      }
      bytes += Array("]}".utf8)
    }
    return bytes + Array("]}}}\n".utf8)
  }

  /// Makes one edit.
  static func edit(_ edit: SingleEdit, _ item: Int, _ anchor: Int, new: Int) -> [UInt8] {
    let text = IdentifierKind.string.text
    let members =
      switch edit {
      case .insert: #""op":"insertItems","items":[\#(text(new))],"afterItem":\#(text(anchor))"#
      case .delete: #""op":"deleteItems","items":[\#(text(item))]"#
      case .move: #""op":"moveItem","item":\#(text(item)),"afterItem":\#(text(anchor))"#
      case .append: #""op":"appendItems","items":[\#(text(new))]"#
      }
    return request(3, "dataSource/edit", #""dataSource":"d","edits":[{\#(members)}]"#)
  }

  /// Asks how many items there are: the smallest question about a state.
  static let counts = request(4, "snapshot/counts", #""dataSource":"d""#)
}
