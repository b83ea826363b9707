public import Snapshots

/// What a step does to the content of the list itself, which belongs to no item and no section.
public enum ListContentChange: Equatable, Sendable {
  /// It stays what it is.
  case kept
  /// It becomes another one, nil for none.
  case replaced(by: Content?)
}

extension ListContentChange {
  /// What leads from one content to another: nothing when the two are equal.
  static func from(
    _ before: Content?,
    to after: Content?,
    _ contentRules: ContentRules
  ) -> ListContentChange {
    contentRules.differ(before, after) ? .replaced(by: after) : .kept
  }

  /// How many bytes of content it holds.
  var byteCount: Int {
    switch self {
    case .kept, .replaced(by: nil): 0
    case .replaced(by: let content?): content.count
    }
  }

  /// A content after the step.
  func applied(to content: Content?) -> Content? {
    switch self {
    case .kept: content
    case .replaced(by: let other): other
    }
  }

  /// What leads back from the step to a content before it.
  func undone(to content: Content?) -> ListContentChange {
    switch self {
    case .kept: .kept
    case .replaced: .replaced(by: content)
    }
  }
}
