/** Whatever goes wrong in this library is one of these, or a mistake of the caller. */
export class DiffabledError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** There is no daemon to start; the message has a sentence for each place that was looked at. */
export class ServerNotFound extends DiffabledError {}

/** The daemon speaks another version, or cannot do what is needed of it. */
export class UnsupportedServer extends DiffabledError {}

/** The daemon ended, or the way to it. What was asked has no answer; whether it was done is not known. */
export class ConnectionLost extends DiffabledError {
  /** Whether nobody tries any more to bring it back. */
  final = false;
}

/** The daemon refused a request, which has changed nothing. */
export class RequestFailed extends DiffabledError {
  /**
   * @param {string} method
   * @param {{code: number, message: string, data?: {kind?: string}}} error
   */
  constructor(method, error) {
    super(error.message);
    this.method = method;
    this.code = error.code;
    /** What was wrong in more detail, as the specification's table of `error.data` says. */
    this.data = error.data ?? {};
    /** What went wrong, in one word such as `"unknownItem"`. */
    this.kind = this.data.kind ?? "";
  }
}
