// What the playlist asks of the daemon, played against a daemon.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Past } from "../apps/playlist/past.mjs";
import { DOCUMENT, favoriteEdits, destination, OPTIONS, renameEdits, sortEdits, stages, swapEdits } from "../apps/playlist/songs.mjs";
import { connect } from "../node.mjs";
import { soon } from "./strict.mjs";

const names = ({ sections }) => sections.map(({ rows }) => rows.map(({ identifier }) => identifier[0]));

/** @param {(list: import("../list.mjs").List, connection: import("../connection.mjs").Connection) => Promise<void>} use */
async function withSongs(use) {
  const connection = await connect();
  try {
    await use(await connection.open("playlist", { document: DOCUMENT, options: OPTIONS }), connection);
  } finally {
    await connection.close();
  }
}

test("a favourite goes, and comes back to where it was", soon, () =>
  withSongs(async (songs) => {
    const before = songs.document();
    for (const row of [...songs.rows]) {
      const { section } = row;
      await songs.edit(...favoriteEdits(songs, row));
      assert.deepEqual([row.section.identifier, row.content.isFavorite], ["favorites", true]);
      await songs.edit(...favoriteEdits(songs, row));
      assert.equal(row.section, section);
      assert.deepEqual(songs.document(), before);
    }
  }));

test("a favourite whose neighbour has gone comes to the end of its section", soon, () =>
  withSongs(async (songs) => {
    const row = songs.row(["Halo", "Beyoncé"]);
    await songs.edit(...favoriteEdits(songs, row));
    await songs.edit({ op: "deleteItems", items: [["Royals", "Lorde"]] });
    await songs.edit(...favoriteEdits(songs, row));
    assert.equal(songs.rows.at(-1), row);
  }));

test("a song with another name stands where the other one stood", soon, () =>
  withSongs(async (songs) => {
    const place = songs.place(songs.row(["Happy", "Pharrell Williams"]));
    await songs.edit(...renameEdits(songs.row(["Happy", "Pharrell Williams"]), ["Freedom", "Pharrell Williams"]));
    assert.deepEqual(songs.place(songs.row(["Freedom", "Pharrell Williams"])), place);
    assert.equal(songs.row(["Happy", "Pharrell Williams"]), undefined);
  }));

test("a row comes to where it is said, from above and from below", soon, () =>
  withSongs(async (songs, connection) => {
    const rows = () => songs.sections[2].rows;
    for (const [from, beside] of [[0, 4], [4, 0], [3, 4], [4, 3], [8, 0], [0, 8]]) {
      for (const side of ["beforeItem", "afterItem"]) {
        const [row, other] = [rows()[from], rows()[beside]];
        const params = { from: songs.place(row), to: destination(songs, row, { [side]: other.identifier }) };
        await connection.request("dataSource/moveRow", { dataSource: "playlist", ...params });
        assert.equal(rows().indexOf(row) - rows().indexOf(other), side === "afterItem" ? 1 : -1);
      }
    }
  }));

test("two songs of a section change places, and all others stay", soon, () =>
  withSongs(async (songs) => {
    const apart = (one, other) => one.flatMap((section, at) => section.filter((name, index) => name !== other[at][index]));
    for (let first = 0; first < 1; first += 0.11) {
      for (let second = 0; second < 1; second += 0.23) {
        const before = names(songs);
        const numbers = [first, second];
        await songs.edit(...swapEdits(songs, () => numbers.shift()));
        assert.equal(apart(before, names(songs)).length, 2);
        assert.deepEqual(names(songs).map((section) => section.length), before.map((section) => section.length));
      }
    }
    assert.equal(swapEdits({ sections: [{ rows: [songs.rows[0]] }] }), null);
  }));

test("an insertion sort ends, with each section in order", soon, () =>
  withSongs(async (songs) => {
    const sorted = names(songs).map((section) => section.sort(new Intl.Collator("en").compare));
    let steps = 0;
    for (let edits; (edits = sortEdits(songs)); steps++) {
      const { counts } = await songs.edit(...edits);
      assert.equal(counts.items.moved, 1);
      assert.ok(steps < songs.rows.length);
    }
    assert.deepEqual(names(songs), sorted);
  }));

test("each order of the menu is a view, with a search and without", soon, () =>
  withSongs(async (songs, connection) => {
    const view = await connection.openView("view", { of: "playlist" });
    await songs.edit({ op: "patchItems", items: [{ id: ["Halo", "Beyoncé"], patch: { plays: 2 } }] });
    await view.updateView(stages("name", ""));
    assert.deepEqual(view.rows.slice(0, 3).map(({ identifier }) => identifier[0]), ["A Whole New World", "Beauty and the Beast", "Circle of Life"]);
    assert.equal(view.sections[0].identifier, "A");
    await view.updateView(stages("artist", "be"));
    assert.deepEqual(names(view), [["Beauty and the Beast"], ["Halo"], ["A Whole New World"]]);
    await view.updateView(stages("plays", ""));
    assert.deepEqual([view.sections.length, view.rows[0].identifier[0]], [1, "Halo"]);
    await view.updateView(stages("own", "  "));
    assert.deepEqual(names(view), names(songs));
  }));

test("what is undone at once, and what is done meanwhile, is undone one after the other", soon, () =>
  withSongs(async (songs, connection) => {
    const past = new Past(connection, songs, { hidden: true });
    const shuffle = (seed) => past.do(() => songs.edit({ op: "shuffleItems", seed }));
    const states = [songs.document()];
    for (const seed of [1, 2]) {
      await shuffle(seed);
      states.push(songs.document());
    }
    await Promise.all([shuffle(3), past.undo(), past.undo()]);
    assert.deepEqual(songs.document(), states[1]);
    await Promise.all([past.undo(), shuffle(4), past.undo()]);
    assert.deepEqual(songs.document(), states[0]);
    await assert.rejects(past.undo(), /nothing to undo/);
    past.forget();
  }));

test("what others have done since is not undone", soon, () =>
  withSongs(async (songs, connection) => {
    const past = new Past(connection, songs, { hidden: true });
    await past.do(() => songs.edit({ op: "shuffleItems", seed: 1 }));
    await songs.edit({ op: "deleteItems", items: [["Halo", "Beyoncé"]] });
    const shown = songs.document();
    await assert.rejects(past.undo(), /Somebody else/);
    assert.deepEqual(songs.document(), shown);
  }));
