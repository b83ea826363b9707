import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect, ConnectionLost, findServer, ServerNotFound } from "../node.mjs";
import { soon } from "./strict.mjs";
import { watched } from "./watched.mjs";

/** A connection that ends with its test, however that ends. */
async function connected(t, options) {
  const connection = await connect(options);
  t.after(() => connection.close());
  return connection;
}

const next = (listen) => new Promise((done) => listen(done));

test("after kill -9 the list is there again, with the same rows, and nothing is told", soon, async (t) => {
  const { server, kill } = watched();
  const connection = await connected(t, { server });
  const items = Array.from({ length: 200 }, (_, n) => ({ id: ["row", n, null, true], content: null }));
  const list = await connection.open("list", { document: { sections: [{ id: 1, items }] }, options: { history: 3 } });
  const attached = await connection.attach("list");
  assert.equal(attached, list);
  const rows = [...list.rows];
  list.onChange(() => assert.fail("nothing has changed"));
  const start = performance.now();
  const [lost, restarted] = [next((done) => connection.onLost(done)), next((done) => connection.onRestart(done))];
  kill();
  assert.ok((await lost) instanceof ConnectionLost);
  assert.equal(list.revision, null);
  await restarted;
  t.diagnostic(`${Math.round(performance.now() - start)} ms until it was there again`);
  assert.equal(list.revision, 1);
  assert.ok(list.rows.every((row, index) => row === rows[index]));
  const { sections } = await connection.request("snapshot/contents", { dataSource: "list" });
  assert.deepEqual(list.document(), { sections });
});

test("a daemon that ends again and again is given up, and that is said once", soon, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "diffabled-"));
  const [server, count] = [join(folder, "server"), join(folder, "count")];
  // The first one is a daemon; what is started later ends at once.
  writeFileSync(server, `#!/bin/sh\necho x >> '${count}'\n[ $(wc -l < '${count}') -gt 1 ] && exit 3\nexec '${findServer()}'\n`);
  chmodSync(server, 0o755);
  const connection = await connected(t, { server });
  const told = [];
  const gaveUp = next((done) =>
    connection.onLost((error) => {
      told.push(error.final);
      if (error.final) done();
    }),
  );
  connection.notify("exit");
  await assert.rejects(connection.request("dataSource/list", {}), ConnectionLost);
  await gaveUp;
  assert.deepEqual(told, [false, true]);
  assert.equal(readFileSync(count, "utf8"), "x\nx\nx\nx\n");
  await assert.rejects(connection.request("dataSource/list", {}), ConnectionLost);
});

test("without restart it is told at once that nobody tries", soon, async (t) => {
  const { server, kill } = watched();
  const connection = await connected(t, { server, restart: false });
  const finals = [];
  const gaveUp = next((done) => connection.onLost((error) => (finals.push(error.final), error.final && done())));
  kill();
  await gaveUp;
  assert.deepEqual(finals, [false, true]);
});

test("close ends the daemon, also one that does not listen", soon, async (t) => {
  const connection = await connected(t);
  const list = await connection.open("list");
  await connection.close();
  assert.equal(list.revision, null);
  await assert.rejects(connection.request("dataSource/list", {}), ConnectionLost);

  const folder = mkdtempSync(join(tmpdir(), "diffabled-"));
  const server = join(folder, "server");
  const info = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"capabilities":{"changeFormats":["batch"]}}}';
  writeFileSync(server, `#!/bin/sh\nread line\necho '${info}'\nwhile :; do sleep 1; done\n`);
  chmodSync(server, 0o755);
  const start = performance.now();
  await (await connect({ server })).close();
  assert.ok(performance.now() - start > 3900, "2 s for the answer and 2 s for the end");
});

test("a list that is closed is gone, and its name is free", soon, async (t) => {
  const connection = await connected(t);
  const list = await connection.open("list", { document: { sections: ["A"] } });
  await assert.rejects(connection.open("list"), /has a list "list" already/);
  await list.close();
  assert.deepEqual([list.sections, list.revision], [[], 0]);
  await connection.open("list");
});

test("an identifier, a content and a line as long as they come", soon, async (t) => {
  const connection = await connected(t);
  const content = { text: "ä\u2028😀\n".repeat(300_000) };
  const list = await connection.open("list", { document: { sections: [{ id: "\u2028", items: [{ id: "😀", content }] }] } });
  assert.deepEqual(list.row("😀").content, content);
});

test("where the daemon is looked for, and what is said when it is nowhere", soon, () => {
  const { DIFFABLED, PATH } = process.env;
  const restore = () => Object.assign(process.env, { DIFFABLED, PATH });
  const fails = (words) => (error) => error instanceof ServerNotFound && assert.match(error.message, words) === undefined;
  try {
    const server = findServer();
    process.env.DIFFABLED = "/nowhere/diffabled";
    assert.equal(findServer(server), server);
    assert.throws(() => findServer(), fails(/^\$DIFFABLED is "\/nowhere\/diffabled", which is no executable file\.$/));
    assert.throws(() => findServer(tmpdir()), fails(/^The setting "server" is ".*", which is no executable file\.$/));
    delete process.env.DIFFABLED;
    const folder = mkdtempSync(join(tmpdir(), "diffabled-"));
    writeFileSync(join(folder, "diffabled"), "#!/bin/sh\n", { mode: 0o755 });
    process.env.PATH = `/nowhere:${folder}`;
    assert.equal(findServer(), join(folder, "diffabled"));
  } finally {
    restore();
  }
});
