/// Elements that leave in the order in which they came.
///
/// What has left takes no memory: its place is emptied at once, and the places go by halves.
public struct Queue<Element> {
  private var places: [Element?] = []
  private var next = 0
  /// How many places went already.
  private var gone = 0

  /// Creates an empty queue.
  public init() {}

  /// Adds an element at the end.
  ///
  /// - Parameter element: The element.
  /// - Returns: Its place, by which it can be replaced for as long as it is there.
  @discardableResult
  public mutating func append(_ element: Element) -> Int {
    places.append(element)
    return gone + places.count - 1
  }

  /// The element that leaves next, nil when there is none.
  public var first: Element? { next < places.count ? places[next] : nil }

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
      gone += next
      next = 0
    } else if next == places.count {
      places.removeAll(keepingCapacity: true)
      gone += next
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

  /// Puts another element in the place of one that has not left.
  ///
  /// - Parameters:
  ///   - place: The place of the one that goes.
  ///   - element: The other element.
  public mutating func replace(at place: Int, with element: Element) {
    places[place - gone] = element
  }
}
