// What a program in TypeScript sees; compiled by the checks, and never run.
import { anchorAfter, connect, RequestFailed, type List } from "../node.mjs";
import { ListView, moveEdit } from "../dom.mjs";

const connection = await connect({ args: ["--history-revisions", "10"], restart: false });
const list: List = await connection.open("songs", { document: { sections: [{ id: ["c", 1, null], items: ["a"] }] } });
const stop: () => void = list.onChange((change) => {
  const row = anchorAfter(change, list.rows[0]);
  const words: string = `${row?.identifier} ${change.splices().map(({ at, removed }) => at + removed)}`;
  void words;
});
await list.edit({ op: "moveItem", item: "a", beforeItem: 7 }, { op: "appendItems", items: [{ id: 1, content: null }] });
const { revision }: { revision: number } = await connection.request("dataSource/apply", {
  dataSource: "songs",
  snapshot: list.document(),
  animatingDifferences: false,
});
const view = await connection.openView("found", { of: "songs", search: { text: "a", in: [{ pointer: "/name" }] } });
await view.updateView({ sortBy: [{ pointer: "/name" }], search: null });
// @ts-expect-error a base cannot be changed
await view.updateView({ of: "others" });
new ListView(document.body, list, {
  render: (node, row) => void (node.textContent = String(row.identifier)),
  label: (row) => String(row.content),
  move: (row, place) => list.edit(moveEdit(row, place)),
});
try {
  await connection.attach("none");
} catch (error) {
  if (error instanceof RequestFailed) console.log(error.kind, error.code, revision);
}
// @ts-expect-error there is no such edit
await list.edit({ op: "moveItme", item: "a", beforeItem: 7 });
// @ts-expect-error there is no such method
await connection.request("dataSource/aply", {});
// @ts-expect-error the document is missing
await connection.request("dataSource/apply", { dataSource: "songs" });
stop();
