import { noChange } from "./replay.mjs";
import { itemOf, keyOf, outlineOf, PLAIN, Row, Section } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Outline} Outline */
/** @typedef {import("./replay.mjs").OutlineRun} OutlineRun */
/** @typedef {{revision: number, sections: Array<{id: import("./rows.mjs").Identifier, content?: unknown, items: unknown[]}>, outlines?: OutlineRun[]}} Contents */

/**
 * A list that was read as a whole. Rows and sections that are known stay the same objects; of
 * those that stayed nothing is known, so all of them count as moved and updated.
 */
export class Reset {
  /** @type {{deleted: Row[], inserted: Row[], moved: Row[], updated: Row[]}} */
  rows = noChange();
  /** @type {{deleted: Section[], inserted: Section[], moved: Section[], updated: Section[]}} */
  sections = noChange();
  /** @type {Row[]} */
  reloaded = [];
  /** @type {Section[]} The sections in their new order. */
  order = [];
  /** @type {Map<string, Row>} */
  #table = new Map();
  /** @type {Map<Section, Row[]>} */
  #rowsOf = new Map();
  /** @type {Map<Row | Section, unknown>} */
  #contents = new Map();
  /** @type {Map<Row, Outline>} */
  #outlines = new Map();
  /** @type {readonly Section[]} */
  #before;

  /**
   * @param {readonly Section[]} before
   * @param {Map<string, Row>} table the rows by their keys
   * @param {Contents} contents the answer to `snapshot/contents`
   */
  constructor(before, table, { sections, outlines = [] }) {
    this.#before = before;
    const known = new Map(before.map((section) => [keyOf(section.identifier), section]));
    for (const { id, content, items } of sections) {
      const section = known.get(keyOf(id)) ?? new Section(id, content);
      this.order.push(section);
      this.#contents.set(section, content);
      this.#rowsOf.set(section, items.map((item) => this.#row(item, section, table)));
    }
    for (const { at, count, ...outline } of outlines) {
      const rows = this.#rowsOf.get(this.order[at[0]]) ?? [];
      for (const row of rows.slice(at[1], at[1] + count)) this.#outlines.set(row, outlineOf(outline));
    }
    this.#compare(table);
  }

  /** @param {unknown} item @param {Section} section @param {Map<string, Row>} table */
  #row(item, section, table) {
    const { id, content } = itemOf(item);
    const key = keyOf(id);
    const row = table.get(key) ?? new Row(id, content, section);
    this.#table.set(key, row);
    this.#contents.set(row, content);
    return row;
  }

  /** @param {Map<string, Row>} table */
  #compare(table) {
    const before = this.#before.flatMap((section) => section.rows);
    this.rows.deleted = before.filter((row) => !this.#contents.has(row));
    for (const [key, row] of this.#table) this.rows[table.has(key) ? "moved" : "inserted"].push(row);
    this.rows.updated = [...this.rows.moved];
    const known = new Set(this.#before);
    this.sections.deleted = this.#before.filter((section) => !this.#rowsOf.has(section));
    for (const section of this.order) this.sections[known.has(section) ? "moved" : "inserted"].push(section);
    this.sections.updated = [...this.sections.moved];
  }

  /** Whether anything that is shown is not as it was. */
  differs() {
    return (
      !equal(this.order, this.#before) ||
      this.order.some((section) => !equal(this.#rowsOf.get(section) ?? [], section.rows)) ||
      [...this.#contents].some(([element, content]) => JSON.stringify(content) !== JSON.stringify(element.content)) ||
      [...this.#table.values()].some((row) => JSON.stringify(this.#outline(row)) !== JSON.stringify(outlineOf(row)))
    );
  }

  /** @param {Row} row */
  #outline(row) {
    return this.#outlines.get(row) ?? PLAIN;
  }

  /** @param {Map<string, Row>} table */
  commit(table) {
    for (const [element, content] of this.#contents) element.content = content;
    for (const [section, rows] of this.#rowsOf) {
      section.rows = rows;
      for (const row of rows) Object.assign(row, { section }, this.#outline(row));
    }
    table.clear();
    for (const [key, row] of this.#table) table.set(key, row);
  }
}

/** @param {readonly unknown[]} a @param {readonly unknown[]} b */
const equal = (a, b) => a.length === b.length && a.every((element, index) => element === b[index]);
