import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "./connection.mjs";
import { ServerNotFound } from "./errors.mjs";

export { anchorAfter, Change } from "./change.mjs";
export { Connection } from "./connection.mjs";
export { ConnectionLost, DiffabledError, RequestFailed, ServerNotFound, UnsupportedServer } from "./errors.mjs";
export { List } from "./list.mjs";
export { Row, Section } from "./rows.mjs";

/** The waits in milliseconds before a daemon that has ended is started again, and the time within which these are all. */
const RESTARTS = { delays: [0, 1000, 2000], within: 60_000 };

/**
 * Starts a daemon as a child process.
 *
 * @param {{server?: string, args?: string[], restart?: boolean, features?: string[]}} options
 *   `server` is its executable, else it is looked for; `restart` says whether it is started again
 *   when it ends; `features` are those that the program needs of it
 * @returns {Promise<Connection>}
 */
export async function connect({ server, args = [], restart = true, features } = {}) {
  const executable = findServer(server);
  const start = () => spawnServer(executable, args);
  const starts = /** @type {number[]} */ ([]);
  const reopen = async () => {
    const recent = starts.filter((time) => time > Date.now() - RESTARTS.within);
    if (!restart || recent.length >= RESTARTS.delays.length) return null;
    starts.push(Date.now());
    await new Promise((done) => setTimeout(done, RESTARTS.delays[recent.length]));
    return start();
  };
  return new Connection(start(), { reopen, features, hello: { processId: process.pid } }).start();
}

/**
 * A daemon as a child process, and the way to it.
 *
 * @param {string} executable
 * @param {string[]} [args]
 * @returns {import("./connection.mjs").Transport}
 */
export function spawnServer(executable, args = []) {
  // In a session of its own, or Ctrl-C on the terminal would end it before the program has.
  const child = spawn(executable, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const ended = new Promise((done) => {
    child.on("close", done);
    child.on("error", done);
  });
  /** @type {import("./connection.mjs").Transport} */
  const transport = {
    send: (text) => void child.stdin.write(text + "\n"),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 2000);
      await ended;
      clearTimeout(timer);
    },
    onmessage: null,
    onclose: null,
  };
  // Whoever is gone is told of by its end, not by the write that found it out.
  child.stdin.on("error", () => {});
  child.stdout.on("data", lines((line) => transport.onmessage?.(line)));
  ended.then(() => transport.onclose?.());
  return transport;
}

/**
 * Cuts bytes into lines. The parts of a line are joined once, when it is whole.
 *
 * @param {(line: string) => void} take
 * @returns {(chunk: Buffer) => void}
 */
function lines(take) {
  let parts = /** @type {Buffer[]} */ ([]);
  return (chunk) => {
    let start = 0;
    for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
      parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(parts).toString();
      parts = [];
      take(line);
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  };
}

/**
 * The daemon's executable: the one that is given, that of `$DIFFABLED`, the one on PATH, or one
 * that was built in the checkout that this library is in.
 *
 * @param {string} [given]
 * @returns {string}
 * @throws {ServerNotFound} with a sentence for each place
 */
export function findServer(given) {
  const variable = process.env.DIFFABLED;
  if (given || variable) {
    const [server, name] = given ? [given, 'The setting "server"'] : [variable ?? "", "$DIFFABLED"];
    if (isExecutable(server)) return server;
    throw new ServerNotFound(`${name} is ${JSON.stringify(server)}, which is no executable file.`);
  }
  const paths = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "diffabled"));
  const checkout = findCheckout();
  const built = checkout ? ["release", "debug"].map((kind) => join(checkout, ".build", kind, "diffabled")) : [];
  const found = [...paths, ...built].find(isExecutable);
  if (found) return found;
  throw new ServerNotFound(
    'No diffabled was found. The setting "server" is empty. $DIFFABLED is not set. PATH has no diffabled. ' +
      (checkout
        ? `There is no .build/release/diffabled or .build/debug/diffabled in ${checkout}. Build it with "swift build -c release --product diffabled".`
        : "The library is in no checkout of diffabled."),
  );
}

function findCheckout() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "Package.swift")) && existsSync(join(folder, "protocol"))) return folder;
  }
  return null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
