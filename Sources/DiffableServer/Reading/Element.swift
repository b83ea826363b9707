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
  /// Whether an item of an outline is open, nil when that was not said.
  private(set) var expanded: JSONView?
  /// The items below an item of an outline, nil when none were given.
  private(set) var children: JSONView?
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

extension Element {
  /// Reads an item of an outline.
  ///
  /// A model object stands for a closed item without children. One that has some is written as
  /// `{"content": the model object, "expanded", "children"}`.
  init(outlineItem value: JSONView, by identity: Identity?) {
    guard value.kind == .object, identity == nil || value.isOutlineItemObject else {
      self.init(value, by: identity)
      return
    }
    if identity != nil, value["id"] == nil, let model = value["content"] {
      self.init(model, by: identity)
    } else {
      self.init(value)
    }
    expanded = value["expanded"]
    children = value["children"]
  }
}

extension JSONView {
  /// Whether an object has an identifier, or a model object and whether it is open or what hangs
  /// below it, and beside them nothing but what an item of an outline has.
  fileprivate var isOutlineItemObject: Bool {
    let wrapsModel =
      self["content"]?.kind == .object && (self["expanded"] != nil || self["children"] != nil)
    guard self["id"] != nil || wrapsModel else { return false }
    let names = ["id", "content", "expanded", "children"]
    return members.allSatisfy { member in names.contains { member.name.string == $0 } }
  }

  /// Whether an object has an identifier and perhaps content, and nothing else.
  fileprivate var isItemObject: Bool {
    guard self["id"] != nil else { return false }
    return members.allSatisfy { $0.name.equals("id") || $0.name.equals("content") }
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
