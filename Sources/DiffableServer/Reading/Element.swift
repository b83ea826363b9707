import DiffableProtocol
import JSON
import Snapshots

/// A section or an item as it stands in a message: an identifier, an object with one, or an item's
/// model object.
struct Element {
  /// The identifier, or the model object that has it.
  let identifier: JSONView
  private(set) var content: JSONView?
  /// The items of a section, nil when none were given.
  private(set) var items: JSONView?
  /// Whether an item of an outline is open, nil when that was not said.
  private(set) var expanded: JSONView?
  /// The items below an item of an outline, nil when none were given.
  private(set) var children: JSONView?
  /// Where the identifier is in the model object, nil when this is none.
  private(set) var identity: Identity?

  /// Reads a section.
  ///
  /// - Throws: `invalidParams` for members that a section does not have.
  init(section value: JSONElement) throws(DiffableError) {
    guard value.kind == .object else {
      self.init(identifier: value)
      return
    }
    try self.init(ElementMembers(of: value, .section))
  }

  /// Reads an item of a list whose model objects are identified in a certain way.
  ///
  /// - Throws: `invalidParams` for members that an item does not have.
  init(item value: JSONElement, by identity: Identity?) throws(DiffableError) {
    guard value.kind == .object else {
      self.init(identifier: value)
      return
    }
    let members = ElementMembers(of: value, .item)
    if let identity, !members.areOnlyKnown || members.id == nil {
      self.init(model: value, by: identity)
    } else {
      try self.init(members)
    }
  }

  /// Reads an item of an outline.
  ///
  /// A model object stands for a closed item without children. One that has some is written as
  /// `{"content": the model object, "expanded", "children"}`.
  ///
  /// - Throws: `invalidParams` for members that an item does not have.
  init(outlineItem value: JSONElement, by identity: Identity?) throws(DiffableError) {
    guard value.kind == .object else {
      self.init(identifier: value)
      return
    }
    let members = ElementMembers(of: value, .outlineItem)
    guard let identity, !members.areOnlyKnown || members.id == nil else {
      try self.init(members)
      return
    }
    guard members.areOnlyKnown, let model = members.wrappedModel else {
      self.init(model: value, by: identity)
      return
    }
    try members.check()
    self.init(model: model, by: identity)
    (expanded, children) = (members.expanded?.view, members.children?.view)
  }

  private init(identifier: JSONElement) {
    self.identifier = identifier.view
  }

  private init(model: JSONElement, by identity: Identity) {
    identifier = model.view
    content = identifier
    self.identity = identity
  }

  private init(_ members: ElementMembers) throws(DiffableError) {
    guard let id = members.id else {
      // An object without an identifier stands for itself: it is then refused as one.
      self.init(identifier: members.object)
      return
    }
    try members.check()
    self.init(identifier: id)
    (content, items) = (members.content?.view, members.items?.view)
    (expanded, children) = (members.expanded?.view, members.children?.view)
  }
}

extension JSONView {
  /// The value as content is kept, nil when its bytes, as they came, are those of the content that
  /// is there: what comes again unchanged need not be stored, nor compared later.
  ///
  /// - Parameters:
  ///   - content: The content that is there.
  ///   - work: Told how long the value is, unless it is short.
  /// - Returns: The bytes.
  /// - Throws: `requestCancelled`.
  func minified(
    unlessSameAs content: Content?,
    _ work: @autoclosure () -> Work
  ) throws(DiffableError) -> Content? {
    let length = withBytes(\.count)
    // Most contents are a part of the work that their items are.
    guard length >= 256 else { return hasSameBytes(as: content) ? nil : minified }
    let work = work()
    guard work.mayRead(length) else { throw .cancelled }
    if hasSameBytes(as: content) { return nil }
    let bytes = minified(mayContinue: length < Work.longText ? nil : work.mayGoOn)
    if work.isCalledOff { throw .cancelled }
    return bytes
  }

  private func hasSameBytes(as content: Content?) -> Bool {
    guard let content else { return false }
    return withBytes { bytes in bytes.count == content.count && bytes.elementsEqual(content) }
  }
}
