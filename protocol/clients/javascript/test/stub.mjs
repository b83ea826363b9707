import { Connection } from "../connection.mjs";

/** What the daemon of the stub answers to `initialize`; see ../../vectors/README.md. */
export const INFO = {
  serverInfo: { name: "diffabled", version: "0" },
  protocolVersion: 1,
  capabilities: { framings: ["lines"], changeFormats: ["batch"], features: ["strict", "outlines", "tag"], views: {} },
  limits: {},
};

/** A daemon that does nothing by itself: the test reads what it was sent and says what it answers. */
export class Stub {
  /** Requests that were not expected yet, and those that were not answered. */
  sent = [];
  open = [];
  notifications = [];
  #transport;
  #restarts = [];

  constructor(info = INFO) {
    this.info = info;
  }

  /** A connection to this daemon, which is not started. */
  connection(options = {}) {
    return new Connection(this.transport(), { reopen: () => new Promise((done) => this.#restarts.push(done)), ...options });
  }

  transport() {
    const transport = { send: (text) => this.#take(JSON.parse(text)), close: () => transport.onclose?.() };
    return (this.#transport = transport);
  }

  #take(message) {
    if (message.id === undefined) this.notifications.push(message);
    else if (message.method === "initialize") this.#say({ id: message.id, result: this.info });
    else this.sent.push(message);
  }

  #say(message) {
    this.#transport.onmessage(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** Takes the next request, which counts as expected. */
  expect() {
    const request = this.sent.shift();
    this.open.push(request);
    return request && { method: request.method, params: request.params };
  }

  tell(method, params) {
    this.#say({ method, params });
  }

  /** Answers the oldest request that was expected. */
  answer(body) {
    this.#say({ id: this.open.shift().id, ...body });
  }

  lose() {
    this.sent = [];
    this.open = [];
    this.#transport.onclose();
  }

  restart() {
    this.#restarts.shift()(this.transport());
  }
}

/** Lets everything that waits for a promise go on. */
export const settled = () => new Promise((done) => setImmediate(done));

/** The outlines of a list as `snapshot/contents` writes them. */
export function outlines(list) {
  const runs = [];
  list.sections.forEach((section, s) =>
    section.rows.forEach(({ level, expanded, numberOfChildren }, r) => {
      const outline = { level, expanded, numberOfChildren };
      if (level === 0 && !expanded && numberOfChildren === 0) return;
      const { at, count, ...last } = runs[runs.length - 1] ?? {};
      const follows = at && at[0] === s && at[1] + count === r && JSON.stringify(last) === JSON.stringify(outline);
      if (follows) runs[runs.length - 1].count++;
      else runs.push({ at: [s, r], count: 1, ...outline });
    }),
  );
  return runs;
}

/** A list as the vectors write it. */
export function shown(list) {
  const runs = outlines(list);
  return {
    revision: list.revision,
    ...list.document(),
    ...(runs.length > 0 && { outlines: runs }),
    ...(list.baseRevision !== null && { baseRevision: list.baseRevision, window: list.window }),
  };
}
