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
  let greatest = max(1, length / 3)
  var nearest: (name: String, distance: Int)?
  for name in known {
    let lowercased = name.lowercased()
    // As many letters as one has more are put in at least.
    guard abs(lowercased.unicodeScalars.count - length) <= greatest else { continue }
    let distance = spellingDistance(text, lowercased)
    if distance <= greatest, distance < nearest?.distance ?? .max { nearest = (name, distance) }
  }
  if let nearest { return nearest.name }
  guard length >= 2 else { return nil }
  let bytes = Array(text.utf8)
  return known.first { name in
    let name = Array(name.lowercased().utf8)
    return holds(name, bytes) || holds(bytes, name)
  }
}

/// Whether a text has another somewhere. (What the standard library has takes a hundred times as long.)
private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
  part.count <= text.count
    && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
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
  var beforeLast = Array(0...known.count)
  var (last, row) = (beforeLast, beforeLast)
  for i in given.indices {
    row[0] = i + 1
    for j in known.indices {
      let cost = given[i] == known[j] ? 0 : 1
      var least = min(last[j] + cost, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, given[i] == known[j - 1], given[i - 1] == known[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row[j + 1] = least
    }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[known.count]
}
