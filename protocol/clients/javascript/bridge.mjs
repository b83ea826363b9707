import { randomBytes, randomUUID } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { createServer, STATUS_CODES } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { RequestFailed } from "./errors.mjs";
import { CLOSE, handshake, Peer } from "./frames.mjs";
import { report } from "./listeners.mjs";
import { connect } from "./node.mjs";

/** A browser for which more bytes than these wait is told nothing until they are sent. */
const MOST_WAITING = 4 << 20;

const LIBRARY = fileURLToPath(new URL(".", import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/**
 * Starts a daemon and serves pages that talk to it over a WebSocket.
 *
 * It is a door into this machine: whoever knows the address can read and change all lists. So it
 * is bound to this machine alone, a random token stands in the address, and requests that name
 * another host or come from another site are refused.
 *
 * @param {{root: string, server?: string, args?: string[], port?: number, host?: string}} options
 *   `root` is the folder of the pages, which find this library under `diffabled/`; `server` and
 *   `args` are those of `connect`
 * @returns {Promise<{url: string, connection: import("./connection.mjs").Connection, close: () => Promise<void>}>}
 */
export async function serve({ root, server, args, port = 0, host = "127.0.0.1" }) {
  const connection = await connect({ server, args });
  const name = host.includes(":") ? `[${host}]` : host;
  const bridge = new Bridge(connection, [name, "127.0.0.1", "localhost"], { "": root, diffabled: LIBRARY });
  const listener = createServer((request, response) => bridge.answer(request, response));
  listener.on("upgrade", (request, socket, head) => bridge.upgrade(request, socket, head));
  try {
    await new Promise((done, fail) => listener.once("error", fail).listen(port, host, () => done(null)));
  } catch (error) {
    await connection.close();
    throw error;
  }
  const address = /** @type {import("node:net").AddressInfo} */ (listener.address());
  return {
    url: `http://${name}:${address.port}/${bridge.token}/`,
    connection,
    async close() {
      bridge.closeAll(CLOSE.goingAway);
      const closed = new Promise((done) => listener.close(done));
      listener.closeAllConnections();
      await closed;
      await connection.close();
    },
  };
}

class Bridge {
  token = randomBytes(16).toString("hex");
  /** Another one for each daemon, so that a browser knows whether its revisions still mean anything. */
  generation = randomUUID();
  isReady = true;
  /** @type {Set<Browser>} */
  #browsers = new Set();

  /**
   * @param {import("./connection.mjs").Connection} connection
   * @param {string[]} hosts
   * @param {Record<string, string>} folders what is served, by the first part of its path
   */
  constructor(connection, hosts, folders) {
    this.connection = connection;
    this.hosts = hosts;
    this.folders = folders;
    connection.onNotification((method, params, text) => {
      for (const browser of this.#browsers) browser.tell(method, params, text);
    });
    connection.onLost((error) => {
      this.isReady = false;
      this.closeAll(CLOSE.restart);
      if (error.final) report(error);
    });
    connection.onRestart(() => {
      this.generation = randomUUID();
      this.isReady = true;
    });
  }

  /** @param {number} code */
  closeAll(code) {
    for (const browser of this.#browsers) browser.peer.close(code);
  }

  /**
   * The path behind the token; null for a request that has no business here.
   *
   * @param {import("node:http").IncomingMessage} request
   */
  #path({ url = "", headers }) {
    const [, token, ...rest] = url.split("?")[0].split("/");
    const host = headers.host?.replace(/:\d+$/, "") ?? "";
    const isOurs = [undefined, `http://${headers.host}`].includes(headers.origin);
    const isFromHere = [undefined, "none", "same-origin"].includes(/** @type {string | undefined} */ (headers["sec-fetch-site"]));
    return token === this.token && this.hosts.includes(host) && isOurs && isFromHere ? rest.join("/") : null;
  }

  // MARK: Files

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async answer(request, response) {
    const path = this.#path(request);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const file = path !== null && isRead ? await this.#file(path).catch(() => null) : null;
    const status = path === null ? 403 : !isRead ? 405 : file ? 200 : 404;
    response.writeHead(status, {
      "Content-Type": file?.type ?? "text/plain",
      "Cache-Control": "no-cache",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    });
    response.end(request.method === "HEAD" ? undefined : (file?.bytes ?? STATUS_CODES[status]));
  }

  /** @param {string} path */
  async #file(path) {
    const parts = (decodeURIComponent(path) || "index.html").split("/");
    const folder = Object.hasOwn(this.folders, parts[0]) ? this.folders[/** @type {string} */ (parts.shift())] : this.folders[""];
    if (parts.some((part) => part.startsWith("."))) return null;
    const [root, found] = await Promise.all([realpath(folder), realpath(join(folder, ...parts))]);
    if (!found.startsWith(root + sep)) return null;
    return { bytes: await readFile(found), type: TYPES[extname(found)] ?? "application/octet-stream" };
  }

  // MARK: Browsers

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:stream").Duplex} socket
   * @param {Buffer} head what came behind the request already
   */
  upgrade(request, socket, head) {
    socket.on("error", () => socket.destroy());
    socket.unshift(head);
    // A page always says where it comes from when it asks for this.
    const isOurs = this.#path(request) === "socket" && request.headers.origin !== undefined;
    const answer = handshake(request);
    const status = !isOurs ? 403 : !answer ? 400 : this.isReady ? 101 : 503;
    if (status !== 101) {
      return void socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    }
    socket.write(/** @type {string} */ (answer));
    const browser = new Browser(new Peer(socket), this);
    this.#browsers.add(browser);
    browser.peer.onclose = () => this.#browsers.delete(browser);
  }
}

/** One page, and what the bridge owes it. */
class Browser {
  /** The requests that are on their way, by the browser's ids, as the daemon knows them. */
  #running = new Map();
  /** @type {Map<string, {closed?: string, applied?: string}>} What was not told, by data source: that it was closed, and the newest since. */
  #missed = new Map();

  /** @param {Peer} peer @param {Bridge} bridge */
  constructor(peer, bridge) {
    this.peer = peer;
    this.bridge = bridge;
    peer.ontext = (text) => this.#take(text);
    peer.ondrain = () => this.#catchUp();
  }

  /** @param {string} text */
  #take(text) {
    const { connection, generation } = this.bridge;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.peer.close(CLOSE.text);
    }
    const { id, method } = Object(message);
    const params = message?.params ?? {};
    if (typeof method !== "string") return this.peer.close(CLOSE.text);
    if (method === "initialize") this.#answer(id, { result: { ...connection.info, generation } });
    else if (method === "shutdown") this.#answer(id, { result: null });
    else if (method === "$/cancelRequest" && this.#running.has(params.id)) {
      connection.notify(method, { id: this.#running.get(params.id) });
    } else if (/^(dataSource|snapshot)\//.test(method)) this.#ask(id, method, params);
    else if (id !== undefined) {
      const data = { kind: "methodNotFound", method };
      this.#answer(id, { error: { code: -32601, message: "This does not pass the bridge.", data } });
    }
  }

  /** @param {unknown} id @param {string} method @param {object} params */
  #ask(id, method, params) {
    // The answer is sent from where it is received, so that no notification that came later overtakes it.
    const answer = (/** @type {any} */ result, /** @type {Error | undefined} */ error) => {
      this.#running.delete(id);
      if (!error) this.#answer(id, { result });
      else if (error instanceof RequestFailed) {
        const { code, message, data } = error;
        this.#answer(id, { error: { code, message, data } });
      }
    };
    try {
      this.#running.set(id, this.bridge.connection.ask(method, params, answer));
    } catch {
      // What can be read can be nested too deep to be written.
      const data = { kind: "parseError", method };
      this.#answer(id, { error: { code: -32700, message: "The params are nested too deep to pass the bridge.", data } });
    }
  }

  /** @param {unknown} id @param {object} body */
  #answer(id, body) {
    if (id === undefined) return;
    this.#catchUp();
    this.peer.send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  }

  /** @param {string} method @param {any} params @param {string} text */
  tell(method, params, text) {
    if (this.#missed.size === 0 && this.peer.waiting <= MOST_WAITING) return this.peer.send(text);
    const { dataSource } = params;
    if (method === "dataSource/didClose") this.#missed.set(dataSource, { closed: text });
    if (method === "dataSource/didApply") {
      this.#missed.set(dataSource, { ...this.#missed.get(dataSource), applied: text });
    }
  }

  /** Sends the newest of what was not told: its chain is broken, so the lists ask for what they missed. */
  #catchUp() {
    const missed = [...this.#missed.values()].flatMap(({ closed, applied }) => [closed, applied]);
    this.#missed.clear();
    for (const text of missed) if (text) this.peer.send(text);
  }
}
