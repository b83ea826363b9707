/// Arrays of handles by section, and a dictionary from string to handle.
///
/// A difference goes through both lists from their ends; what lies between is told as deletes,
/// inserts and moves, which are not always the fewest. It takes as long as the list is, as finding
/// an item does, but reads only four bytes for each.
struct HandlePeer: EditPeer {
  static let name = "arrays of handles"
  static let isLong = false

  private var list: SectionArrays<Int32>
  private let handles = StringHandles()

  init(_ list: ItemList) {
    let handles = handles
    self.list = SectionArrays(list) { handles[EditText.item($0)] }
  }

  mutating func apply(_ edit: SingleEdit, subject: String, anchor: String) {
    let anchor = edit.hasAnchor ? handles[anchor] : -1
    list.apply(edit, subject: handles[subject], anchor: anchor)
  }

  static func difference(from old: HandlePeer, to new: HandlePeer) -> PeerChanges {
    let (old, new) = (old.list.sections, new.list.sections)
    var found = DifferingHandles()
    // Two arrays that share their memory are equal without a look into it.
    for section in old.indices where old[section] != new[section] {
      found.add(old[section], at: (section, 0), new[section], at: (section, 0))
    }
    return found.changes
  }
}
