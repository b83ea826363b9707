import { Connection } from "./connection.mjs";

export { anchorAfter, Change } from "./change.mjs";
export { Connection } from "./connection.mjs";
export { ConnectionLost, DiffabledError, RequestFailed, ServerNotFound, UnsupportedServer } from "./errors.mjs";
export { List } from "./list.mjs";
export { Row, Section } from "./rows.mjs";

/** The waits in milliseconds before it is tried again to reach the bridge; the last one goes on for ever. */
const WAITS = [500, 1000, 2000, 5000];

/**
 * Connects a page to the bridge that served it, and does so again whenever the way is lost.
 *
 * @param {string | URL} [url] where the bridge is, `ws:` or `wss:`; by default beside the page
 * @param {{features?: string[]}} options the features that the program needs of the daemon
 * @returns {Promise<Connection>}
 */
export async function connect(url = besidePage(), { features } = {}) {
  const reopen = async () => {
    for (let tries = 0; ; tries++) {
      await new Promise((done) => setTimeout(done, WAITS[Math.min(tries, WAITS.length - 1)]));
      try {
        return await open(url);
      } catch {
        // The bridge is not there yet.
      }
    }
  };
  return new Connection(await open(url), { reopen, features }).start();
}

function besidePage() {
  const url = new URL("socket", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}

/**
 * @param {string | URL} url
 * @returns {Promise<import("./connection.mjs").Transport>}
 */
function open(url) {
  const socket = new WebSocket(url);
  /** @type {import("./connection.mjs").Transport} */
  const transport = { send: (text) => socket.send(text), close: () => socket.close(), onmessage: null, onclose: null };
  socket.onmessage = ({ data }) => transport.onmessage?.(data);
  socket.onclose = () => transport.onclose?.();
  return new Promise((done, fail) => {
    socket.onopen = () => done(transport);
    socket.addEventListener("close", () => fail(new Error(`There is no bridge at ${url}.`)));
  });
}
