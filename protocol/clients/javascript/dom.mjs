import { anchorAfter } from "./change.mjs";
import { Drag, placeBeside } from "./drag.mjs";
import { LiveRegion } from "./live.mjs";
import { Motion, nodesInSight } from "./motion.mjs";
import { Row } from "./rows.mjs";

export { moveEdit } from "./drag.mjs";
export { marked } from "./marked.mjs";

/** @typedef {import("./rows.mjs").Section} Section */
/** @typedef {import("./change.mjs").Change} Change */
/** @typedef {import("./change.mjs").Entry} Entry */
/** @typedef {import("./drag.mjs").Place} Place */
/** @typedef {HTMLElement & {row?: Row, section?: Section}} ListNode a row's node leads to its row, a header's to its section */

/**
 * @typedef {{
 *   render: (node: HTMLElement, row: Row) => void,
 *   header?: (node: HTMLElement, section: Section) => void,
 *   label: (row: Row) => string,
 *   move?: (row: Row, place: Place) => unknown,
 *   remove?: (rows: Row[]) => unknown,
 *   select?: (rows: Row[]) => void,
 *   policy?: "keep" | "top" | "end",
 *   duration?: number,
 *   live?: HTMLElement,
 * }} ViewOptions
 */

/** How many nodes were made with an id, so that all ids differ. */
let numberOfHeaders = 0;

/**
 * A list in a page: a `listbox` whose rows slide to where they go.
 *
 * Focus, selection, scroll and whatever was typed stay with their rows, whoever changes the list.
 */
export class ListView {
  /** @type {Row | null} The row that has, or would get, the focus. */
  current = null;
  /** @type {Set<Row>} */
  selection = new Set();
  #options;
  #motion;
  #live;
  #ends = new AbortController();
  /** @type {Map<Entry, ListNode>} */
  #nodes = new Map();
  /** @type {readonly Row[]} The rows as they are drawn. */
  #rows = [];
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Row | null} The row from which a click with shift selects. */
  #pivot = null;
  /** How many of the user's own requests are on their way. */
  #own = 0;

  /**
   * @param {HTMLElement} scroller what scrolls; the rows become its children
   * @param {import("./list.mjs").List} list with `headers` if `header` is given
   * @param {ViewOptions} options `render` and `header` fill a node, and again when something has
   *   changed; `label` is a row's name for who listens; `move` is asked when the user moves a row
   *   (`list.edit(moveEdit(row, place))` does it), `remove` when rows shall go; `select` is told
   *   of the selection; `policy` says what stays in place when rows come above what is in sight
   */
  constructor(scroller, list, options) {
    this.scroller = scroller;
    this.list = list;
    this.#options = { policy: "keep", duration: 180, ...options };
    this.#motion = new Motion(scroller);
    this.#live = new LiveRegion(options.live ?? scroller);
    scroller.setAttribute("role", "listbox");
    scroller.setAttribute("aria-multiselectable", "true");
    scroller.classList.add("diffabled-list");
    // The browser would correct the scroll a second time.
    scroller.style.overflowAnchor = "none";
    for (const entry of list.entries) scroller.append(this.#makeNode(entry));
    this.#rows = list.rows;
    this.#setCurrent(list.rows[0] ?? null);
    this.#listen();
    const stop = list.onChange((change) => this.#follow(change));
    this.#ends.signal.addEventListener("abort", stop);
  }

  /** Takes everything out of the page again. */
  close() {
    this.#ends.abort();
    this.#motion.stop();
    this.#live.close();
    this.scroller.replaceChildren();
  }

  /**
   * The node of a row, or of a section's header.
   *
   * @param {Entry} entry
   * @returns {ListNode}
   */
  node(entry) {
    return /** @type {ListNode} */ (this.#nodes.get(entry));
  }

  /** The nodes that are in sight, in display order. */
  nodesInSight() {
    return nodesInSight(this.scroller, this.#rows.length, (index) => this.node(this.#rows[index]));
  }

  /**
   * Makes a row the current one and shows it.
   *
   * @param {Row} row
   * @param {{focus?: boolean, block?: "nearest" | "start"}} how `block`: whether it is scrolled no
   *   further than it must be, or to the upper edge, below a header that sticks
   */
  go(row, { focus = true, block = "nearest" } = {}) {
    const node = this.node(row);
    this.#setCurrent(row);
    if (focus) node.focus({ preventScroll: true });
    this.#motion.atItsPlace(node, () => node.scrollIntoView({ block }));
  }

  /**
   * Fills the nodes of entries anew, when what is shown of them stands elsewhere than in the list.
   *
   * @param {Iterable<Entry>} entries those that are not in the list any more are passed over
   */
  draw(entries) {
    for (const entry of entries) if (this.#nodes.has(entry)) this.#draw(entry);
  }

  /** @param {Iterable<Row>} rows */
  select(rows) {
    const selection = new Set(rows);
    for (const row of this.selection) if (!selection.has(row)) this.#nodes.get(row)?.setAttribute("aria-selected", "false");
    for (const row of selection) this.node(row).setAttribute("aria-selected", "true");
    this.selection = selection;
    this.#options.select?.([...selection]);
  }

  /**
   * Has the live region say something, with what is counted at the time.
   *
   * @param {string} words
   */
  say(words) {
    this.#live.say(words);
  }

  // MARK: Nodes

  /** @param {Entry} entry */
  #makeNode(entry) {
    const node = /** @type {ListNode} */ (document.createElement("div"));
    this.#nodes.set(entry, node);
    if (entry instanceof Row) {
      node.className = "diffabled-row";
      node.setAttribute("role", "option");
      node.setAttribute("aria-selected", "false");
      node.tabIndex = -1;
      node.row = entry;
    } else {
      node.className = "diffabled-header";
      node.setAttribute("role", "presentation");
      node.id = `diffabled-header-${++numberOfHeaders}`;
      node.section = entry;
    }
    this.#draw(entry);
    this.#describe(entry);
    return node;
  }

  /** @param {Entry} entry */
  #draw(entry) {
    const node = this.node(entry);
    const hadFocus = node.contains(document.activeElement);
    if (entry instanceof Row) this.#options.render(node, entry);
    else this.#options.header?.(node, entry);
    // What was focused inside may have been replaced.
    if (hadFocus && !node.contains(document.activeElement)) node.focus({ preventScroll: true });
  }

  /**
   * Says of a row in which section it is.
   *
   * @param {Entry} entry
   */
  #describe(entry) {
    const header = entry instanceof Row && this.#nodes.get(entry.section);
    if (header) this.node(entry).setAttribute("aria-describedby", header.id);
  }

  /** @param {Row | null} row */
  #setCurrent(row) {
    const before = this.current && this.#nodes.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = row;
    if (row) this.node(row).tabIndex = 0;
    // An empty list can have the focus itself.
    this.scroller.tabIndex = row ? -1 : 0;
  }

  // MARK: Following

  /** @param {Change} change */
  #follow(change) {
    const first = this.#motion.look(this.nodesInSight());
    const putBack = this.#anchor(change, first);
    const top = first.find(({ node }) => /** @type {ListNode} */ (node).row)?.node;
    this.#motion.stop();
    if (this.#drag && change.deleted.includes(this.#drag.row)) this.#endDrag();
    if (this.#drag?.isDropped) this.#drag.clear();
    this.#change(change);
    this.#rows = this.list.rows;
    putBack();
    this.#drag?.draw();
    if (change.animated && this.#isMoving) {
      const last = this.#motion.look(this.nodesInSight());
      const nodesOf = (/** @type {Iterable<Entry>} */ entries) => new Set([...entries].map((entry) => this.node(entry)));
      const fresh = nodesOf([...change.inserted, ...change.sections.inserted]);
      const moved = nodesOf([...change.moved, ...change.sections.moved]);
      const places = this.#placesOf(change, [top, ...last.map(({ node }) => node)]);
      this.#motion.play(first, last, this.#options.duration, {
        isNew: (node) => fresh.has(node),
        isRaised: (node) => moved.has(node),
        wasAbove: (node) => (places.get(node) ?? 0) < (places.get(top) ?? 0),
      });
    }
    if (this.#own === 0) this.#live.count(change);
  }

  get #isMoving() {
    return this.#options.duration > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /**
   * Where a few nodes were.
   *
   * @param {Change} change
   * @param {Array<HTMLElement | undefined>} nodes
   */
  #placesOf({ before }, nodes) {
    const wanted = new Set(nodes);
    const places = new Map();
    before.forEach((entry, place) => {
      const node = this.#nodes.get(entry);
      if (wanted.has(node)) places.set(node, place);
    });
    return places;
  }

  /**
   * Brings the nodes to where the entries are.
   *
   * @param {Change} change
   */
  #change(change) {
    const { sections, reloaded, updated } = change;
    const [current, focused] = [this.current, document.activeElement];
    const hadFocus = current !== null && this.node(current).contains(focused);
    const next = current && anchorAfter(change, current);
    for (const row of reloaded) this.node(row).replaceChildren();
    this.draw([...updated, ...sections.updated]);
    if (change.before !== change.after) this.#place(change);
    if (next !== current || this.current === null) this.#setCurrent(next ?? this.list.rows[0] ?? null);
    if (hadFocus && document.activeElement !== focused) this.#focusAgain(/** @type {HTMLElement} */ (focused));
    if (change.deleted.some((row) => this.selection.has(row))) {
      const gone = new Set(change.deleted);
      this.select([...this.selection].filter((row) => !gone.has(row)));
    }
  }

  /**
   * Goes through the entries once, from the end: what was touched goes before the node behind it.
   *
   * @param {Change} change
   */
  #place({ after, deleted, inserted, moved, sections }) {
    for (const entry of [...deleted, ...sections.deleted]) {
      this.#nodes.get(entry)?.remove();
      this.#nodes.delete(entry);
    }
    const touched = new Set(/** @type {Entry[][]} */ ([inserted, moved, sections.inserted, sections.moved]).flat());
    let behind = /** @type {HTMLElement | null} */ (null);
    for (let at = after.length - 1; at >= 0; at--) {
      const entry = after[at];
      const node = this.#nodes.get(entry) ?? this.#makeNode(entry);
      if (touched.has(entry) && (node.nextSibling !== behind || !node.isConnected)) this.#put(node, behind);
      behind = node;
    }
    for (const entry of touched) this.#describe(entry);
  }

  /** @param {HTMLElement} node @param {HTMLElement | null} behind */
  #put(node, behind) {
    const scroller = /** @type {HTMLElement & {moveBefore?: (node: Node, behind: Node | null) => void}} */ (this.scroller);
    // It keeps focus, typed text and running animations of the node.
    if (scroller.moveBefore && node.isConnected) scroller.moveBefore(node, behind);
    else scroller.insertBefore(node, behind);
  }

  /** @param {HTMLElement} focused what had the focus */
  #focusAgain(focused) {
    const node = focused.isConnected ? focused : this.current ? this.node(this.current) : this.scroller;
    node.focus({ preventScroll: true });
  }

  /**
   * Notes what is to stay where it is seen.
   *
   * @param {Change} change
   * @param {import("./motion.mjs").Seen[]} seen
   * @returns {() => void} puts it there again
   */
  #anchor(change, seen) {
    const { scroller } = this;
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    const { policy } = this.#options;
    if (policy === "top" && scrollTop <= 0) return () => void (scroller.scrollTop = 0);
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    if (policy === "end" && isAtEnd) return () => void (scroller.scrollTop = scroller.scrollHeight);
    const rows = seen.flatMap(({ node }) => /** @type {ListNode} */ (node).row ?? []);
    // What is dragged is seen elsewhere than it is; what is around it stays.
    const isHeld = this.#drag !== null && this.#drag.row === this.current;
    const hasFocus = this.current && !isHeld && rows.includes(this.current) && scroller.contains(document.activeElement);
    // What is about to leave its place is nothing to hold on to, unless nothing else is in sight.
    const moved = new Set(change.reset ? [] : change.moved);
    const gone = new Set(change.deleted);
    const steady = rows.find((row) => !moved.has(row) && !gone.has(row)) ?? rows.find((row) => gone.has(row));
    const row = hasFocus ? this.current : steady;
    if (!row) return () => {};
    const distance = this.node(row).offsetTop - scrollTop;
    return () => {
      const anchor = anchorAfter(change, row);
      if (anchor) scroller.scrollTop = this.node(anchor).offsetTop - distance;
    };
  }

  // MARK: The user

  #listen() {
    const { signal } = this.#ends;
    const on = (/** @type {string} */ kind, /** @type {(event: any) => void} */ call) =>
      this.scroller.addEventListener(kind, call, { signal });
    on("keydown", (event) => this.#press(event));
    on("focusin", ({ target }) => {
      const row = this.#rowOf(target);
      if (row && row !== this.current) this.#setCurrent(row);
    });
    on("click", (event) => this.#click(event));
    on("pointerdown", (event) => this.#grab(event));
    on("pointermove", (event) => this.#drag?.follow(event));
    on("pointerup", () => void this.#drop());
    on("lostpointercapture", () => this.#drag && !this.#drag.isDropped && this.#cancelDrag());
  }

  /** @param {EventTarget | null} target */
  #rowOf(target) {
    const node = target instanceof Element ? target.closest(".diffabled-row") : null;
    return /** @type {ListNode | null} */ (node)?.row ?? null;
  }

  /** @param {MouseEvent} event */
  #click({ target, shiftKey, ctrlKey, metaKey }) {
    const row = this.#rowOf(target);
    if (!row || /** @type {Element} */ (target).closest("button, input, textarea, select, a, [contenteditable], [data-grip]")) return;
    const { rows } = this.list;
    const [from, to] = [rows.indexOf(this.#pivot ?? row), rows.indexOf(row)].sort((a, b) => a - b);
    if (shiftKey && from >= 0) this.select(rows.slice(from, to + 1));
    else if (ctrlKey || metaKey) this.#toggle(row);
    else this.select([row]);
    if (!shiftKey) this.#pivot = row;
    this.go(row);
  }

  /** @param {Row} row */
  #toggle(row) {
    this.#pivot = row;
    this.select(this.selection.has(row) ? [...this.selection].filter((other) => other !== row) : [...this.selection, row]);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    const row = this.current;
    if (key === "Escape" && this.#drag) this.#cancelDrag();
    else if (!row || target !== this.node(row)) return;
    else if (altKey && (key === "ArrowUp" || key === "ArrowDown")) this.#step(row, key === "ArrowDown" ? 1 : -1);
    else if (altKey) return;
    else if (key === " ") this.#toggle(row);
    else if (key === "a" && (ctrlKey || metaKey)) this.select(this.list.rows);
    else if ((key === "Delete" || key === "Backspace") && this.#options.remove) this.#remove(row);
    else {
      const { rows } = this.list;
      const page = Math.max(1, this.nodesInSight().length - 1);
      const steps = /** @type {Record<string, number>} */ ({
        ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length,
      });
      if (!(key in steps)) return;
      this.go(rows[Math.max(0, Math.min(rows.indexOf(row) + steps[key], rows.length - 1))]);
    }
    event.preventDefault();
  }

  /** @param {Row} row */
  #remove(row) {
    const rows = this.selection.has(row) ? this.list.rows.filter((row) => this.selection.has(row)) : [row];
    void this.#ask(row, "was not removed", () => this.#options.remove?.(rows), () => `${rows.length} removed`);
  }

  /** @param {Row} row @param {1 | -1} step */
  #step(row, step) {
    const place = placeBeside(this.list, row, step);
    if (place) void this.#move(row, place);
  }

  /** @param {Row} row @param {Place} place */
  async #move(row, place) {
    if (!this.#options.move) return;
    await this.#ask(row, "was not moved", () => this.#options.move?.(row, place), () => {
      const { rows } = row.section;
      return `${this.#options.label(row)}, ${rows.indexOf(row) + 1} of ${rows.length}`;
    });
    if (this.current === row && this.#nodes.get(row)?.contains(document.activeElement)) this.go(row, { focus: false });
  }

  /**
   * Does what the user wants; it is said what came of it.
   *
   * @param {Row} row
   * @param {string} failure
   * @param {() => unknown} act
   * @param {() => string} done
   */
  async #ask(row, failure, act, done) {
    this.#own++;
    try {
      await act();
      this.#live.say(done());
    } catch (error) {
      this.#live.say(`${this.#options.label(row)} ${failure}: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.#own--;
    }
  }

  // MARK: Dragging

  /** @param {PointerEvent} event */
  #grab(event) {
    const grip = event.target instanceof Element && event.target.closest("[data-grip]");
    const row = this.#rowOf(event.target);
    if (!grip || !row || !this.#options.move || event.button !== 0 || this.#drag) return;
    event.preventDefault();
    this.#motion.stop();
    this.go(row);
    this.#drag = new Drag(this, row, event);
  }

  async #drop() {
    const drag = this.#drag;
    if (!drag || drag.isDropped) return;
    const place = drag.drop();
    if (place) await this.#move(drag.row, place);
    if (this.#drag === drag) this.#cancelDrag();
  }

  #endDrag() {
    this.#drag?.drop();
    this.#drag?.clear();
    this.#drag = null;
  }

  /** Lets the row slide back to where it is in the list. */
  #cancelDrag() {
    const nodes = this.nodesInSight();
    const first = this.#motion.look(nodes);
    this.#endDrag();
    if (this.#isMoving) this.#motion.play(first, this.#motion.look(nodes), this.#options.duration, {});
  }
}
