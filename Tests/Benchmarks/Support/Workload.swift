/// What a column of a table is about: which list, with identifiers of which kind.
struct Workload: Sendable {
  /// The number of items.
  var size: Int
  var numberOfSections = 10
  var kind = IdentifierKind.string
  /// The head of the column.
  var head: String

  /// - Parameters:
  ///   - size: The number of items.
  ///   - head: The head of the column; its size when absent.
  init(size: Int, head: String? = nil) {
    self.size = size
    self.head = head ?? sizeText(size)
  }

  /// A list in few sections and in very many, none of which is empty.
  static func manySections(size: Int) -> [Workload] {
    [10, size / 10, size].map { count in
      var workload = Workload(size: size, head: "\(sizeText(count)) sections")
      workload.numberOfSections = count
      return workload
    }
  }

  /// The list of this workload, in its first order.
  var list: ItemList { ItemList(count: size, numberOfSections: numberOfSections) }
}

/// A number of items, short.
func sizeText(_ size: Int) -> String {
  switch size {
  case let size where size > 0 && size % 1_000_000 == 0: "\(size / 1_000_000)M"
  case let size where size > 0 && size % 1_000 == 0: "\(size / 1_000)k"
  default: "\(size)"
  }
}
