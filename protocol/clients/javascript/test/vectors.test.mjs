import "./strict.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { anchorAfter } from "../change.mjs";
import { Section } from "../rows.mjs";
import { settled, shown, Stub } from "./stub.mjs";

const folder = new URL("../../vectors/", import.meta.url);

const ids = (elements) => elements.map(({ identifier }) => identifier);
const listsOf = ({ deleted, inserted, moved, updated }) => ({
  deleted: ids(deleted),
  inserted: ids(inserted),
  moved: ids(moved),
  updated: ids(updated),
});
const named = (entry) => (entry instanceof Section ? { section: entry.identifier } : entry.identifier);

/** A change as the vectors write it. */
const written = (change, isView) => ({
  fromRevision: change.fromRevision,
  revision: change.revision,
  animated: change.animated,
  origin: change.origin,
  tags: change.tags,
  ...(isView && { window: change.window }),
  reset: change.reset,
  ...listsOf(change),
  reloaded: ids(change.reloaded),
  sections: listsOf(change.sections),
  splices: change.splices().map(({ at, removed, added }) => [at, removed, added.map(named)]),
});

/** Plays one file. */
class Player {
  stub = new Stub();
  told = [];
  connection;
  list;
  last;

  static lines = {
    about() {},
    open: (player, { name, ...how }) => player.follow(player.connection.open(name, how)),
    openView: (player, { name, view }) => player.follow(player.connection.openView(name, view)),
    updateView: (player, members) => void player.list.updateView(members),
    expect: (player, request) => assert.deepEqual(player.stub.expect(), request),
    result: (player, result) => player.stub.answer({ result }),
    error: (player, error) => player.stub.answer({ error }),
    message: (player, { method, params }) => player.stub.tell(method, params),
    lost: (player) => player.stub.lose(),
    restarted: (player) => player.stub.restart(),
    change(player, change) {
      const told = player.told.splice(0);
      assert.deepEqual(told.map((told) => written(told, "window" in (change ?? {}))), change === null ? [] : [change]);
      if (change) player.last = told[0];
    },
    anchor(player, { row, after }) {
      const entries = [...player.last.before, ...player.last.after];
      const found = entries.find((entry) => JSON.stringify(named(entry)) === JSON.stringify(row));
      assert.deepEqual(found ? (anchorAfter(player.last, found)?.identifier ?? null) : null, after);
    },
    list: (player, list) => assert.deepEqual(shown(player.list), list),
  };

  follow(opening) {
    opening.then((list) => {
      this.list = list;
      list.onChange((change) => this.told.push(change));
    });
  }

  async play(lines) {
    this.connection = await this.stub.connection().start();
    for (const [index, line] of lines.entries()) {
      const [[kind, value]] = Object.entries(line);
      try {
        await Player.lines[kind](this, value);
        await settled();
      } catch (error) {
        error.message = `line ${index + 1}, ${lines[0].about}: ${error.message}`;
        throw error;
      }
    }
    assert.deepEqual(this.stub.sent, []);
    return lines.length;
  }
}

for (const file of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
  test(`the vectors of ${file}`, async () => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.ok((await new Player().play(lines)) > 5);
  });
}
