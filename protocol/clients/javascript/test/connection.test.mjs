import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ConnectionLost, DiffabledError, RequestFailed, UnsupportedServer } from "../errors.mjs";
import { soon } from "./strict.mjs";
import { INFO, settled, Stub } from "./stub.mjs";

const CHANGES = {
  sections: { deletes: [], inserts: [], moves: [], reloads: [], reconfigures: [] },
  items: { deletes: [], inserts: [], moves: [], reloads: [], reconfigures: [] },
};
const applied = (fromRevision, more = {}) => ({
  dataSource: "list",
  fromRevision,
  revision: fromRevision + 1,
  animatingDifferences: true,
  origin: "dataSource/edit",
  changes: CHANGES,
  numberOfSections: 0,
  numberOfItems: 0,
  ...more,
});

async function opened(stub = new Stub()) {
  const connection = await stub.connection().start();
  const opening = connection.open("list");
  stub.expect();
  stub.answer({ result: { revision: 0 } });
  return { stub, connection, list: await opening };
}

test("a daemon that speaks another version, or lacks what is needed, is refused", soon, async () => {
  const capabilities = { framings: ["lines"], changeFormats: ["batch"], features: ["outlines"] };
  for (const [info, words] of [
    [{ ...INFO, protocolVersion: 2 }, "speaks version 2 of the protocol; this library speaks version 1"],
    [{ ...INFO, capabilities: { ...capabilities, changeFormats: ["staged"] } }, "does not have the change format batch"],
    [{ ...INFO, capabilities }, "does not have tag, strict."],
    [{ ...INFO, capabilities: { changeFormats: ["batch"] } }, "does not have tag, strict."],
  ]) {
    const stub = new Stub(info);
    const connection = stub.connection({ features: ["tag", "strict"] });
    await assert.rejects(connection.start(), (error) => error instanceof UnsupportedServer && error.message.includes(words));
    assert.deepEqual(stub.notifications, []);
  }
  await new Stub().connection({ features: ["tag", "strict"] }).start();
});

test("a view is not asked of a daemon that has none, which would make an empty list of it", soon, async () => {
  const stub = new Stub({ ...INFO, capabilities: { changeFormats: ["batch"] } });
  const connection = await stub.connection().start();
  await assert.rejects(connection.openView("hits", { of: "songs" }), UnsupportedServer);
  assert.deepEqual(stub.sent, []);
});

test("when a request is answered the list is where the answer says, and handlers may ask", soon, async () => {
  const { stub, connection, list } = await opened();
  const order = [];
  list.onChange((change) => {
    order.push(`change ${change.revision}`);
    connection.request("dataSource/list", {}).then(({ dataSources }) => order.push(dataSources));
  });
  list.edit().then(({ revision }) => order.push(`answer ${revision}, list ${list.revision}`));
  stub.expect();
  stub.tell("dataSource/didApply", applied(0));
  stub.answer({ result: { revision: 1 } });
  stub.expect();
  stub.answer({ result: { dataSources: "listed" } });
  await settled();
  assert.deepEqual(order, ["change 1", "answer 1, list 1", "listed"]);
});

test("a handler that fails is reported and stops nobody", soon, async (t) => {
  const { stub, connection, list } = await opened();
  const reported = t.mock.method(globalThis, "reportError", () => {});
  const heard = [];
  list.onChange(() => assert.fail("this handler"));
  const stop = list.onChange((change) => heard.push(change.revision));
  connection.onNotification(() => assert.fail("that handler"));
  connection.onNotification((method) => heard.push(method));
  stub.tell("dataSource/didApply", applied(0));
  stop();
  stub.tell("dataSource/didApply", applied(1));
  assert.deepEqual(heard, [1, "dataSource/didApply", "dataSource/didApply"]);
  assert.equal(reported.mock.callCount(), 4);
  assert.equal(list.revision, 2);
});

test("a refusal, an answer to nobody, and one without an id", soon, async (t) => {
  const { stub, connection } = await opened();
  const reported = t.mock.method(globalThis, "reportError", () => {});
  const refused = connection.request("dataSource/close", { dataSource: "none" });
  stub.expect();
  const error = { code: 1001, message: "There is no data source.", data: { kind: "unknownDataSource", dataSource: "none" } };
  stub.answer({ error });
  await assert.rejects(refused, (failure) => {
    assert.ok(failure instanceof RequestFailed && failure instanceof DiffabledError);
    const { name, message, kind, code, data, method } = failure;
    assert.deepEqual(
      { name, message, kind, code, data, method },
      { ...error, name: "RequestFailed", kind: "unknownDataSource", method: "dataSource/close" },
    );
    return true;
  });
  stub.open.push({ id: 7777 }, { id: null });
  stub.answer({ result: {} });
  assert.equal(reported.mock.callCount(), 0);
  stub.answer({ error: { code: -32700, message: "That was no JSON." } });
  assert.match(String(reported.mock.calls[0].arguments[0]), /That was no JSON/);
});

test("what is given up is cancelled, and what cannot be written is the caller's mistake", soon, async () => {
  const { stub, connection } = await opened();
  const giveUp = new AbortController();
  const asked = connection.request("rpc.discover", {}, { signal: giveUp.signal });
  const { id } = stub.sent[0];
  stub.expect();
  giveUp.abort(new Error("enough"));
  await assert.rejects(asked, /enough/);
  assert.deepEqual(stub.notifications.pop(), { jsonrpc: "2.0", method: "$/cancelRequest", params: { id } });
  stub.answer({ result: {} });
  await assert.rejects(connection.request("rpc.discover", {}, { signal: giveUp.signal }), /enough/);
  await assert.rejects(connection.request("dataSource/content", { dataSource: 1n }), TypeError);
  assert.deepEqual(stub.sent, []);
});

test("all that waits fails when the daemon ends, and nothing is sent twice", soon, async () => {
  const { stub, connection, list } = await opened();
  const told = [];
  connection.onLost((error) => told.push(error.final));
  connection.onRestart(() => told.push(list.revision));
  const asked = [connection.request("rpc.discover", {}), list.edit()];
  stub.lose();
  asked.push(connection.request("rpc.discover", {}));
  for (const request of asked) await assert.rejects(request, ConnectionLost);
  assert.equal(list.revision, null);
  stub.restart();
  await settled();
  assert.deepEqual(stub.expect(), { method: "dataSource/create", params: { dataSource: "list", snapshot: { sections: [] } } });
  stub.answer({ result: { revision: 1 } });
  await settled();
  assert.deepEqual(stub.sent, []);
  assert.deepEqual(told, [false, 1]);
});

test("a list that others made waits until they make it again", soon, async () => {
  const stub = new Stub();
  const connection = await stub.connection().start();
  const attaching = [connection.attach("list"), connection.attach("list")];
  const contents = { revision: 3, sections: [{ id: "A", items: ["a"] }] };
  const answerRead = (contents, error) => {
    assert.equal(stub.expect().method, "snapshot/contents");
    assert.equal(stub.expect().method, "dataSource/list");
    stub.answer(error ? { error } : { result: contents });
    stub.answer({ result: { dataSources: [{ dataSource: "list", revision: 3 }] } });
  };
  answerRead(contents);
  const [list, same] = await Promise.all(attaching);
  assert.equal(list, same);
  assert.deepEqual([list.revision, list.isView, list.rows.length], [3, false, 1]);

  const told = [];
  list.onChange((change) => told.push(change.revision));
  stub.lose();
  stub.restart();
  await settled();
  assert.equal(stub.expect().method, "snapshot/contents");
  stub.answer({ error: { code: 1001, message: "", data: { kind: "unknownDataSource" } } });
  await settled();
  assert.deepEqual([list.revision, list.rows.length, stub.sent], [null, 1, []]);
  stub.tell("dataSource/didApply", applied(0, { numberOfSections: 1, numberOfItems: 1 }));
  assert.equal(stub.expect().method, "snapshot/contents");
  stub.answer({ result: { ...contents, revision: 1 } });
  assert.deepEqual([list.revision, told], [1, []]);
});

test("another front end changes a view: what it is made again from is asked for", soon, async () => {
  const stub = new Stub();
  const connection = await stub.connection().start();
  const opening = connection.openView("list", { of: "songs" });
  stub.expect();
  stub.tell("dataSource/didApply", applied(0, { baseRevision: 1 }));
  stub.answer({ result: { revision: 1 } });
  const list = await opening;
  assert.deepEqual([list.isView, list.window, list.baseRevision], [true, null, 1]);
  stub.tell("dataSource/didApply", applied(1, { baseRevision: 1, origin: "dataSource/updateView" }));
  assert.deepEqual(stub.expect(), { method: "dataSource/list", params: {} });
  const view = { of: "songs", flatten: true };
  stub.answer({ result: { dataSources: [{ dataSource: "list", baseRevision: 1, view }] } });
  stub.lose();
  stub.restart();
  await settled();
  assert.deepEqual(stub.expect(), { method: "dataSource/create", params: { dataSource: "list", view } });
});

test("what the daemon could not read fails the oldest request that waits", soon, async () => {
  const { stub, connection } = await opened();
  const unread = { error: { code: -32700, message: "It is nested too deep.", data: { kind: "parseError" } } };
  const giveUp = new AbortController();
  const givenUp = connection.request("dataSource/list", {}, { signal: giveUp.signal });
  giveUp.abort();
  const [first, second] = [connection.request("dataSource/setContent", { dataSource: "list" }), connection.request("dataSource/list", {})];
  await assert.rejects(givenUp);
  for (let count = 0; count < 3; count++) stub.expect();
  stub.answer({ error: { code: -32800, message: "", data: {} } });
  stub.open[0] = { id: null };
  stub.answer(unread);
  await assert.rejects(first, { kind: "parseError", code: -32700, method: "dataSource/setContent" });
  stub.answer({ result: { dataSources: [] } });
  assert.deepEqual(await second, { dataSources: [] });
});

test("what the daemon could not read may be a notification, which fails no request", soon, async (t) => {
  const { stub, connection } = await opened();
  const reported = t.mock.method(globalThis, "reportError", () => {});
  connection.notify("dataSource/setContent", { content: "deep" });
  const asked = connection.request("dataSource/list", {});
  stub.expect();
  stub.open.unshift({ id: null });
  stub.answer({ error: { code: -32700, message: "It is nested too deep." } });
  stub.answer({ result: { dataSources: [] } });
  assert.deepEqual(await asked, { dataSources: [] });
  assert.equal(reported.mock.callCount(), 1);
});
