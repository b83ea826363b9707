/// One entry of a document's tape, packed into eight bytes.
///
/// The tape has the values of a text in document order:
/// - a scalar is one node with the number of its bytes;
/// - an array or object is an opening node, its elements (of an object: name, value, name, value,
///   …) and a closing node. The opening node has the number of nodes up to the next sibling, the
///   closing one the number of elements or members.
///
/// - Invariant: An opening node at `i` with payload `n` has its closing node at `i + n - 1`.
@usableFromInline
struct JSONNode: Equatable, Sendable {
  /// What a node stands for.
  @usableFromInline
  enum Tag: UInt8 {
    case null = 0
    case `false`
    case `true`
    /// A number without fraction and exponent.
    case integer
    /// Any other number.
    case decimal
    /// A string without escapes: its text is the bytes between the quotes.
    case string
    /// A string with at least one backslash.
    case escapedString
    /// The end of an array or object.
    case end
    case array = 8
    case object = 9

    /// The tag with a raw value; that of an end when there is none.
    ///
    /// Written out, because what the compiler derives is a call for each look at a node.
    @inlinable @inline(__always)
    init(bits: UInt64) {
      switch bits {
      case 0: self = .null
      case 1: self = .false
      case 2: self = .true
      case 3: self = .integer
      case 4: self = .decimal
      case 5: self = .string
      case 6: self = .escapedString
      case 8: self = .array
      case 9: self = .object
      default: self = .end
      }
    }

    @inlinable var kind: JSONKind {
      switch self {
      case .null, .end: .null
      case .false, .true: .bool
      case .integer, .decimal: .number
      case .string, .escapedString: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// From the highest bit: 4 bits tag, 30 bits payload, 30 bits offset.
  @usableFromInline let word: UInt64

  /// Offsets and payloads are less than this.
  @usableFromInline static let limit = 1 << 30

  @inlinable
  init(_ tag: Tag, offset: Int, payload: Int) {
    word =
      UInt64(tag.rawValue) << 60 | UInt64(truncatingIfNeeded: payload) << 30
      | UInt64(truncatingIfNeeded: offset)
  }

  @inlinable @inline(__always) var tag: Tag { Tag(bits: word >> 60) }

  /// Where the value starts, in bytes from the start of the text.
  @inlinable var offset: Int { Int(truncatingIfNeeded: word) & (Self.limit - 1) }

  /// The bytes of a scalar, the nodes of a container, or the elements that an end closes.
  @inlinable var payload: Int { Int(truncatingIfNeeded: word >> 30) & (Self.limit - 1) }

  /// Whether this opens an array or object: their tags are the ones with the highest bit.
  @inlinable var isContainer: Bool { word >> 63 == 1 }

  /// How many nodes further the next sibling stands.
  ///
  /// Without a branch, because this is on the way from each element to the next.
  @inlinable var stride: Int {
    let containerMask = 0 &- Int(truncatingIfNeeded: word >> 63)
    return (payload & containerMask) | (1 & ~containerMask)
  }

  /// How many bytes a scalar or a closing bracket has.
  @inlinable @inline(__always) var byteCount: Int { tag == .end ? 1 : payload }
}
