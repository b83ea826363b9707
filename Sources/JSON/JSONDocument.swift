/// A parsed and validated JSON text: its bytes, and a flat tape of what stands where.
///
/// Parsing allocates the tape and nothing else, whatever values the text has; they are decoded when
/// they are read, through ``JSONView``. The bytes are shared with the caller, not copied.
///
/// A text is accepted exactly when it is one JSON value by RFC 8259, in valid UTF-8, with white
/// space around it at most. An escaped surrogate without its other half is allowed, as the grammar
/// has it.
///
/// - Complexity: Parsing is O(n) for n bytes, in eight bytes for every value, name and end of an
///   array or object.
public final class JSONDocument {
  /// The greatest number of bytes that a text may have.
  public static let maxTextBytes = JSONNode.limit - 1

  // Views read through the two pointers, because going through the arrays would count references
  // for every value. The memory stays where it is: the arrays are never changed, and whoever else
  // holds one of them has to copy it before changing it, as long as this reference is there.
  let text: ArraySlice<UInt8>
  private let nodes: [JSONNode]
  @usableFromInline let textBytes: UnsafeRawBufferPointer
  @usableFromInline let tape: UnsafeBufferPointer<JSONNode>

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text. A byte order mark is not skipped.
  ///   - maxNestingDepth: How many arrays and objects may be open at once.
  ///   - mayContinue: Told now and then how much of a long text was parsed, in values of 64 bytes,
  ///     and says whether to go on.
  /// - Throws: The first error in the text.
  public init(
    parsing bytes: ArraySlice<UInt8>,
    maxNestingDepth: Int = 256,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) throws(JSONError) {
    guard bytes.count <= Self.maxTextBytes else {
      throw JSONError(reason: .textTooLong(limit: Self.maxTextBytes), offset: Self.maxTextBytes)
    }
    let text = bytes.withUnsafeBytes { $0 }
    var parser = JSONParser(JSONScanner(text), maxNestingDepth: maxNestingDepth)
    try parser.parse(mayContinue)
    self.text = bytes
    nodes = parser.nodes
    textBytes = text
    tape = nodes.withUnsafeBufferPointer { $0 }
  }

  /// Parses a text that is a whole array of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole text. A byte order mark is not skipped.
  ///   - maxNestingDepth: How many arrays and objects may be open at once.
  ///   - mayContinue: Told now and then how much of a long text was parsed, in values of 64 bytes,
  ///     and says whether to go on.
  /// - Throws: The first error in the text.
  public convenience init(
    parsing bytes: [UInt8],
    maxNestingDepth: Int = 256,
    mayContinue: ((_ values: Int) -> Bool)? = nil
  ) throws(JSONError) {
    try self.init(
      parsing: bytes[...],
      maxNestingDepth: maxNestingDepth,
      mayContinue: mayContinue
    )
  }

  /// Parses a text that is given as a string.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - maxNestingDepth: How many arrays and objects may be open at once.
  /// - Throws: The first error in the text.
  public convenience init(parsing text: String, maxNestingDepth: Int = 256) throws(JSONError) {
    try self.init(parsing: Array(text.utf8)[...], maxNestingDepth: maxNestingDepth)
  }

  /// The one value that the text is.
  @inlinable public var root: JSONView { JSONView(self, at: 0) }

  /// One node of the tape.
  ///
  /// The memory behind the pointer is only there as long as the document, which the compiler may let
  /// go as soon as it was last mentioned.
  @inlinable
  func node(at index: Int) -> JSONNode { withExtendedLifetime(self) { tape[index] } }
}
