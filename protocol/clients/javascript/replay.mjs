import { itemOf, keyOf, outlineOf, Row, Section } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Identifier} Identifier */
/** @typedef {import("./protocol.js").Changes & {outlines?: OutlineRun[]}} Batch */
/** @typedef {{at: [number, number], count: number, level: number, expanded: boolean, numberOfChildren: number}} OutlineRun */
/** @typedef {{at: [number, number], count: number, move?: number}} Leaving */
/** @typedef {{at: [number, number], rows: Row[]}} Coming */

/** Changes do not fit the list that they are meant for. */
export class Gap extends Error {}

/**
 * @template T
 * @returns {{deleted: T[], inserted: T[], moved: T[], updated: T[]}}
 */
export const noChange = () => ({ deleted: [], inserted: [], moved: [], updated: [] });

/** @param {{at: [number, number]}} a @param {{at: [number, number]}} b */
const byPlace = (a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1];

/** @param {unknown} holds @param {string} what @param {unknown} [where] @returns {asserts holds} */
function check(holds, what, where = "") {
  if (!holds) throw new Gap(`${what} ${JSON.stringify(where)}`);
}

/**
 * A batch of changes, replayed in one pass over each section that it concerns.
 *
 * The list is untouched until `commit`, and stays so if the changes do not fit.
 */
export class Replay {
  /** @type {{deleted: Row[], inserted: Row[], moved: Row[], updated: Row[]}} */
  rows = noChange();
  /** @type {{deleted: Section[], inserted: Section[], moved: Section[], updated: Section[]}} */
  sections = noChange();
  /** @type {Row[]} */
  reloaded = [];
  /** @type {Section[]} The sections in their new order. */
  order = [];
  /** @type {Map<Section, Row[]>} The rows of sections that have others than before. */
  #rowsOf = new Map();
  /** @type {Map<string, Row>} */
  #new = new Map();
  /** @type {Array<() => void>} What is done to rows and sections at the end. */
  #later = [];

  /**
   * @param {readonly Section[]} before
   * @param {Map<string, Row>} table the rows by their keys
   * @param {{changes: Batch, numberOfSections?: number, numberOfItems?: number}} source
   */
  constructor(before, table, { changes, numberOfSections, numberOfItems }) {
    const { sections, items } = changes;
    const moved = this.#takeRows(before, items);
    this.#orderSections(before, sections);
    this.#putRows(items, moved);
    this.#checkNew(table);
    for (const kind of /** @type {const} */ (["reloads", "reconfigures"])) {
      for (const entry of sections[kind]) this.#updateSection(entry);
      for (const run of items[kind]) this.#updateRows(run);
      if (kind === "reloads") this.reloaded = [...this.rows.updated];
    }
    this.#setOutlines(changes.outlines ?? []);
    const count = this.order.reduce((sum, section) => sum + this.#in(section).length, 0);
    check((numberOfSections ?? this.order.length) === this.order.length, "numberOfSections is", numberOfSections);
    check((numberOfItems ?? count) === count, "numberOfItems is", numberOfItems);
  }

  /** @param {Map<string, Row>} table */
  commit(table) {
    for (const [section, rows] of this.#rowsOf) section.rows = rows;
    for (const row of this.rows.deleted) table.delete(keyOf(row.identifier));
    for (const [key, row] of this.#new) table.set(key, row);
    for (const change of this.#later) change();
  }

  /** @param {Section} section @returns {readonly Row[]} */
  #in(section) {
    return this.#rowsOf.get(section) ?? section.rows;
  }

  // MARK: Taking out and putting in

  /**
   * @param {readonly Section[]} before
   * @param {Batch["items"]} items
   * @returns {Row[][]} the rows of each move
   */
  #takeRows(before, items) {
    /** @type {Leaving[]} */
    const leaving = [...items.deletes, ...items.moves.map(({ from, count }, move) => ({ at: from, count, move }))];
    const [deleted, moved] = /** @type {[Row[][], Row[][]]} */ ([[], []]);
    for (const runs of groups(leaving)) {
      const section = before[runs[0].at[0]];
      check(section, "there is no section for", runs[0].at);
      const kept = /** @type {Row[]} */ ([]);
      let end = 0;
      for (const { at, count, move } of runs) {
        check(at[1] >= end && count > 0 && at[1] + count <= section.rows.length, "there are no rows at", at);
        copy(section.rows, end, at[1], kept);
        end = at[1] + count;
        const taken = section.rows.slice(at[1], end);
        if (move === undefined) deleted.push(taken);
        else moved[move] = taken;
      }
      copy(section.rows, end, section.rows.length, kept);
      this.#rowsOf.set(section, kept);
    }
    this.rows.deleted = deleted.flat();
    this.rows.moved = moved.flat();
    return moved;
  }

  /** @param {readonly Section[]} before @param {Batch["sections"]} sections */
  #orderSections(before, { deletes, inserts, moves }) {
    /** @type {Set<Section>} */
    const taken = new Set();
    const take = (/** @type {number} */ at, /** @type {Identifier} */ identifier) => {
      const section = before[at];
      check(section && !taken.has(section) && isNamed(section, identifier), "another section is at", at);
      taken.add(section);
      return section;
    };
    this.sections.deleted = deletes.map(({ at, section }) => take(at, section));
    this.sections.moved = moves.map(({ from, section }) => take(from, section));
    this.sections.inserted = inserts.map(({ section, content }) => new Section(section, content));
    // What is left in a section goes where the section goes.
    this.rows.deleted = this.rows.deleted.concat(this.sections.deleted.flatMap((section) => this.#in(section)));
    this.rows.moved = this.rows.moved.concat(this.sections.moved.flatMap((section) => this.#in(section)));

    const left = before.filter((section) => !taken.has(section));
    const coming = [
      ...inserts.map(({ at }, index) => ({ at, section: this.sections.inserted[index] })),
      ...moves.map(({ to }, index) => ({ at: to, section: this.sections.moved[index] })),
    ].sort((a, b) => a.at - b.at);
    let next = 0;
    for (const { at, section } of coming) {
      while (this.order.length < at && next < left.length) this.order.push(left[next++]);
      check(this.order.length === at, "no section can be put in at", at);
      this.order.push(section);
    }
    this.order = this.order.concat(left.slice(next));
  }

  /** @param {Batch["items"]} items @param {Row[][]} moved */
  #putRows({ inserts, moves }, moved) {
    const coming = /** @type {Coming[]} */ ([]);
    const target = (/** @type {[number, number]} */ at) => {
      check(this.order[at[0]], "there is no section for", at);
      return this.order[at[0]];
    };
    for (const { at, items } of inserts) {
      const section = target(at);
      const rows = items.map(itemOf).map(({ id, content }) => new Row(id, content, section));
      copy(rows, 0, rows.length, this.rows.inserted);
      coming.push({ at, rows });
    }
    moves.forEach(({ to }, index) => {
      const section = target(to);
      coming.push({ at: to, rows: moved[index] });
      this.#later.push(() => moved[index].forEach((row) => (row.section = section)));
    });
    for (const runs of groups(coming)) {
      const section = this.order[runs[0].at[0]];
      const [left, rows] = [this.#in(section), /** @type {Row[]} */ ([])];
      let next = 0;
      for (const { at, rows: put } of runs) {
        const end = next + at[1] - rows.length;
        check(end >= next && end <= left.length, "no rows can be put in at", at);
        copy(left, next, end, rows);
        copy(put, 0, put.length, rows);
        next = end;
      }
      copy(left, next, left.length, rows);
      this.#rowsOf.set(section, rows);
    }
  }

  /** @param {Map<string, Row>} table */
  #checkNew(table) {
    const gone = new Set(this.rows.deleted);
    for (const row of this.rows.inserted) {
      const key = keyOf(row.identifier);
      const known = table.get(key);
      check((!known || gone.has(known)) && !this.#new.has(key), "this is there already:", row.identifier);
      this.#new.set(key, row);
    }
  }

  // MARK: Contents and outlines

  /** @param {{at: number, section: Identifier, content?: unknown}} entry */
  #updateSection({ at, section: identifier, content }) {
    const section = this.order[at];
    check(section && isNamed(section, identifier), "another section is at", at);
    this.sections.updated.push(section);
    this.#later.push(() => (section.content = content));
  }

  /** @param {{at: [number, number], items: unknown[]}} run */
  #updateRows({ at, items }) {
    items.forEach((item, offset) => {
      const { id, content } = itemOf(item);
      const row = this.#rowAt(at, offset);
      check(isNamed(row, id), "another row is at", at);
      this.rows.updated.push(row);
      this.#later.push(() => (row.content = content));
    });
  }

  /** @param {OutlineRun[]} runs */
  #setOutlines(runs) {
    const drawn = new Set(runs.length > 0 ? [...this.rows.updated, ...this.rows.inserted] : []);
    for (const run of runs) {
      for (let offset = 0; offset < run.count; offset++) {
        const row = this.#rowAt(run.at, offset);
        if (!drawn.has(row)) this.rows.updated.push(row);
        this.#later.push(() => Object.assign(row, outlineOf(run)));
      }
    }
  }

  /** @param {[number, number]} at @param {number} offset */
  #rowAt(at, offset) {
    const section = this.order[at[0]];
    const row = section && this.#in(section)[at[1] + offset];
    check(row, "there is no row at", at);
    return row;
  }
}

/** @param {Row | Section} element @param {Identifier} identifier */
const isNamed = (element, identifier) => keyOf(element.identifier) === keyOf(identifier);

/** @param {readonly Row[]} from @param {number} start @param {number} end @param {Row[]} to */
function copy(from, start, end, to) {
  for (let index = start; index < end; index++) to.push(from[index]);
}

/**
 * Runs by their section, each group ascending.
 *
 * @template {{at: [number, number]}} T
 * @param {T[]} runs
 */
function groups(runs) {
  const groups = /** @type {T[][]} */ ([]);
  for (const run of runs.sort(byPlace)) {
    const last = groups[groups.length - 1];
    if (last?.[0].at[0] === run.at[0]) last.push(run);
    else groups.push([run]);
  }
  return groups;
}
