import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorAfter } from "../change.mjs";
import { Connection } from "../connection.mjs";
import { connect, findServer, spawnServer } from "../node.mjs";
import { keyOf } from "../rows.mjs";
import { Random, Requests } from "./random.mjs";
import { soon } from "./strict.mjs";

const edits = Number(process.env.TEST_EDITS ?? 500);

const same = (one, other, message) =>
  assert.ok(one.length === other.length && one.every((element, index) => element === other[index]), message);

/** Holds what was told of each change against what can be seen of the list before and after it. */
class Watcher {
  #shown;
  #rows = new Map();
  changes = 0;
  resets = 0;

  constructor(list) {
    this.list = list;
    this.#remember();
    list.onChange((change) => this.#check(change));
  }

  #remember() {
    this.#shown = [...this.list.entries];
    this.#rows = new Map(this.list.rows.map((row) => [keyOf(row.identifier), row]));
  }

  #check(change) {
    const { list } = this;
    this.changes++;
    if (change.reset) this.resets++;
    same(change.before, this.#shown, "before is what was shown");
    assert.equal(change.after, list.entries);
    for (const section of list.sections) {
      for (const row of section.rows) {
        const known = this.#rows.get(keyOf(row.identifier));
        assert.ok(known === undefined || known === row, "a row that stayed is the same object");
        assert.ok(list.row(row.identifier) === row && row.section === section, "a row is in its section");
      }
    }
    assert.ok(!change.deleted.some((row) => list.row(row.identifier) === row));
    this.#checkForms(change);
    this.#checkAnchors(change);
    this.#remember();
  }

  /** Each form of a change leads from the list before to the list after. */
  #checkForms(change) {
    const splice = (shown, { at, removed, added }) => void shown.splice(at, removed, ...added);
    const spliced = [...this.#shown];
    change.splices().forEach((one) => splice(spliced, one));
    same(spliced, change.after, "the splices lead to the list");
    const [hull, hulled] = [change.hull(), [...this.#shown]];
    if (hull) splice(hulled, hull);
    same(hulled, change.after, "the hull leads to the list");

    const [gone, fresh] = [change, change.sections].reduce(
      ([gone, fresh], { deleted, inserted }) => [new Set([...gone, ...deleted]), new Set([...fresh, ...inserted])],
      [new Set(), new Set()],
    );
    // Single moves are for few.
    if (change.moved.length > 60) return;
    const stepped = this.#shown.filter((entry) => !gone.has(entry));
    for (const { from, count, to } of change.steps()) {
      assert.ok(to < from || to > from + count, "no step is without effect");
      const taken = stepped.slice(from, from + count);
      stepped.splice(to, 0, ...taken);
      stepped.splice(from < to ? from : from + count, count);
    }
    same(stepped, change.after.filter((entry) => !fresh.has(entry)), "the steps lead to the list");
  }

  #checkAnchors(change) {
    const rows = change.before.filter((entry) => "level" in entry);
    const stays = (row) => this.list.row(row.identifier) === row;
    for (let at = 0; at < rows.length; at += 1 + Math.floor(rows.length / 10)) {
      const near = rows.slice(at).find(stays) ?? rows.slice(0, at).reverse().find(stays) ?? null;
      assert.ok(anchorAfter(change, rows[at]) === near, "what hung on a row goes to the nearest one");
    }
  }
}

for (const headers of [false, true]) {
  test(`${edits} random edits, and the list is the daemon's after each${headers ? ", with headers" : ""}`, soon, async (t) => {
    const random = new Random(headers ? 2 : 1);
    const requests = new Requests(random);
    const connection = await connect();
    t.after(() => connection.close());
    const list = await connection.open("list", { headers });
    const watcher = new Watcher(list);
    for (let number = 0; number < edits; number++) {
      const { method, params } = requests.next(list);
      const { revision } = await connection.request(method, { dataSource: "list", ...params });
      const { sections, revision: read } = await connection.request("snapshot/contents", { dataSource: "list" });
      assert.ok(list.revision >= revision && list.revision === read);
      assert.deepEqual(list.document(), { sections }, `edit ${number} of seed ${random.seed}`);
      const row = list.rows.length > 0 ? random.of(list.rows) : null;
      if (row) assert.equal(list.sections[list.place(row)[0]].rows[list.place(row)[1]], row);
      if (row) assert.equal(list.entries[list.index(row)], row);
    }
    assert.equal(watcher.changes, edits);
    t.diagnostic(`${watcher.resets} of ${watcher.changes} changes were resets`);
  });
}

/** A didApply that begins behind a revision. */
const gap = (revision) => ({
  jsonrpc: "2.0",
  method: "dataSource/didApply",
  params: { dataSource: "list", fromRevision: revision + 1, revision: revision + 2, animatingDifferences: true, origin: "dataSource/edit" },
});

test("a slow reader that loses a third of the notifications has the daemon's list in the end", soon, async (t) => {
  const random = new Random(3);
  const requests = new Requests(random);
  const transport = spawnServer(findServer(), ["--merge-after-bytes", "0", "--history-revisions", "30"]);
  const seen = { merged: 0, lost: 0, overtaken: 0, asked: 0 };
  const announced = { newest: 0, isLossy: true };
  const lossy = {
    send: (text) => transport.send(text),
    close: () => transport.close(),
    set onclose(call) {
      transport.onclose = call;
    },
    set onmessage(call) {
      announced.gap = (revision) => call(JSON.stringify(gap(revision)));
      transport.onmessage = (text) => {
        const { method, params, result } = JSON.parse(text);
        if (params?.origin === "merged") seen.merged++;
        const isResync = result?.sections || result?.changes;
        if (isResync && result.revision < announced.newest) seen.overtaken++;
        if (method === "dataSource/didApply") {
          announced.newest = params.revision;
          if (announced.isLossy && random.chance(3)) return void seen.lost++;
        }
        call(text);
      };
    },
  };
  const connection = await new Connection(lossy).start();
  t.after(() => connection.close());
  const list = await connection.open("list", { document: { sections: ["A", "B", "C"] } });
  const watcher = new Watcher(list);
  // Nothing is read for a pause, which grows until the daemon has got so far that something is merged.
  let pause = 50;
  for (let round = 0; round < 4 || seen.merged === 0; round++) {
    const { merged } = seen;
    // All of a round is written before anything is read, and the first answers are more than a pipe holds.
    const answers = Array.from({ length: 8 }, () => connection.request("rpc.discover", {}));
    for (let number = 0; number < 60; number++) {
      const edit = { op: "shuffleItems", seed: random.below(1000) };
      const items = [requests.item(), requests.item()];
      const add = { op: "appendItems", items, toSection: random.of(["A", "B", "C"]) };
      const edits = number % 10 === 0 ? [add, edit] : [edit];
      answers.push(connection.request("dataSource/edit", { dataSource: "list", edits }));
      // A gap is seen here, so that what is asked stands between edits that one didApply tells.
      if (number === 1) announced.gap(list.revision);
      seen.asked++;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    await Promise.all(answers);
    if (seen.merged === merged) pause *= 2;
  }
  // One that is heard shows whatever was lost before it.
  announced.isLossy = false;
  await list.edit();
  // What was lost may be older than the history; then the list reads the whole, behind a refusal.
  let contents;
  do contents = await connection.request("snapshot/contents", { dataSource: "list" });
  while (list.revision < contents.revision);
  assert.deepEqual(list.document(), { sections: contents.sections });
  assert.ok(seen.merged > 0 && seen.lost > 0);
  t.diagnostic(JSON.stringify({ ...seen, told: watcher.changes, resets: watcher.resets }));
});
