/// In which state a list is when it is edited and asked.
enum Order: String, CaseIterable, Sendable {
  /// As it came: what was named first stands first, which is the best case for every cache.
  case fresh
  /// After one shuffle, so that neighbours lie apart in memory.
  case shuffled

  /// A piece of work as a table calls it when it is done in this state.
  func label(_ work: String) -> String {
    self == .fresh ? work : "\(work), after a shuffle"
  }

  /// The lists that lead to this state, each applied as a whole.
  func lists(_ list: ItemList) -> [ItemList] {
    self == .fresh ? [list] : [list, list.after(.shuffled)]
  }
}
