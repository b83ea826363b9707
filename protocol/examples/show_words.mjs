#!/usr/bin/env node
// Shows how a list of words changes: every line of the input is the whole list anew.
//
//     printf '%s\n' 'one two three' 'three one four' | show_words.mjs [--server PATH]
//
// Nobody here compares two lines. Each is applied as it is; the daemon announces the difference, and the
// list that is shown is made of those announcements alone. Node's standard library is all that is needed.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

// MARK: - The daemon as a child process

/** A conversation with a daemon, one JSON message a line. */
class Client {
  #process;
  #lastId = 0;
  #waiting = new Map();

  constructor(server, onNotification) {
    this.#process = spawn(server, { stdio: ["pipe", "pipe", "inherit"] });
    this.closed = new Promise((resolve) => this.#process.on("close", resolve));
    this.#process.on("error", (error) => this.#giveUp(error));
    this.#process.stdin.on("error", (error) => this.#giveUp(error));
    this.closed.then(() => this.#giveUp(new Error("the daemon is gone")));
    // Notifications and answers are handled in the order in which they come, so that the list is up to
    // date when an answer says which revision was made.
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.method) onNotification(message.method, message.params);
      else this.#settle(message);
    });
  }

  /** Sends a request; the promise is kept or broken by its answer. */
  request(method, params = {}) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Sends a notification, which is not answered. */
  notify(method, params = {}) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  #send(message) {
    this.#process.stdin.write(JSON.stringify(message) + "\n");
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    if (error) reject?.(new Error(`${error.data.kind}: ${error.message}`));
    else resolve?.(result);
  }

  #giveUp(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

// MARK: - A list that follows its changes

const byPosition = (a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1];
const identifierOf = (item) => item?.id ?? item;

/** Replays one batch of changes on an array of sections, each with an array of items. */
function replay(list, { sections, items }) {
  // Taken out from the end, so that what is still to be taken out keeps its place.
  const movedItems = new Map();
  const leaving = [
    ...items.deletes,
    ...items.moves.map((move) => ({ at: move.from, count: move.count, move })),
  ];
  for (const { at, count, move } of leaving.sort(byPosition).reverse()) {
    const taken = list[at[0]].items.splice(at[1], count);
    if (move) movedItems.set(move, taken);
  }
  const movedSections = new Map();
  const going = [
    ...sections.deletes,
    ...sections.moves.map((move) => ({ at: move.from, move })),
  ];
  for (const { at, move } of going.sort((a, b) => b.at - a.at)) {
    const [taken] = list.splice(at, 1);
    if (move) movedSections.set(move, taken);
  }

  // Put in from the start, so that each place is the final one.
  const coming = [
    ...sections.inserts.map(({ at, section }) => ({ at, section: { id: section, items: [] } })),
    ...sections.moves.map((move) => ({ at: move.to, section: movedSections.get(move) })),
  ];
  for (const { at, section } of coming.sort((a, b) => a.at - b.at)) list.splice(at, 0, section);
  const arriving = [
    ...items.inserts.map((run) => ({ at: run.at, items: run.items.map(identifierOf) })),
    ...items.moves.map((move) => ({ at: move.to, items: movedItems.get(move) })),
  ];
  for (const run of arriving.sort(byPosition)) list[run.at[0]].items.splice(run.at[1], 0, ...run.items);
}

/** One line for a list: its items, the inserted and the moved ones marked, and how many were deleted. */
function drawn(list, { items }) {
  const marks = list.map((section) => section.items.map(() => " "));
  const mark = (at, count, sign) => marks[at[0]].fill(sign, at[1], at[1] + count);
  for (const run of items.inserts) mark(run.at, run.items.length, "+");
  for (const run of items.moves) mark(run.to, run.count, ">");
  const words = list.flatMap((section, s) => section.items.map((item, i) => marks[s][i] + item));
  const gone = items.deletes.reduce((sum, run) => sum + run.count, 0);
  return words.join(" ") + (gone ? `   (${gone} deleted)` : "");
}

// MARK: - The script

/** The daemon's executable: the one that --server names, one built in this repository, or the one on PATH. */
function findServer(args) {
  const named = args[args.indexOf("--server") + 1];
  if (args.includes("--server") && named) return named;
  const built = ["release", "debug"]
    .map((kind) => fileURLToPath(new URL(`../../.build/${kind}/diffabled`, import.meta.url)))
    .find(existsSync);
  return built ?? "diffabled";
}

async function main() {
  const list = [];
  const client = new Client(findServer(process.argv.slice(2)), (method, params) => {
    if (method !== "dataSource/didApply") return;
    replay(list, params.changes);
    console.log(`${params.revision}: ${drawn(list, params.changes)}`);
  });
  await client.request("initialize", { processId: process.pid });
  client.notify("initialized");
  await client.request("dataSource/create", { dataSource: "words" });
  for await (const line of createInterface({ input: process.stdin })) {
    const items = [...new Set(line.split(/\s+/).filter(Boolean))];
    await client.request("dataSource/apply", {
      dataSource: "words",
      snapshot: { sections: [{ id: "line", items }] },
    });
  }
  await client.request("shutdown");
  client.notify("exit");
  process.exitCode = await client.closed;
}

main().catch((error) => {
  console.error(`show_words: ${error.message}`);
  process.exit(1);
});
