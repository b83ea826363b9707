/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./rows.mjs").Section} Section */
/** @typedef {import("./rows.mjs").Identifier} Identifier */
/** @typedef {{beforeItem: Identifier} | {afterItem: Identifier} | {toSection: Identifier}} Place */
/** @typedef {{place: Place | null, top: number}} Slot where a row may be put, and where its upper edge is then */

/** How near to an edge the pointer makes the list scroll, and how far it does at most each time, in pixels. */
const EDGE = { reach: 48, most: 14 };

/**
 * A row that is dragged by its grip. It follows the pointer and the others make room; where it is
 * dropped is asked of it, for the list itself is not changed here.
 *
 * The pointer is captured by the scroller and not by the row, which others may move meanwhile.
 */
export class Drag {
  /** @type {Place | null} Where it would come; null where it is already. */
  place = null;
  isDropped = false;
  #view;
  #pointer;
  #y;
  /** Where it was taken: an edge scrolls who goes towards it, and not who takes a row beside it. */
  #taken;
  #grip;
  #frame = 0;
  /** @type {Set<HTMLElement>} The nodes that make room. */
  #aside = new Set();

  /**
   * @param {import("./dom.mjs").ListView} view
   * @param {Row} row
   * @param {PointerEvent} event
   */
  constructor(view, row, event) {
    this.#view = view;
    this.row = row;
    this.#pointer = event.pointerId;
    this.#y = this.#taken = event.clientY;
    this.#grip = event.clientY - this.#node.getBoundingClientRect().top;
    view.scroller.setPointerCapture(event.pointerId);
    view.scroller.dataset.dragging = "";
    this.#node.dataset.dragged = "";
    this.#scroll();
  }

  get #node() {
    return this.#view.node(this.row);
  }

  /** @param {PointerEvent} event */
  follow(event) {
    this.#y = event.clientY;
    this.draw();
  }

  /** Puts the row under the pointer again, wherever it is in the list now, and others aside. */
  draw() {
    if (this.isDropped) return;
    const { scroller } = this.#view;
    const { offsetTop: home, offsetHeight: height } = this.#node;
    const edge = scroller.getBoundingClientRect().top + scroller.clientTop - scroller.scrollTop;
    const [least, most] = [scroller.scrollTop - height / 2, scroller.scrollTop + scroller.clientHeight - height / 2];
    const top = Math.max(least, Math.min(this.#y - this.#grip - edge, most));
    this.#node.style.transform = `translateY(${top - home}px)`;
    const slot = this.#slots(home, height).reduce((one, other) =>
      Math.abs(other.top - top) < Math.abs(one.top - top) ? other : one,
    );
    this.place = slot.place;
    this.#makeRoom(slot, home, height);
  }

  /**
   * Every slot in sight, first the one where the row is.
   *
   * @param {number} home
   * @param {number} height
   * @returns {Slot[]}
   */
  #slots(home, height) {
    const dragged = this.row;
    const slots = /** @type {Slot[]} */ ([{ place: null, top: home }]);
    // What is below where the row was moves up by its height when it is taken out.
    const add = (/** @type {Place} */ place, /** @type {number} */ top) =>
      slots.push({ place, top: top > home ? top - height : top });
    for (const node of this.#view.nodesInSight()) {
      const { row, section, offsetTop, offsetHeight } = /** @type {import("./dom.mjs").ListNode} */ (node);
      if (section && section.rows.length === 0) add({ toSection: section.identifier }, offsetTop + offsetHeight);
      if (!row || row === dragged) continue;
      const { rows } = row.section;
      const index = rows.indexOf(row);
      if (rows[index - 1] !== dragged) add({ beforeItem: row.identifier }, offsetTop);
      if (index === rows.length - 1) add({ afterItem: row.identifier }, offsetTop + offsetHeight);
    }
    return slots;
  }

  /** @param {Slot} slot @param {number} home @param {number} height */
  #makeRoom({ place, top }, home, height) {
    const aside = new Set(/** @type {HTMLElement[]} */ ([]));
    const up = top > home;
    for (const node of place ? this.#view.nodesInSight() : []) {
      const { offsetTop } = node;
      const isBetween = up ? offsetTop > home && offsetTop - height < top : offsetTop < home && offsetTop >= top;
      if (node === this.#node || !isBetween) continue;
      aside.add(node);
      node.style.transform = `translateY(${up ? -height : height}px)`;
    }
    for (const node of this.#aside) if (!aside.has(node)) node.style.transform = "";
    this.#aside = aside;
  }

  /** Scrolls for as long as the pointer is near an edge. */
  #scroll() {
    this.#frame = requestAnimationFrame(() => {
      const { scroller } = this.#view;
      const { top, bottom } = scroller.getBoundingClientRect();
      const down = Math.max(this.#y - Math.max(bottom - EDGE.reach, this.#taken), 0);
      const up = Math.max(Math.min(top + EDGE.reach, this.#taken) - this.#y, 0);
      const { scrollTop } = scroller;
      scroller.scrollTop += (Math.max(-1, Math.min((down - up) / EDGE.reach, 1)) * EDGE.most) | 0;
      if (scroller.scrollTop !== scrollTop) this.draw();
      this.#scroll();
    });
  }

  /** Lets go of the pointer; what makes room stays aside until `clear`. */
  drop() {
    this.isDropped = true;
    cancelAnimationFrame(this.#frame);
    const { scroller } = this.#view;
    if (scroller.hasPointerCapture(this.#pointer)) scroller.releasePointerCapture(this.#pointer);
    return this.place;
  }

  /** Puts all nodes back to where they belong. */
  clear() {
    for (const node of this.#aside) node.style.transform = "";
    this.#aside.clear();
    this.#node.style.transform = "";
    if (!this.isDropped) return;
    delete this.#view.scroller.dataset.dragging;
    delete this.#node.dataset.dragged;
  }
}

/**
 * Where a row comes that goes one step up or down, into the next section at its edge; null at the
 * end of the list.
 *
 * @param {import("./list.mjs").List} list
 * @param {Row} row
 * @param {1 | -1} step
 * @returns {Place | null}
 */
export function placeBeside({ sections }, row, step) {
  const { rows } = row.section;
  const near = rows[rows.indexOf(row) + step];
  if (near) return step > 0 ? { afterItem: near.identifier } : { beforeItem: near.identifier };
  const section = sections[sections.indexOf(row.section) + step];
  if (!section) return null;
  if (section.rows.length === 0) return { toSection: section.identifier };
  return step > 0
    ? { beforeItem: section.rows[0].identifier }
    : { afterItem: section.rows[section.rows.length - 1].identifier };
}

/**
 * The edit that puts a row at a place.
 *
 * @param {Row} row
 * @param {Place} place
 * @returns {import("./protocol.js").Edit}
 */
export function moveEdit({ identifier }, place) {
  if ("toSection" in place) return { op: "moveItems", items: [identifier], ...place };
  return { op: "moveItem", item: identifier, ...place };
}
