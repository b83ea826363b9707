import DiffableProtocol
import JSON

/// The members of an object that stands for a section or an item, found in one pass over it, and valid
/// as long as the object is.
struct ElementMembers {
  /// What the object stands for.
  enum Form {
    case section
    case item
    case outlineItem
  }

  let object: JSONElement
  private let form: Form
  // Elements, not views: what is found here in each item of a document counts no references.
  private(set) var id: JSONElement?
  private(set) var content: JSONElement?
  private(set) var items: JSONElement?
  private(set) var expanded: JSONElement?
  private(set) var children: JSONElement?
  /// Whether it has no member but those of its form.
  private(set) var areOnlyKnown = true
  private var areSingle = true

  init(of object: JSONElement, _ form: Form) {
    self.object = object
    self.form = form
    object.forEachMember { name, value in note(name, value) }
  }

  private mutating func note(_ name: JSONElement, _ value: JSONElement) {
    var isFirst = true
    if name.equals("id") {
      isFirst = replace(&id, with: value)
    } else if name.equals("content") {
      isFirst = replace(&content, with: value)
    } else {
      switch form {
      case .section where name.equals("items"): isFirst = replace(&items, with: value)
      case .outlineItem where name.equals("expanded"): isFirst = replace(&expanded, with: value)
      case .outlineItem where name.equals("children"): isFirst = replace(&children, with: value)
      case .section, .item, .outlineItem: areOnlyKnown = false
      }
    }
    areSingle = areSingle && isFirst
  }
}

/// Notes the value of a member, and says whether there was none before.
private func replace(_ member: inout JSONElement?, with value: JSONElement) -> Bool {
  defer { member = value }
  return member == nil
}

extension ElementMembers {
  /// The model object of an item of an outline that is written with whether it is open or what hangs
  /// below it, nil when it is not written so.
  var wrappedModel: JSONElement? {
    guard id == nil, expanded != nil || children != nil else { return nil }
    return content?.kind == .object ? content : nil
  }

  /// Refuses members that its form does not have, and those that stand twice.
  ///
  /// - Throws: `invalidParams`, seen from the object.
  func check() throws(DiffableError) {
    guard !areOnlyKnown || !areSingle else { return }
    if let fault = form.members.fault(in: object.view) { throw fault }
  }
}

extension ElementMembers.Form {
  fileprivate var members: MemberNames {
    switch self {
    case .section: MemberNames(of: "a section", ["id", "content", "items"])
    case .item:
      MemberNames(
        of: "an item",
        ["id", "content"],
        advice: "Other objects are items only with the option identity"
      )
    case .outlineItem:
      MemberNames(of: "an item of an outline", ["id", "content", "expanded", "children"])
    }
  }
}
