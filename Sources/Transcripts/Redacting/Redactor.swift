import JSON

/// Puts placeholders for what messages hold of the client's own: names, identifiers and contents.
///
/// Types, nesting, the names of members, `true`, `false` and `null` stay. Equal values have equal
/// placeholders wherever they stand, and their order is kept, so a daemon does the same with them.
/// What was met is remembered, in as much memory as it takes.
public struct Redactor {
  /// Which way a message goes.
  public enum Direction: Sendable {
    case toDaemon, fromDaemon
  }

  /// Structure of the protocol is nowhere deeper than this.
  private static let deepestStructure = 12
  /// How deep the protocol's members in the definition of a view are looked for.
  private static let deepestView = 256

  private var placeholders = Placeholders()
  private var textViews: TextViews
  private let maxNestingDepth: Int

  /// Whether some placeholders are in another order than what they stand for.
  public var hasLostOrder: Bool { placeholders.haveLostOrder }

  /// A redactor that has met nothing yet.
  ///
  /// - Parameters:
  ///   - maxNestingDepth: How deep a message may be nested; a deeper one is no JSON.
  ///   - maxBatchMessages: How many messages a batch may hold; a longer one is refused as a whole.
  public init(maxNestingDepth: Int, maxBatchMessages: Int) {
    self.maxNestingDepth = maxNestingDepth
    textViews = TextViews(maxBatchMessages: maxBatchMessages)
  }

  /// A message with placeholders.
  ///
  /// - Parameters:
  ///   - message: The message without framing.
  ///   - direction: Which way it goes.
  /// - Returns: The message with placeholders; what is no JSON becomes something else that is none.
  public mutating func redacted(
    _ message: ArraySlice<UInt8>,
    _ direction: Direction
  ) -> [UInt8] {
    let depth = direction == .toDaemon ? maxNestingDepth : .max
    guard let root = try? JSONDocument(parsing: message, maxNestingDepth: depth).root else {
      if JSONDocument.accepts(message) { return tooDeep(message) }
      // The brace, with which messages begin, settles the framing as the message did.
      let text = Array("{redacted".utf8.prefix(message.count))
      return text + repeatElement(UInt8(ascii: "."), count: message.count - text.count)
    }
    if direction == .toDaemon { textViews.note(root) }
    var output: [UInt8] = []
    if root.kind == .array {
      Self.appendElements(of: root, to: &output) { element, output in
        appendMessage(element, direction, to: &output)
      }
    } else {
      appendMessage(root, direction, to: &output)
    }
    return output.contains { $0 > 0x7E } ? Self.printable(output) : output
  }

  /// JSON that is nested too deep, as a message is: without a line end that is another fault than
  /// being none.
  private func tooDeep(_ message: ArraySlice<UInt8>) -> [UInt8] {
    let isObject = message.first { $0 > 0x20 } == UInt8(ascii: "{")
    let levels = repeatElement("[", count: maxNestingDepth).joined()
    let ends = repeatElement("]", count: maxNestingDepth).joined()
    let text = Array((isObject ? #"{"":\#(levels)\#(ends)}"# : "[\(levels)\(ends)]").utf8)
    return text + repeatElement(UInt8(ascii: " "), count: max(0, message.count - text.count))
  }

  /// JSON without white space in which escapes stand for what would steer a terminal: names of
  /// members are kept, and may hold it.
  private static func printable(_ json: [UInt8]) -> [UInt8] {
    var text = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return Array(text.utf8)
  }

  private mutating func appendMessage(
    _ message: JSONView,
    _ direction: Direction,
    to output: inout [UInt8]
  ) {
    guard message.kind == .object else { return placeholders.append(data: message, to: &output) }
    let isUnknown =
      direction == .fromDaemon
      && (textViews.areAnswered(by: message) || textViews.areAnnounced(by: message))
    Self.appendMembers(of: message, to: &output) { name, value, output in
      if name == "method", value.kind == .string {
        value.appendMinified(to: &output)
      } else if isUnknown, name == "result" || name == "params" {
        output += #""…""#.utf8
      } else if name == "result", direction == .fromDaemon,
        value["serverInfo"] != nil || value["openrpc"] != nil
      {
        // What the daemon says of itself holds nothing of the client's.
        value.appendMinified(to: &output)
      } else {
        append(value, Place(name: name, direction: direction), to: &output)
      }
    }
  }
}

// MARK: - Structure

extension Redactor {
  /// Where in a message a value stands.
  private struct Place {
    var name: String
    let direction: Direction
    var depth = 0
    /// Whether it is a param, or stands in the array that is one: what a client has elsewhere under
    /// the name of one is its own.
    var isParam = false
    var isInOptions = false
    var isInEdits = false
    /// In the edits of a request, and not in what a client calls so.
    var hasSortKeys = false
    /// In the value of a `$/progress`, whose words are all the daemon's.
    var isInProgress = false
    /// In an answer that depends on heights, which are not kept.
    var isInHeights = false
    /// In the definition of a view.
    var isInView = false
    /// In the groups that a view makes from parts of texts and that are always there.
    var isInTextGroups = false
    /// The member that the value stands in.
    var parent = ""

    /// Whether an identifier stands here, under a name that means a number elsewhere: other ids are
    /// those of messages, and of what is cancelled.
    var isIdentifier: Bool {
      switch name {
      case "id": !["", "params"].contains(parent)
      case "to": isInEdits
      case "default": parent == "cells"
      default: false
      }
    }

    /// The place of a member of the object here.
    func member(_ name: String, isInHeights: Bool) -> Place {
      var place = self
      place.name = name
      place.parent = self.name
      place.depth += 1
      place.isParam = self.name == "params" && depth == 0
      let hasPointers = isParam && (self.name == "options" || self.name == "identity")
      place.isInOptions = isInOptions || hasPointers
      place.isInEdits = isInEdits || self.name == "edits"
      place.hasSortKeys = hasSortKeys || (isParam && self.name == "edits")
      place.isInProgress = self.name == "value" && direction == .fromDaemon
      place.isInHeights = isInHeights
      let isOfProtocol = isParam || direction == .fromDaemon
      place.isInView = isInView || (isOfProtocol && self.name == "view")
      return place
    }
  }

  private mutating func append(_ value: JSONView, _ place: Place, to output: inout [UInt8]) {
    if place.isInHeights, ["height", "y", "indexPath"].contains(place.name) {
      output += #""…""#.utf8
      return
    }
    switch value.kind {
    case .null, .bool: value.appendMinified(to: &output)
    case .number: append(number: value, place, to: &output)
    case .string: append(string: value, place, to: &output)
    case .array:
      // Placeholders for parts of texts would be no parts of the placeholders for the texts.
      if place.isInTextGroups { return output += "[]".utf8 }
      guard isStructure(place, value) else { return placeholders.append(data: value, to: &output) }
      var inner = place
      inner.depth += 1
      Self.appendElements(of: value, to: &output) { append($0, inner, to: &$1) }
    case .object:
      guard isStructure(place, value) else { return placeholders.append(data: value, to: &output) }
      let isInHeights = place.name == "result" && (value["height"] != nil || value["y"] != nil)
      let isOfTexts = ["letter", "start"].contains(value["take"]?.string)
      Self.appendMembers(of: value, to: &output) {
        var inner = place.member($0, isInHeights: isInHeights)
        inner.isInTextGroups = inner.isInView && isOfTexts && $0 == "values"
        append($1, inner, to: &$2)
      }
    }
  }

  /// Whether an array or an object is the protocol's, and not the client's.
  private func isStructure(_ place: Place, _ value: JSONView) -> Bool {
    if place.isInView {
      // What a test compares with is the client's; what a search has under the same name is not.
      guard place.depth < Redactor.deepestView, place.name != "in" || place.parent == "search"
      else { return false }
      return RedactionRules.viewStructures.contains(place.name)
    }
    guard place.depth < Redactor.deepestStructure, !place.isIdentifier else { return false }
    switch place.name {
    case "items", "sections":
      // The lists of a client hold whatever it likes; those of the daemon have one form.
      return place.isInOptions || place.direction == .fromDaemon
    case "id": return false
    default:
      return RedactionRules.structures.contains(place.name)
        || RedactionRules.numbers.contains(place.name)
    }
  }

  private mutating func append(number: JSONView, _ place: Place, to output: inout [UInt8]) {
    if place.isInView {
      guard RedactionRules.viewNumbers.contains(place.name) else {
        return placeholders.append(number: number.bytes, to: &output)
      }
      return number.appendMinified(to: &output)
    }
    // The daemon asks nothing, so what a client answers is its own.
    let isOfClient =
      place.isIdentifier
      || (place.direction == .toDaemon && RedactionRules.daemonNumbers.contains(place.name))
    if RedactionRules.numbers.contains(place.name), !isOfClient {
      number.appendMinified(to: &output)
    } else {
      placeholders.append(number: number.bytes, to: &output)
    }
  }

  private mutating func append(string: JSONView, _ place: Place, to output: inout [UInt8]) {
    let text = string.string ?? ""
    if place.direction == .fromDaemon, RedactionRules.sentences.contains(place.name) {
      output += #""…""#.utf8
    } else if isKept(text, place) {
      string.appendMinified(to: &output)
    } else {
      placeholders.append(string: string.bytes, to: &output)
    }
  }

  private func isKept(_ text: String, _ place: Place) -> Bool {
    let name = place.name
    if place.isInProgress { return true }
    if place.isInView {
      let isWord = RedactionRules.viewWords.contains(text)
      return name == "pointer"
        ? Self.isPointer(text) : isWord && RedactionRules.viewWordMembers.contains(name)
    }
    if RedactionRules.wordMembers.contains(name), RedactionRules.words.contains(text) {
      return true
    }
    if place.direction == .fromDaemon, RedactionRules.daemonWords.contains(name) { return true }
    let isInSortKey = place.hasSortKeys && place.parent == "by" && name == "pointer"
    let isInOptions = place.isInOptions && RedactionRules.pointers.contains(name)
    return (isInSortKey || isInOptions) && Self.isPointer(text)
  }

  /// Whether a text looks like a JSON Pointer, whose first name may begin with a combining character.
  private static func isPointer(_ text: String) -> Bool {
    text.isEmpty || text.utf8.first == UInt8(ascii: "/")
  }
}

// MARK: - Walking

extension Redactor {
  private static func appendElements(
    of array: JSONView,
    to output: inout [UInt8],
    _ append: (JSONView, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "["))
    var isFirst = true
    for element in array.elements {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      append(element, &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private static func appendMembers(
    of object: JSONView,
    to output: inout [UInt8],
    _ append: (String, JSONView, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in object.members {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output += member.name.bytes
      output.append(UInt8(ascii: ":"))
      append(member.name.string ?? "", member.value, &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}
