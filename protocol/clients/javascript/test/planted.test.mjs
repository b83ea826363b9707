import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { failures, plant } from "./planted.mjs";

/**
 * For each promise of the library a fault that breaks it, and the tests that must see that.
 *
 * @type {Array<[promise: string, file: string, right: string, wrong: string, tests: string, failing: RegExp]>}
 */
const FAULTS = [
  ["a gap is seen", "following.mjs", "params.fromRevision !== this.revision ||", "", "vectors", /gap\.jsonl/],
  ["a history that is too old is read anew", "following.mjs", 'isOf(error, "revisionUnavailable")', "false", "vectors", /gap-too-old/],
  ["an answer that was overtaken is not the end", "following.mjs", "else if (this.#newest > revision) this.#askChanges();", "", "vectors", /overtaken/],
  ["revisions are not counted", "following.mjs", "this.revision = revision;", "this.revision = (this.revision ?? 0) + 1;", "vectors", /merged/],
  ["reloadData is read anew", "following.mjs", "this.revision === null || params.reloadData) this.#read", "this.revision === null) this.#read", "vectors", /reload-data/],
  ["reloadData is seen while an answer is waited for", "following.mjs", "if (params.reloadData) this.#reload = revision;", "", "vectors", /reload-data/],
  ["identifiers that look alike differ", "rows.mjs", "(identifier) => JSON.stringify(identifier)", "(identifier) => String(identifier)", "vectors", /identifiers/],
  ["the content null is a content", "rows.mjs", "row.content === undefined ?", "row.content == null ?", "vectors", /contents/],
  ["outlines are followed", "replay.mjs", "changes.outlines ?? []", "[]", "vectors", /outlines/],
  ["rows of a deleted section are deleted", "replay.mjs", "this.rows.deleted = this.rows.deleted.concat(", "void (", "vectors", /sections/],
  ["rows of a moved section move", "replay.mjs", "this.rows.moved = this.rows.moved.concat(", "void (", "vectors", /sections/],
  ["changes that do not fit change nothing", "replay.mjs", "function check(holds, what, where = \"\") {", "function check(holds, what, where = \"\") {\n  return;", "vectors", /does-not-fit/],
  ["rows are told by their reloads", "replay.mjs", 'if (kind === "reloads") this.reloaded = [...this.rows.updated];', "", "vectors", /items/],
  ["a row that stays is the same object", "reset.mjs", "table.get(key) ?? new Row", "new Row", "list", /random edits/],
  ["after a restart nothing is told", "following.mjs", "quiet && isSeen && !reset.differs()", "false", "vectors", /restart/],
  ["after a restart the list is made again", "following.mjs", "{ snapshot: documentOf(this.sections) }", "{}", "node", /kill -9/],
  ["what waits fails when the daemon ends", "connection.mjs", "for (const { answer } of waiting) answer(undefined, error);", "", "connection", /all that waits fails/],
  ["a handler that fails stops nobody", "listeners.mjs", "report(error);\n      }", "throw error;\n      }", "connection", /handler that fails/],
  ["what is given up is cancelled", "connection.mjs", 'this.#tell("$/cancelRequest", { id })', "void 0", "connection", /given up is cancelled/],
  ["an anchor goes down first", "change.mjs", "[...before.slice(place + 1), ...before.slice(0, place).reverse()]", "[...before.slice(0, place).reverse(), ...before.slice(place + 1)]", "vectors", /anchors/],
  ["splices go round what stays", "change.mjs", "const lists = [deleted, inserted, moved,", "const lists = [deleted, inserted,", "vectors", /items/],
  ["a splice says what it adds", "change.mjs", "added: after.slice(start, at)", "added: before.slice(start, at)", "vectors", /items/],
  ["the hull ends behind the last change", "change.mjs", "last.at + last.added.length;", "last.at;", "list", /random edits/],
  ["a step moves what is behind it", "change.mjs", "run.from -= count", "run.from", "list", /random edits/],
  ["a line that comes in parts is whole", "node.mjs", "if (start < chunk.length) parts.push(chunk.subarray(start));", "", "node", /as long as they come/],
  ["a daemon that ends again is given up", "node.mjs", "!restart || recent.length >= RESTARTS.delays.length", "!restart", "node", /given up/],
  ["a page of another site is refused", "bridge.mjs", " && isOurs && isFromHere", " && isFromHere", "bridge", /of another site/],
  ["a page that names another host is refused", "bridge.mjs", " && this.hosts.includes(host)", "", "bridge", /knows the address/],
  ["links lead nowhere", "bridge.mjs", "if (!found.startsWith(root + sep)) return null;", "", "bridge", /knows the address/],
  ["a page that does not read is owed the newest", "bridge.mjs", "for (const text of missed) if (text) this.peer.send(text);", "", "bridge", /does not read/],
  ["a page that does not read makes nothing wait", "bridge.mjs", "this.peer.waiting <= MOST_WAITING", "true", "bridge", /does not read/],
  ["another daemon is another generation", "bridge.mjs", "onRestart(() => {\n      this.generation = randomUUID();", "onRestart(() => {", "bridge", /daemon dies/],
];

const EDITS = "120";

/** What of the faults is to be run: all, or those whose promise has these words. */
const wanted = process.env.TEST_FAULT ?? "";

test("a library that breaks a promise is caught", { concurrency: 3 }, async (t) => {
  const planted = FAULTS.filter(([promise]) => promise.includes(wanted)).map(([promise, file, right, wrong, tests, failing]) =>
    t.test(promise, async () => {
      const folder = plant({ file, right, wrong });
      const failed = await failures(folder, tests, EDITS);
      rmSync(dirname(folder), { recursive: true });
      assert.ok(failed.some((name) => failing.test(name)), `what failed was ${JSON.stringify(failed)}`);
    }),
  );
  await Promise.all(planted);
});

test("the copy itself is right", async () => {
  const folder = plant();
  for (const name of ["vectors", "connection"]) assert.deepEqual(await failures(folder, name, EDITS, "300"), []);
  rmSync(dirname(folder), { recursive: true });
});
