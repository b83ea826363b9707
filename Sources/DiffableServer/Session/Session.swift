import DataSources
import DiffableProtocol
import JSON
public import JSONRPC
import Snapshots

/// The daemon without its descriptors: messages go in, messages come out.
///
/// One message is handled after another, in the order in which they came. A session knows no time
/// and does no I/O, so the same messages give the same answers.
public final class Session {
  /// The version of the daemon.
  public static let version = "0.1.0"

  let store: Store
  let limits: Limits
  // Not checked at run time, which took a tenth of a small request's instructions, here and in what
  // else all messages pass: there is one thread, and whoever changes one of these in place calls
  // nobody who looks at it.

  @exclusivity(unchecked) var lifecycle = Lifecycle.uninitialized
  @exclusivity(unchecked) var outbox: Outbox
  /// Where long work asks whether it may go on.
  let checkpoint = Checkpoint()
  /// Counts what is written of an answer.
  let lookWhileWriting: (_ bytes: Int) -> Bool
  /// Counts what is read of long params.
  let stepWhileReading: ObjectReader.Counter
  /// The request that is being handled, nil for what wants no answer.
  @exclusivity(unchecked) var request: RunningRequest?
  /// Requests of the message at hand that were cancelled.
  @exclusivity(unchecked) var cancelled: Set<RequestID> = []
  /// Whether nothing more of the message at hand is wanted.
  @exclusivity(unchecked) var isCalledOff = false

  /// What positions in texts are counted in.
  var positionEncoding = PositionEncoding.utf16

  /// How much of the conversation is told to the front end.
  @exclusivity(unchecked) var trace = TraceValue.off

  /// The process after whose end the daemon ends too, nil when there is none.
  @exclusivity(unchecked) public internal(set) var clientProcessID: Int32?

  /// Begins a session without data sources.
  ///
  /// - Parameter limits: How much a client may ask for.
  public convenience init(limits: Limits) {
    self.init(store: Store(limits: limits))
  }

  package convenience init(limits: Limits, releaseThreshold: Int) {
    self.init(store: Store(limits: limits, releaseThreshold: releaseThreshold))
  }

  init(store: Store) {
    self.store = store
    limits = store.limits
    outbox = Outbox(mergeAfterBytes: limits.mergeAfterBytes)
    lookWhileWriting = { [checkpoint] in checkpoint.mayContinue(after: $0 / 64) }
    stepWhileReading = { [checkpoint] (elements) throws(DiffableError) in
      try checkpoint.step(elements)
    }
    checkpoint.mayContinue = { [unowned self] in
      if !mayContinue() { isCalledOff = true }
      return !isCalledOff && request.map { cancelled.contains($0.id) } != true
    }
    checkpoint.calledOff = { [unowned self] in answerCancelled() }
    store.work.mayContinue = { [checkpoint] in checkpoint.mayContinue(after: $0) }
  }

  /// The code to exit with, nil as long as `exit` did not come.
  public var exitCode: Int32? {
    if case .exited(let code) = lifecycle { code } else { nil }
  }

  // MARK: Output

  /// Bytes that were taken with ``nextMessage()`` and that the client has not read yet.
  public var unwrittenBytes: Int {
    get { outbox.unwrittenBytes }
    set { outbox.unwrittenBytes = newValue }
  }

  /// Bytes of the messages that are ready to be taken.
  public var queuedBytes: Int { outbox.queuedBytes }

  /// Takes the next outgoing message, nil when there is none.
  ///
  /// - Returns: The message without framing.
  public func nextMessage() -> ArraySlice<UInt8>? {
    outbox.popFirst().map { $0[...] }
  }

  // MARK: Input

  /// Told of each request that came without an id and was refused: nobody else is.
  public var refusedSilently: (ResponseError) -> Void = { _ in }

  /// Asked now and then while a request runs: whether it may go on.
  ///
  /// A request that may not ends with an error and has changed nothing, and what stands behind it in
  /// a batch is not handled. Whoever answers may read ahead, call ``cancel(_:)`` and take messages
  /// out, but hand in none.
  @exclusivity(unchecked) public var mayContinue: () -> Bool = { true }

  /// What the framing made of a part of the input.
  public enum Input: Sendable {
    /// A message without its framing.
    case message(ArraySlice<UInt8>)
    /// What stands after the last newline of the input, which may be no whole message.
    case unterminatedMessage(ArraySlice<UInt8>)
    /// Text before the first message, of which this is the first line.
    case strayText(ArraySlice<UInt8>)
    /// A header block that names no usable length, described in English.
    case malformedHeader(String)
    /// A message that was skipped because of its length.
    case oversizedMessage(length: Int)
  }

  /// Handles a part of the input.
  ///
  /// - Parameters:
  ///   - input: What came.
  ///   - cancelledRequests: Requests in it that were cancelled before their turn came.
  /// - Returns: False when it is the beginning of a message that has no end; that is not answered.
  @discardableResult
  public func receive(
    _ input: consuming Input,
    cancelling cancelledRequests: Set<RequestID> = []
  ) -> Bool {
    checkpoint.begin()
    cancelled = cancelledRequests
    isCalledOff = false
    defer { cancelled = [] }
    defer { finishMessage() }
    switch consume input {
    case .message(let message): receive(message)
    case .unterminatedMessage(let message):
      do throws(JSONError) {
        receive(try parsed(message))
      } catch {
        guard isWhole(message) else { return false }
        refuse(.noJSON(error))
      }
    case .strayText(let line): refuse(.strayText(line))
    case .malformedHeader(let description): refuse(.brokenHeader(description))
    case .oversizedMessage(let length):
      refuse(limits.exceeded(\.maxMessageBytes, "A message of \(length) bytes is"))
    }
    return true
  }

  private func receive(_ message: ArraySlice<UInt8>) {
    do throws(JSONError) {
      receive(try parsed(message))
    } catch {
      refuse(.noJSON(error))
    }
  }

  /// Whether a message is JSON to its end; one that is too deep may be.
  private func isWhole(_ message: ArraySlice<UInt8>) -> Bool {
    JSONDocument.accepts(message)
  }

  func parsed(_ message: ArraySlice<UInt8>) throws(JSONError) -> JSONDocument {
    try JSONDocument(parsing: message, maxNestingDepth: limits.maxNestingDepth)
  }

  private func refuse(_ error: DiffableError) {
    outbox.append(errorMessage(id: .null, error.response))
  }

  private func receive(_ document: JSONDocument) {
    switch Incoming(decoding: document.root) {
    case .single(let message):
      if let answer = answer(to: message, inBatch: false) { outbox.append(answer) }
    case .batch(let elements):
      answerBatch(elements)
    case .invalid(let error):
      refuse(.noRequest(error))
    }
  }

  /// Answers in one array, after the notifications that the batch caused.
  private func answerBatch(_ elements: JSONElements) {
    guard elements.count <= limits.maxBatchMessages else {
      let subject = "The batch of \(elements.count) messages is"
      return refuse(limits.exceeded(\.maxBatchMessages, subject))
    }
    var writer = JSONWriter()
    writer.beginArray()
    outbox.countsAnnounced = true
    defer { outbox.countsAnnounced = false }
    for element in elements {
      // Whatever it is: much to be read is much work.
      try? checkpoint.step(element.withBytes(\.count) / 64)
      if isCalledOff { return }
      let output = writer.bytes.count + "]".utf8.count + outbox.announcedBytes
      let message = Message(decoding: element)
      let isFull = output > limits.maxQueuedBytes
      if let answer = isFull ? refusal(of: message) : answer(to: message, inBatch: true) {
        writer.raw(answer)
      }
      finishMessage()
    }
    writer.endArray()
    if writer.bytes.count > "[]".utf8.count { outbox.append(writer.bytes) }
  }

  /// What is left to do when a message was answered, and as a rule is gone from memory.
  private func finishMessage() {
    outbox.writeAnnounced()
    store.recycle(besides: outbox.pending)
  }

  /// The answer to a message of a batch that has brought about too much already.
  ///
  /// It is short, because there may be as many as a batch has messages.
  private func refusal(of message: Message) -> [UInt8]? {
    let error = limits.exceeded(\.maxQueuedBytes, "The output is").response
    switch message {
    case .request(let id, _, _): return errorMessage(id: answerable(id) ?? .null, error)
    case .invalid: return errorMessage(id: .null, error)
    case .notification, .response: return nil
    }
  }

  /// The id of a request that can be answered, nil when it is too long.
  func answerable(_ id: RequestID) -> RequestID? {
    id.length <= limits.maxIdentifierBytes ? id : nil
  }
}
