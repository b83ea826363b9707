/// The known name that somebody may have meant who wrote one that is not known.
///
/// Texts are compared in lower case. The nearest is the one that takes the fewest single changes —
/// a letter put in, left out or replaced, two neighbours exchanged — if these are at most one, or a
/// third of the letters. If there is none, it is the first that holds what was given, or is held by
/// it.
///
/// - Parameters:
///   - given: What was written.
///   - known: The names to choose from; of equally near ones the first counts.
/// - Returns: The nearest name, nil when none is near, or more than 64 bytes were written.
/// - Complexity: O(k·n) for k names and the n letters of all of them.
public func nearestName(to given: String, among known: [String]) -> String? {
  guard !given.isEmpty, given.utf8.count <= maxNameBytes else { return nil }
  let text = given.lowercased()
  let length = text.unicodeScalars.count
  let distances = known.map { spellingDistance(text, $0.lowercased()) }
  if let least = distances.min(), least <= max(1, length / 3) {
    return distances.firstIndex(of: least).map { known[$0] }
  }
  guard length >= 2 else { return nil }
  return known.first { $0.lowercased().contains(text) || text.contains($0.lowercased()) }
}

/// Names of more bytes are not looked into, and cut in sentences.
private let maxNameBytes = 64

/// A name as a part of a sentence, cut when it is long.
///
/// - Parameter name: The name.
/// - Returns: The name, or its beginning and an ellipsis.
public func shortened(_ name: String) -> String {
  name.utf8.count <= maxNameBytes ? name : "\(String(name.prefix(60)))…"
}

/// How many changes lead from one text to another, when no letter is changed twice.
///
/// - Source: Frederick J. Damerau, A technique for computer detection and correction of spelling
///   errors, 1964, in the form that is known as optimal string alignment.
func spellingDistance(_ given: String, _ known: String) -> Int {
  let (given, known) = (Array(given.unicodeScalars), Array(known.unicodeScalars))
  var beforeLast: [Int] = []
  var last = Array(0...known.count)
  for i in given.indices {
    var row = [i + 1]
    for j in known.indices {
      let cost = given[i] == known[j] ? 0 : 1
      var least = min(last[j] + cost, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, given[i] == known[j - 1], given[i - 1] == known[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    (beforeLast, last) = (last, row)
  }
  return last[known.count]
}
