/// Elements that leave in the order in which they came.
///
/// What has left takes no memory: its place is emptied at once, and the places go by halves.
public struct Queue<Element> {
  private var places: [Element?] = []
  private var next = 0

  /// Creates an empty queue.
  public init() {}

  /// Adds an element at the end.
  ///
  /// - Parameter element: The element.
  public mutating func append(_ element: Element) {
    places.append(element)
  }

  /// Takes the first element out, nil when there is none.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func popFirst() -> Element? {
    guard next < places.count else { return nil }
    let element = places[next]
    places[next] = nil
    next += 1
    if next > 64, next * 2 > places.count {
      places.removeSubrange(..<next)
      next = 0
    } else if next == places.count {
      places.removeAll(keepingCapacity: true)
      next = 0
    }
    return element
  }

  /// What a closure makes of the elements, the first one first, without nil.
  ///
  /// - Parameter transform: What to make of an element.
  /// - Returns: The results.
  public func compactMap<Result>(_ transform: (Element) -> Result?) -> [Result] {
    places[next...].compactMap { $0.flatMap(transform) }
  }

  /// Puts another element in the place of the first that a closure picks.
  ///
  /// - Parameters:
  ///   - element: The other element.
  ///   - isReplaced: Picks the one that goes.
  public mutating func replace(with element: Element, where isReplaced: (Element) -> Bool) {
    for index in places[next...].indices where places[index].map(isReplaced) == true {
      places[index] = element
      return
    }
  }
}
