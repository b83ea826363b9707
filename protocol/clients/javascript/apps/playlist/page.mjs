// The page: a view of the playlist that is this window's own, and what can be done to the songs.
import { ListView, marked } from "diffabled/dom";
import { connect, RequestFailed } from "diffabled/websocket";
import { Letters } from "./letters.mjs";
import { Past } from "./past.mjs";
import { Renaming, songIn } from "./renaming.mjs";
import { destination, factsOf, favoriteEdits, PLAYLIST, renameEdits, sortEdits, stages, swapEdits } from "./songs.mjs";
import { Stepper } from "./stepper.mjs";

/** @typedef {import("../../rows.mjs").Row} Row */
/** @typedef {import("../../drag.mjs").Place} Place */

/** @param {string} selector @param {ParentNode} within @returns {any} */
const part = (selector, within = document) => within.querySelector(selector);
const [scroller, search, order, status] = ["#list", "#search", "#order", "#status"].map((each) => part(each));

const connection = await connect();
const songs = await connection.attach(PLAYLIST);
const shown = await connection.openView(
  `${PLAYLIST} ${crypto.randomUUID()}`,
  { of: PLAYLIST, emptySections: true },
  { headers: true, options: { indexTitles: "/value" } },
);
const past = new Past(connection, songs, part("#undo"));
const stepper = new Stepper(songs, past);
const letters = new Letters(connection, shown, part("#index"), (title) => attempt(() => goTo(title)));

/** @type {Map<Row, any[]>} What the search found in rows. */
let found = new Map();
const renaming = new Renaming();

const label = (/** @type {Row} */ row) => nameOf(row.identifier);
// At its very top the list stays there, so that a song is seen to come to the favourites.
const view = new ListView(scroller, shown, { render, header, label, move, remove, policy: "top", live: status });

/** @param {any} identifier */
function nameOf([name, artist]) {
  return `${name} by ${artist}`;
}

// MARK: Drawing

/** @param {HTMLElement} node @param {Row} row */
function render(node, row) {
  if (renaming.draw(node, row)) return;
  if (!node.firstChild) node.append(part("#song").content.cloneNode(true));
  const { isFavorite, plays = 0 } = factsOf(row);
  const highlights = found.get(row) ?? [];
  [".name", ".artist"].forEach((selector, place) => {
    const highlight = highlights.find((each) => each.place === place);
    part(selector, node).replaceChildren(marked(/** @type {string[]} */ (row.identifier)[place], highlight?.ranges ?? []));
  });
  part(".plays", node).textContent = plays > 0 ? `${plays} ×` : "";
  const heart = part(".heart", node);
  heart.setAttribute("aria-pressed", String(isFavorite));
  heart.textContent = isFavorite ? "♥" : "♡";
}

/** @param {HTMLElement} node @param {import("../../rows.mjs").Section} section */
function header(node, { content }) {
  const { title, value } = /** @type {{title?: string, value?: string}} */ (content ?? {});
  node.textContent = title ?? value ?? "All songs";
}

/** Marks what the search found. What came since the question was asked asks again. */
async function highlight() {
  const before = found;
  let after = new Map();
  if (search.value.trim() !== "" && shown.rows.length > 0) {
    const count = shown.rows.length;
    const { revision, rows } = await connection.request("dataSource/rows", { dataSource: shown.name, from: [0, 0], count });
    if (revision !== shown.revision) return;
    after = new Map(rows.map(({ item, highlights }) => [shown.row(item), highlights ?? []]));
  }
  found = after;
  view.draw(shown.rows.filter((row) => JSON.stringify(before.get(row)) !== JSON.stringify(after.get(row))));
}

/** @param {string} title */
async function goTo(title) {
  const row = await letters.row(title);
  if (row) view.go(row, { block: "start" });
  else view.say("There is no song in this section.");
}

// MARK: Changing the list

/** @param {() => Promise<unknown>} act says it if it fails */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    view.say(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Row} shownRow */
function songOf({ identifier }) {
  const row = songs.row(identifier);
  if (!row) throw new Error("The song has gone.");
  return row;
}

/** @param {Row} row @param {Place} place */
async function move(row, place) {
  if (order.value !== "own") throw new Error("songs are moved in their own order, which the menu has");
  const moved = past.doAtRevision((ifRevision) => {
    const song = songOf(row);
    const from = /** @type {[number, number]} */ (songs.place(song));
    const to = destination(songs, song, place);
    return connection.request("dataSource/moveRow", { dataSource: PLAYLIST, from, to, ifRevision });
  });
  await moved.catch((error) => {
    throw error instanceof RequestFailed && error.kind === "moveNotAllowed" ? new Error("songs stay in their section") : error;
  });
}

/** @param {Row[]} rows */
async function remove(rows) {
  await past.do(() => songs.edit({ op: "deleteItems", items: rows.map(({ identifier }) => identifier) }));
}

/** @param {Row} row */
async function favor(row) {
  await past.do(async () => songs.edit(...favoriteEdits(songs, songOf(row))));
}

/** @param {Row} row */
async function play(row) {
  await past.doAtRevision((ifRevision) => {
    const song = songOf(row);
    const patch = { plays: (factsOf(song).plays ?? 0) + 1 };
    const edits = [{ op: /** @type {const} */ ("patchItems"), items: [{ id: song.identifier, patch }] }];
    return connection.request("dataSource/edit", { dataSource: PLAYLIST, edits, ifRevision });
  });
}

/** @param {Row} row */
function rename(row) {
  const form = part("form", part("#renaming").content.cloneNode(true));
  renaming.begin(view, row, form, (song) => attempt(() => takeName(row, song)));
}

/** @param {Row} row @param {import("./songs.mjs").Song} song */
async function takeName(row, song) {
  const known = songs.row(song);
  if (known && known !== songs.row(row.identifier)) throw new Error(`There is ${nameOf(song)} already.`);
  if (!known) await past.do(() => songs.edit(...renameEdits(songs.row(row.identifier) ?? row, song)));
  renaming.end(row);
  const renamed = shown.row(song);
  if (renamed) view.go(renamed);
}

/** @param {HTMLFormElement} form */
async function add(form) {
  const song = songIn(form);
  if (!songs.row(song)) {
    const toSection = /** @type {HTMLSelectElement} */ (form.elements.namedItem("section")).value;
    await past.do(() => songs.edit({ op: "appendItems", items: [{ id: song, content: { isFavorite: false } }], toSection }));
    form.reset();
  } else view.say(`There is ${nameOf(song)} already.`);
  const row = shown.row(song);
  if (row) view.go(row);
}

// MARK: The user

/** @param {string} selector @param {(button: HTMLButtonElement) => Promise<unknown>} act */
const onClick = (selector, act) => {
  const button = part(selector);
  button.onclick = () => void attempt(() => act(button));
};

onClick("#undo", () => past.undo());
onClick("#shuffle", () => past.do(() => songs.edit({ op: "shuffleItems", seed: Date.now() })));
onClick("#reload", async () => {
  const rows = view.selection.size > 0 ? [...view.selection] : shown.rows;
  if (rows.length > 0) await past.do(() => songs.edit({ op: "reloadItems", items: rows.map(({ identifier }) => identifier) }));
});
onClick("#swap", (button) => stepper.press(button, swapEdits));
onClick("#sort", (button) => stepper.press(button, sortEdits));
part("#add").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  void attempt(() => add(/** @type {HTMLFormElement} */ (event.target)));
};

const change = () => {
  scroller.dataset.order = order.value;
  void attempt(() => shown.updateView(stages(order.value, search.value)));
};
search.oninput = order.onchange = change;
search.onkeydown = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "ArrowDown" || shown.rows.length === 0) return;
  event.preventDefault();
  view.go(shown.rows[0]);
};

scroller.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
  const heart = target instanceof Element && target.closest(".heart");
  const row = /** @type {import("../../dom.mjs").ListNode | null} */ (heart && heart.closest(".diffabled-row"))?.row;
  if (row) void attempt(() => favor(row));
});
scroller.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const row = /** @type {import("../../dom.mjs").ListNode} */ (event.target).row;
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "f") void attempt(() => favor(row));
  else if (event.key === "Enter") void attempt(() => play(row));
  else if (event.key === "F2") rename(row);
  else return;
  event.preventDefault();
});
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isTyping) return;
  if (event.key === "z" && (event.ctrlKey || event.metaKey)) void attempt(() => past.undo());
  else if (event.key === "/") search.focus();
  else return;
  event.preventDefault();
});

// MARK: Following

shown.onChange(({ sections }) => {
  void attempt(highlight);
  if (Object.values(sections).some((changed) => changed.length > 0)) void attempt(() => letters.draw());
});
connection.onLost(() => void (part("#lost").hidden = false));
connection.onRestart(() => {
  part("#lost").hidden = true;
  past.forget();
});
// The view is this window's own, and ends with it.
addEventListener("pagehide", () => connection.notify("dataSource/close", { dataSource: shown.name }));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
await letters.draw();
// For tests, and for who is curious.
Object.assign(window, { playlist: { connection, songs, shown, view } });
