import JSON
import Replicas
import Transcripts

/// What shows a conversation to a person.
protocol PlayView: AnyObject {
  /// A line of explanation; a new thought, or the same one going on.
  func prose(_ text: [UInt8], isNew: Bool)

  /// An empty line.
  func paragraph()

  /// What goes to the daemon.
  func sent(_ exchange: Transcript.Exchange)

  /// A message from the daemon as it is.
  func received(_ message: [UInt8])

  /// An answer to a request: its result, or what went wrong.
  func answered(_ message: JSONView)

  /// A notification other than a change of a list.
  func announced(_ message: JSONView)

  /// A list after a change; no changes where it was read anew.
  func list(
    _ key: [UInt8],
    _ params: JSONView,
    before: ListReplica,
    after: ListReplica,
    changes: ListChanges?
  )

  /// Something that is not as it should be.
  func problem(_ lines: [PlayLine])

  /// All that came of a message is there; false when nobody wants to see more.
  func endStep() -> Bool

  /// The last line.
  func end(_ summary: PlayLine)
}
