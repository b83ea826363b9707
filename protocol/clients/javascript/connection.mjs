import { ConnectionLost, DiffabledError, RequestFailed, UnsupportedServer } from "./errors.mjs";
import { List } from "./list.mjs";
import { Listeners, report } from "./listeners.mjs";

/** @typedef {import("./protocol.js").Methods} Methods */
/** @typedef {Methods["initialize"]["result"]} InitializeResult */
/** @typedef {import("./protocol.js").SnapshotDocument} SnapshotDocument */
/** @typedef {import("./protocol.js").Options} Options */

/**
 * A way to a daemon, one text for each message in both directions.
 *
 * @typedef {{
 *   send(text: string): void,
 *   close(): void | Promise<void>,
 *   onmessage: ((text: string) => void) | null,
 *   onclose: (() => void) | null,
 * }} Transport
 */

/** @type {string[]} The features by name that a daemon must have; the library cannot do without them. */
const REQUIRED_FEATURES = [];

const CLIENT = { name: "diffabled-javascript", version: "0.1.0" };

/** A conversation with a daemon. `connect` of `node.mjs` and of `websocket.mjs` make one. */
export class Connection {
  /** @type {InitializeResult & {generation?: string}} The answer to `initialize`. */
  info = /** @type {any} */ (null);
  /** @type {Map<string, List>} The lists that follow this connection, in the order in which they were opened. */
  lists = new Map();
  /** @type {Transport | null} */
  #transport = null;
  #isReady = false;
  #isClosing = false;
  #lastID = 0;
  /** @type {Map<number, {method: string, answer: import("./following.mjs").Answer}>} The oldest first: so they are answered. */
  #waiting = new Map();
  /** The last request that was answered, and the last one in front of a notification of the program's. */
  #answered = 0;
  #notifiedBehind = -1;
  /** @type {Listeners<[method: string, params: any, text: string]>} */
  #notified = new Listeners();
  /** @type {Listeners<[error: ConnectionLost]>} */
  #lost = new Listeners();
  /** @type {Listeners<[]>} */
  #restarted = new Listeners();
  #reopen;
  #features;
  #hello;

  /**
   * @param {Transport} transport
   * @param {{
   *   reopen?: () => Promise<Transport | null>,
   *   features?: string[],
   *   hello?: Methods["initialize"]["params"],
   * }} options `reopen` makes another transport when one has ended, or gives up with `null`;
   *   `features` are needed by the program, beside those that the library needs
   */
  constructor(transport, { reopen, features = [], hello = {} } = {}) {
    this.#reopen = reopen ?? (async () => null);
    this.#features = [...REQUIRED_FEATURES, ...features];
    this.#hello = { clientInfo: CLIENT, ...hello };
    this.#adopt(transport);
  }

  // MARK: Beginning and end

  /**
   * Opens the session; until then no other request is sent.
   *
   * @returns {Promise<this>}
   */
  async start() {
    const transport = this.#transport;
    const info = await this.#send("initialize", this.#hello);
    try {
      check(info, this.#features);
    } catch (error) {
      this.#isClosing = true;
      await transport?.close();
      throw error;
    }
    this.info = info;
    this.#isReady = true;
    this.#tell("initialized");
    return this;
  }

  /** @param {Transport} transport */
  #adopt(transport) {
    this.#transport = transport;
    transport.onmessage = (text) => this.#transport === transport && this.#receive(text);
    transport.onclose = () => this.#transport === transport && this.#lose();
  }

  #lose() {
    const error = new ConnectionLost("The daemon has ended, or the way to it.");
    error.final = this.#isClosing;
    this.#transport = null;
    const wasReady = this.#isReady;
    this.#isReady = false;
    for (const list of this.lists.values()) list.lose();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { answer } of waiting) answer(undefined, error);
    if (!wasReady || this.#isClosing) return;
    this.#lost.tell(error);
    this.#restart().catch(report);
  }

  async #restart() {
    const { generation } = this.info;
    for (let transport; (transport = await this.#reopen()); ) {
      if (this.#isClosing) return void transport.close();
      this.#adopt(transport);
      try {
        await this.start();
      } catch (error) {
        if (error instanceof ConnectionLost) continue;
        throw error;
      }
      const known = this.info.generation === generation ? "same" : "shared";
      const daemon = this.info.generation === undefined ? "new" : known;
      await Promise.all([...this.lists.values()].map((list) => list.restore(daemon)));
      if (this.#transport === transport) this.#restarted.tell();
      return;
    }
    if (this.#isClosing) return;
    const error = new ConnectionLost("The daemon has ended, and it is not tried again to bring it back.");
    error.final = true;
    if (this.#lost.size > 0) this.#lost.tell(error);
    else report(error);
  }

  /** Says good-bye; a daemon that is a child process has ended then. */
  async close() {
    if (this.#isReady) {
      this.#isClosing = true;
      const bye = this.request("shutdown", {}).then(() => this.#tell("exit"));
      let timer;
      const late = new Promise((done) => (timer = setTimeout(done, 2000)));
      await Promise.race([bye, late]).catch(() => {});
      clearTimeout(timer);
    }
    this.#isClosing = true;
    this.#isReady = false;
    await this.#transport?.close();
  }

  // MARK: Messages

  /** @param {string} text */
  #receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch (error) {
      return report(error);
    }
    const { id, method, params, result, error } = message;
    if (method !== undefined) return this.#hear(method, params, text);
    this.#answer(id ?? this.#unread(), result, error ?? (id === null ? { message: text } : undefined));
  }

  /** The request that the daemon could not read: the oldest that waits, unless it was a notification. */
  #unread() {
    const [oldest] = this.#waiting.keys();
    const isUnsure = this.#answered <= this.#notifiedBehind && this.#notifiedBehind < oldest;
    return isUnsure ? undefined : oldest;
  }

  /** @param {number | undefined} id @param {any} result @param {any} error */
  #answer(id, result, error) {
    if (id === undefined) return report(new DiffabledError(error.message));
    const waiting = this.#waiting.get(id);
    if (this.#waiting.delete(id)) this.#answered = id;
    waiting?.answer(result, error && new RequestFailed(waiting.method, error));
  }

  /** @param {string} method @param {any} params @param {string} text */
  #hear(method, params, text) {
    const list = this.lists.get(params?.dataSource);
    if (method === "dataSource/didApply") list?.follow(params);
    if (method === "dataSource/didClose") list?.forget();
    this.#notified.tell(method, params, text);
  }

  /**
   * Sends a request and has its answer taken in the function that receives it, so that nothing
   * that came behind it is handled first.
   *
   * @param {string} method
   * @param {object} params
   * @param {import("./following.mjs").Answer} answer
   * @returns {number} its id, for `$/cancelRequest`
   */
  ask(method, params, answer) {
    const id = ++this.#lastID;
    const isFirst = method === "initialize";
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    if (!this.#transport || !(this.#isReady || isFirst)) {
      queueMicrotask(() => answer(undefined, new ConnectionLost(`There is no daemon for ${method}.`)));
      return id;
    }
    this.#waiting.set(id, { method, answer });
    this.#transport.send(text);
    return id;
  }

  /** @param {string} method @param {object} params @param {AbortSignal} [signal] @returns {Promise<any>} */
  #send(method, params, signal) {
    return new Promise((done, fail) => {
      signal?.throwIfAborted();
      let id = 0;
      const cancel = () => {
        // It is answered all the same, in its turn.
        if (this.#waiting.has(id)) this.#tell("$/cancelRequest", { id });
        if (this.#waiting.has(id)) this.#waiting.set(id, { method, answer: () => {} });
        fail(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      id = this.ask(method, params, (result, error) => {
        signal?.removeEventListener("abort", cancel);
        if (error) fail(error);
        else done(result);
      });
    });
  }

  /**
   * Sends a request. When its promise is kept, everything that came before the answer has been
   * handled: lists are at the revision that it names, or later.
   *
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Methods[M]["params"]} params
   * @param {{signal?: AbortSignal}} options
   * @returns {Promise<Methods[M]["result"]>}
   */
  request(method, params, { signal } = {}) {
    return this.#send(method, params, signal);
  }

  /**
   * Sends a notification, which has no answer.
   *
   * @param {string} method
   * @param {object} [params]
   */
  notify(method, params = {}) {
    this.#notifiedBehind = this.#lastID;
    this.#tell(method, params);
  }

  /** @param {string} method @param {object} [params] */
  #tell(method, params = {}) {
    this.#transport?.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  // MARK: Lists

  /**
   * Makes a data source and follows it.
   *
   * @param {string} name
   * @param {{document?: SnapshotDocument, options?: Options, headers?: boolean}} how with
   *   `headers` the sections are entries of the list too
   * @returns {Promise<List>}
   */
  open(name, { document, options, headers } = {}) {
    const creation = options && { options };
    return this.#make(new List(name, this, creation ?? {}, headers), { ...creation, ...(document && { snapshot: document }) });
  }

  /**
   * Makes a live view of another data source and follows it.
   *
   * @param {string} name
   * @param {import("./protocol.js").View} view its definition
   * @param {{options?: Options, headers?: boolean}} how
   * @returns {Promise<List>}
   */
  async openView(name, view, { options, headers } = {}) {
    if (!this.info.capabilities.views) throw new UnsupportedServer("The daemon has no live views.");
    const creation = { ...(options && { options }), view };
    return this.#make(new List(name, this, creation, headers), creation);
  }

  /** @param {List} list @param {object} creation */
  async #make(list, creation) {
    const { name } = list;
    if (this.lists.has(name)) throw new DiffabledError(`This connection has a list ${JSON.stringify(name)} already.`);
    this.lists.set(name, list);
    try {
      await (list.opened = this.request("dataSource/create", { dataSource: name, ...creation }));
    } catch (error) {
      this.lists.delete(name);
      throw error;
    }
    return list;
  }

  /**
   * Follows a data source that others made.
   *
   * @param {string} name
   * @param {{headers?: boolean}} how
   * @returns {Promise<List>} the list of that name, also if this connection made it
   */
  async attach(name, { headers } = {}) {
    const known = this.lists.get(name);
    const list = known ?? new List(name, this, null, headers);
    this.lists.set(name, list);
    try {
      await (known ? known.opened : (list.opened = list.attach()));
    } catch (error) {
      this.lists.delete(name);
      throw error;
    }
    return list;
  }

  // MARK: Listening

  /**
   * Calls a function with each notification, behind the lists.
   *
   * @param {(method: string, params: any, text: string) => unknown} call
   * @returns {() => void} stops that
   */
  onNotification(call) {
    return this.#notified.add(call);
  }

  /**
   * Calls a function when the daemon has ended, and when it is given up to bring it back.
   *
   * @param {(error: ConnectionLost) => unknown} call
   * @returns {() => void} stops that
   */
  onLost(call) {
    return this.#lost.add(call);
  }

  /**
   * Calls a function when there is a daemon again and the lists are right.
   *
   * @param {() => unknown} call
   * @returns {() => void} stops that
   */
  onRestart(call) {
    return this.#restarted.add(call);
  }
}

/**
 * Refuses a daemon that cannot do what is needed.
 *
 * @param {any} info
 * @param {string[]} needed
 */
function check({ protocolVersion, capabilities }, needed) {
  if (protocolVersion !== 1) {
    throw new UnsupportedServer(`The daemon speaks version ${protocolVersion} of the protocol; this library speaks version 1.`);
  }
  const missing = needed.filter((feature) => !capabilities.features?.includes(feature));
  if (!capabilities.changeFormats?.includes("batch")) missing.unshift("the change format batch");
  if (missing.length > 0) throw new UnsupportedServer(`The daemon does not have ${missing.join(", ")}.`);
}
