import DiffableProtocol
import JSON
import Snapshots

/// A section or an item as it stands in a message: an identifier, an object with one, or an item's
/// model object.
struct Element {
  /// The identifier, or the model object that has it.
  let identifier: JSONView
  let content: JSONView?
  /// The items of a section, nil when none were given.
  let items: JSONView?
  /// Where the identifier is in the model object, nil when this is none.
  let identity: Identity?

  /// Reads a section, or an item of a list whose model objects are identified in a certain way.
  init(_ value: JSONView, by identity: Identity? = nil) {
    if let identity, value.kind == .object, !value.isItemObject {
      self.identity = identity
      (identifier, content, items) = (value, value, nil)
      return
    }
    self.identity = nil
    guard value.kind == .object else {
      (identifier, content, items) = (value, nil, nil)
      return
    }
    // An object without an identifier stands for itself: it is then refused as one.
    identifier = value["id"] ?? value
    content = value["content"]
    items = value["items"]
  }
}

extension JSONView {
  /// Whether an object has an identifier and perhaps content, and nothing else.
  fileprivate var isItemObject: Bool {
    guard self["id"] != nil else { return false }
    return members.allSatisfy { $0.name.equals("id") || $0.name.equals("content") }
  }

  /// The value without insignificant white space, as content is kept.
  var minified: Content {
    var bytes: [UInt8] = []
    appendMinified(to: &bytes)
    return bytes
  }

  /// The value as content is kept, nil when its bytes, as they came, are those of the content that
  /// is there: what comes again unchanged need not be stored, nor compared later.
  func minified(unlessSameAs content: Content?) -> Content? {
    hasSameBytes(as: content) ? nil : minified
  }

  private func hasSameBytes(as content: Content?) -> Bool {
    guard let content else { return false }
    return withBytes { bytes in bytes.count == content.count && bytes.elementsEqual(content) }
  }
}
