import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../bridge.mjs";
import { Connection } from "../connection.mjs";
import { browse, frame, get } from "./client.mjs";
import { soon } from "./strict.mjs";
import { watched } from "./watched.mjs";

async function served(t, options = {}) {
  const root = mkdtempSync(join(tmpdir(), "diffabled-"));
  writeFileSync(join(root, "index.html"), "<title>ä</title>");
  writeFileSync(join(root, ".secret"), "secret");
  mkdirSync(join(root, "diffabled.d"));
  symlinkSync("/etc/hostname", join(root, "link.html"));
  const bridge = Object.assign(await serve({ root, ...options }), { pages: [] });
  t.after(async () => {
    for (const page of bridge.pages) await page.close();
    await bridge.close();
  });
  return bridge;
}

/** The library in a page, over a WebSocket that comes again at once. */
async function page(bridge, gate = Promise.resolve()) {
  const open = async () => {
    for (;;) {
      const browser = await browse(bridge.url);
      if (browser.status === 101) return browser;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const reopen = () => gate.then(open);
  const transport = await open();
  const connection = await new Connection(transport, { reopen }).start();
  bridge.pages.push(connection);
  return Object.assign(connection, { cut: () => transport.socket.destroy() });
}

const next = (listen) => new Promise((done) => listen(done));

test("pages and the library are served to who knows the address, and nothing else", soon, async (t) => {
  const { url } = await served(t);
  const index = await get(url);
  assert.deepEqual([index.status, index.body], [200, "<title>ä</title>"]);
  assert.equal(index.headers["content-type"], "text/html; charset=utf-8");
  assert.match((await get(new URL("diffabled/websocket.mjs", url))).body, /export async function connect/);
  assert.equal((await get(url, { method: "HEAD" })).body, "");
  assert.equal((await get(url, { method: "POST" })).status, 405);
  for (const path of [".secret", "none.html", "link.html", "diffabled.d", "diffabled/../../openrpc.json", "%2e%2e/%2e%2e/etc/passwd", "%ff", "diffabled/test/stub.mjs/x", "diffabled%2F..%2F.secret", "%00", "constructor/x.html", "__proto__", "toString/"]) {
    assert.equal((await get(`${url}${path}`)).status, 404, path);
  }
  for (const [address, headers] of [
    [new URL("/", url), {}],
    [new URL("/0123456789abcdef0123456789abcdef/", url), {}],
    [url, { Host: "evil.example" }],
    [url, { Host: `evil.example:${new URL(url).port}` }],
    [url, { Origin: "http://evil.example" }],
    [url, { "Sec-Fetch-Site": "cross-site" }],
  ]) {
    assert.equal((await get(address, { headers })).status, 403);
  }
});

test("pages are served to an address of version 6 too", soon, async (t) => {
  const { url } = await served(t, { host: "::1" });
  assert.equal(new URL(url).hostname, "[::1]");
  assert.equal((await get(url)).status, 200);
  assert.equal((await browse(url)).status, 101);
});

test("params that are nested too deep are refused, and the bridge goes on", soon, async (t) => {
  const bridge = await served(t);
  const browser = await browse(bridge.url);
  const answers = [];
  browser.onmessage = (text) => answers.push(JSON.parse(text));
  for (const [id, depth] of [[1, 300], [2, 9000]]) {
    const content = "[".repeat(depth) + "]".repeat(depth);
    browser.send(`{"jsonrpc":"2.0","id":${id},"method":"dataSource/setContent","params":{"dataSource":"a","content":${content}}}`);
  }
  browser.send('{"jsonrpc":"2.0","id":3,"method":"dataSource/list","params":{}}');
  while (answers.length < 3) await new Promise((done) => setTimeout(done, 5));
  const byID = new Map(answers.map((answer) => [answer.id, answer]));
  assert.deepEqual([1, 2].map((id) => byID.get(id).error.code), [-32700, -32700]);
  assert.deepEqual(byID.get(3).result.dataSources, []);
});

test("a WebSocket from elsewhere, of another site or without the token is refused", soon, async (t) => {
  const { url } = await served(t);
  for (const headers of [{ Origin: "http://evil.example" }, { Origin: "null" }, { Host: "evil.example", Origin: "http://evil.example" }]) {
    assert.equal((await browse(url, headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal((await browse(new URL("/none/", url))).status, 403);
  assert.equal((await browse(url, { "Sec-WebSocket-Version": "8" })).status, 400);
  assert.equal((await browse(url, { "Sec-WebSocket-Key": "short" })).status, 400);
  const { port } = new URL(url);
  assert.equal((await browse(url.replace("127.0.0.1", "localhost"))).status, 101, port);
});

test("two pages follow one list, and what is asked by one is answered to it alone", soon, async (t) => {
  const bridge = await served(t);
  const [one, two] = [await page(bridge), await page(bridge)];
  assert.equal(one.info.generation, two.info.generation);
  const list = await one.open("list", { document: { sections: [{ id: "A", items: ["a", "b"] }] } });
  await assert.rejects(two.open("list"), { kind: "dataSourceExists" });
  const same = await two.attach("list");
  const told = next((done) => same.onChange(done));
  await list.edit({ op: "moveItem", item: "b", beforeItem: "a" });
  assert.deepEqual((await told).moved.map((row) => row.identifier), ["b"]);
  assert.deepEqual(same.document(), list.document());
  await assert.rejects(two.request("rpc.discover", {}), { kind: "methodNotFound" });
  await assert.rejects(two.request("exit", {}), { kind: "methodNotFound" });
  const giveUp = new AbortController();
  const asked = two.request("snapshot/contents", { dataSource: "list" }, { signal: giveUp.signal });
  giveUp.abort();
  await assert.rejects(asked);
  assert.deepEqual((await two.request("snapshot/contents", { dataSource: "list" })).sections, list.document().sections);
});

test("frames: fragments, a ping between them, and all sizes of length", soon, async (t) => {
  const bridge = await served(t);
  const browser = await browse(bridge.url);
  const heard = [];
  browser.onmessage = (text) => heard.push(JSON.parse(text));
  const answered = async (count) => {
    while (heard.length < count) await new Promise((done) => setTimeout(done, 5));
    return heard[count - 1];
  };
  const create = (name) => JSON.stringify({ jsonrpc: "2.0", id: name, method: "dataSource/create", params: { dataSource: name } });
  const whole = Buffer.from(create("ä😀"));
  const pong = next((done) => (browser.onpong = done));
  const parts = [frame(1, whole.subarray(0, 70), { isLast: false }), frame(9, "still there?"), frame(0, whole.subarray(70, 71), { isLast: false }), frame(0, whole.subarray(71))];
  for (const byte of Buffer.concat(parts)) browser.socket.write(Buffer.from([byte]));
  assert.equal(await pong, "still there?");
  assert.deepEqual(await answered(1), { jsonrpc: "2.0", id: "ä😀", result: { revision: 0 } });
  const contents = ["x".repeat(200), "y".repeat(70_000)];
  for (const content of contents) {
    const params = { dataSource: "ä😀", content };
    browser.send(JSON.stringify({ jsonrpc: "2.0", id: content.length, method: "dataSource/setContent", params }));
  }
  await answered(5);
  browser.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dataSource/content", params: { dataSource: "ä😀" } }));
  assert.equal((await answered(6)).result.content, contents[1]);
  browser.close();
  assert.equal(await browser.closed, 1000);
});

test("a page that breaks the rules is closed, and the bridge goes on", soon, async (t) => {
  const bridge = await served(t);
  const size = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]);
  for (const [bytes, code] of [
    [frame(1, "{}", { isMasked: false }), 1002],
    [frame(1, "{}", { reserved: 64 }), 1002],
    [frame(2, "{}"), 1003],
    [frame(3, "{}"), 1002],
    [frame(0, "{}"), 1002],
    [Buffer.concat([frame(1, "{", { isLast: false }), frame(1, "}")]), 1002],
    [frame(9, "x".repeat(126)), 1002],
    [frame(9, "x", { isLast: false }), 1002],
    [size, 1009],
    [Buffer.concat([frame(1, "x".repeat(9 << 20), { isLast: false }), frame(0, "x".repeat(8 << 20))]), 1009],
    [frame(1, Buffer.from([0xc3, 0x28])), 1007],
    [frame(1, "no JSON"), 1007],
    [frame(1, "null"), 1007],
    [frame(1, '{"id":1,"method":["dataSource/list"]}'), 1007],
  ]) {
    const browser = await browse(bridge.url);
    browser.socket.write(bytes);
    assert.equal(await browser.closed, code, bytes.subarray(0, 20).toString("hex"));
  }
  const browser = await browse(bridge.url);
  const answer = next((done) => (browser.onmessage = done));
  browser.send('{"method":"dataSource/list","params":null,"id":{"a":1}}');
  assert.deepEqual(JSON.parse(await answer), { jsonrpc: "2.0", id: { a: 1 }, result: { dataSources: [] } });
  browser.send('{"method":"$/cancelRequest","params":7}');
  browser.socket.destroy();
  assert.equal((await get(bridge.url)).status, 200);
});

test("a page that does not read is told the newest when it reads again, and has the list in the end", soon, async (t) => {
  const bridge = await served(t);
  const [fast, slow] = [await page(bridge), await browse(bridge.url)];
  const items = Array.from({ length: 2000 }, (_, id) => ({ id, content: "x".repeat(500) }));
  const list = await fast.open("list", { document: { sections: [{ id: "A", items }] } });
  const other = await fast.open("other", { document: { sections: ["A"] } });
  let heard = 0;
  const connection = await new Connection({
    send: (text) => slow.send(text),
    close: () => slow.close(),
    set onclose(call) {
      slow.onclose = call;
    },
    set onmessage(call) {
      slow.onmessage = (text) => (heard++, call(text));
    },
  }).start();
  bridge.pages.push(connection);
  const [behind, gone] = [await connection.attach("list"), await connection.attach("other")];
  heard = 0;
  slow.socket.pause();
  // Some ten messages wait in sockets, as many as the system lets wait there.
  const rounds = 26;
  for (let round = 0; round < rounds; round++) {
    const content = String.fromCharCode(65 + round).repeat(500);
    await list.edit({ op: "setItems", items: items.map(({ id }) => ({ id, content })) });
    if (round === 8) await other.close();
    if (round === 12) await fast.open("other", { document: { sections: ["B", "C"] } });
  }
  slow.socket.resume();
  while (behind.revision !== list.revision || gone.sections.length !== 2) {
    // Else it would wait on when the test has failed.
    t.signal.throwIfAborted();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.ok(heard < rounds, `${heard} messages were enough`);
  assert.deepEqual(behind.document(), list.document());
  assert.deepEqual(gone.sections.map((section) => section.identifier), ["B", "C"]);
  t.diagnostic(`${heard} messages for ${rounds + 3} that were told to the other page`);
});

test("a page that was away asks for the changes since then", soon, async (t) => {
  const bridge = await served(t);
  let open;
  const [here, away] = [await page(bridge), await page(bridge, new Promise((done) => (open = done)))];
  const list = await here.open("list", { document: { sections: [{ id: "A", items: ["a", "b"] }] } });
  const closed = await here.open("closed", { document: { sections: ["A"] } });
  const [same, gone] = [await away.attach("list"), await away.attach("closed")];
  const [row] = same.rows;
  const told = [];
  same.onChange((change) => told.push([change.fromRevision, change.revision, change.reset]));
  const restarted = next((done) => away.onRestart(done));
  away.cut();
  await list.edit({ op: "moveItem", item: "b", beforeItem: "a" });
  await list.edit({ op: "appendItems", items: ["c"] });
  await closed.close();
  open();
  await restarted;
  assert.deepEqual(same.document(), list.document());
  assert.equal(same.row("a"), row);
  assert.deepEqual([gone.sections, gone.revision], [[], 0]);
  assert.deepEqual(told, [[1, 3, false]]);
});

test("when the daemon dies one page makes the list again and the other finds it", soon, async (t) => {
  const { server, kill } = watched();
  const bridge = await served(t, { server });
  const [one, two] = [await page(bridge), await page(bridge)];
  const { generation } = one.info;
  const list = await one.open("list", { document: { sections: [{ id: "A", items: ["a", { id: "b", content: null }] }] } });
  const same = await two.attach("list");
  const followed = next((done) => same.onChange(done));
  await list.edit({ op: "reverseItems" });
  await followed;
  const rows = [...list.rows, ...same.rows];
  list.onChange(() => assert.fail("nothing has changed"));
  same.onChange(() => assert.fail("nothing has changed"));
  const again = [one, two].map((connection) => next((done) => connection.onRestart(done)));
  kill();
  await Promise.all(again);
  while (same.revision === null) await new Promise((done) => setTimeout(done, 5));
  assert.notEqual(one.info.generation, generation);
  assert.deepEqual([list.document(), same.document()].map(JSON.stringify), Array(2).fill(JSON.stringify({ sections: [{ id: "A", items: [{ id: "b", content: null }, "a"] }] })));
  assert.deepEqual([...list.rows, ...same.rows].map((row, index) => row === rows[index]), [true, true, true, true]);
  assert.deepEqual((await two.request("snapshot/contents", { dataSource: "list" })).sections, list.document().sections);
});
