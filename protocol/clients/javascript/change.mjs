import { Row } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Section} Section */
/** @typedef {Row | Section} Entry a row or, in a list with headers, a section before its rows */
/** @typedef {{at: number, removed: number, added: readonly Entry[]}} Splice */
/** @typedef {{from: number, count: number, to: number}} Move */

/**
 * @template T
 * @typedef {{deleted: readonly T[], inserted: readonly T[], moved: readonly T[], updated: readonly T[]}} Lists
 */

/**
 * @typedef {{
 *   fromRevision: number | null,
 *   revision: number,
 *   animated: boolean,
 *   origin: string | null,
 *   tags: Array<string | number>,
 *   transaction: {item: import("./rows.mjs").Identifier, from: [number, number], to: [number, number]} | null,
 *   window: {offset: number, total: number} | null,
 * }} Facts
 */

/** What became of a list; it is told when the list is at its new state already. */
export class Change {
  /**
   * @param {readonly Entry[]} before
   * @param {readonly Entry[]} after
   * @param {{rows: Lists<Row>, sections: Lists<Section>, reloaded: readonly Row[]}} outcome
   * @param {boolean} reset
   * @param {Facts} facts
   */
  constructor(before, after, { rows, sections, reloaded }, reset, facts) {
    /** The entries before. */
    this.before = before;
    /** The entries now; the same array as `before` if none came, went or moved. */
    this.after = after;
    /** Rows that are gone, those of deleted sections included. */
    this.deleted = rows.deleted;
    /** Rows that are new. */
    this.inserted = rows.inserted;
    /** Rows that moved, those of moved sections included; in a reset all that stayed. */
    this.moved = rows.moved;
    /** Rows that are to be drawn again: another content, another outline, a mark. */
    this.updated = rows.updated;
    /** Those of them that want a new cell. */
    this.reloaded = reloaded;
    /** The same for sections. */
    this.sections = sections;
    /** Whether the list was read as a whole. */
    this.reset = reset;
    /** The revision before; null if it was another daemon's. */
    this.fromRevision = facts.fromRevision;
    /** The revision now. */
    this.revision = facts.revision;
    /** Whether rows should slide. */
    this.animated = facts.animated && !reset;
    /** The method that made the revision or `"merged"`; null after a gap. */
    this.origin = facts.origin;
    /** The tags of the requests that made the revisions. */
    this.tags = facts.tags;
    /** The row that the user has moved with `dataSource/moveRow`, as announced. */
    this.transaction = facts.transaction;
    /** The window of a view, as announced. */
    this.window = facts.window;
  }

  /**
   * The change as disjoint splices, ascending; each counts in the list that the ones before it left.
   *
   * @returns {Splice[]}
   */
  splices() {
    const { before, after } = this;
    const touched = before === after ? new Set() : this.#touched();
    const splices = /** @type {Splice[]} */ ([]);
    let [old, at] = [0, 0];
    while (old < before.length || at < after.length) {
      const [first, start] = [old, at];
      while (old < before.length && touched.has(before[old])) old++;
      while (at < after.length && touched.has(after[at])) at++;
      if (old > first || at > start) {
        splices.push({ at: start, removed: old - first, added: after.slice(start, at) });
      } else if (before[old] === after[at]) {
        old++;
        at++;
      } else {
        throw new Error(`The change lies about ${JSON.stringify(before[old]?.identifier)}.`);
      }
    }
    return splices;
  }

  #touched() {
    const { deleted, inserted, moved, sections } = this;
    const lists = [deleted, inserted, moved, sections.deleted, sections.inserted, sections.moved];
    return new Set(/** @type {Entry[][]} */ (lists).flat());
  }

  /**
   * The one splice from the first place that changed to the last; null if none did.
   *
   * @returns {Splice | null}
   */
  hull() {
    const splices = this.splices();
    if (splices.length === 0) return null;
    const [{ at }, last] = [splices[0], splices[splices.length - 1]];
    const end = last.at + last.added.length;
    return { at, removed: end - at + this.before.length - this.after.length, added: this.after.slice(at, end) };
  }

  /**
   * The moves as single ones, to be made behind the deletes and before the inserts: take `count`
   * entries out at `from` and put them before the entry that is at `to` while they are still in.
   * It takes the square of the number of moved runs, so it is for few of them.
   *
   * @returns {Move[]}
   */
  steps() {
    let pending = this.#movedRuns();
    const steps = /** @type {Move[]} */ ([]);
    while (pending.length > 0) {
      const [{ from, count, to: target }] = pending;
      let to = target;
      for (const run of [...pending].sort((a, b) => a.from - b.from)) {
        if (run.from > to) break;
        to += run.count;
      }
      pending = pending.slice(1);
      if (to >= from && to <= from + count) continue;
      steps.push({ from, count, to });
      for (const run of pending) {
        if (run.from > from && run.from < to) run.from -= count;
        else if (run.from >= to && run.from < from) run.from += count;
      }
    }
    return steps;
  }

  /** Runs of moved entries by `to`; `from` counts behind the deletes, `to` before the inserts. */
  #movedRuns() {
    const gone = new Set(/** @type {Entry[][]} */ ([this.deleted, this.sections.deleted]).flat());
    const fresh = new Set(/** @type {Entry[][]} */ ([this.inserted, this.sections.inserted]).flat());
    const moved = new Set(/** @type {Entry[][]} */ ([this.moved, this.sections.moved]).flat());
    const places = new Map(this.before.filter((entry) => !gone.has(entry)).map((entry, index) => [entry, index]));
    const runs = /** @type {Move[]} */ ([]);
    this.after
      .filter((entry) => !fresh.has(entry))
      .forEach((entry, to) => {
        const from = places.get(entry);
        if (!moved.has(entry) || from === undefined) return;
        const last = runs[runs.length - 1];
        if (last && last.from + last.count === from && last.to + last.count === to) last.count++;
        else runs.push({ from, count: 1, to });
      });
    return runs;
  }
}

/**
 * Where what hung on a row goes with a change: to the row itself if it stayed, else to the nearest
 * one below that stayed, else to the nearest above; null if none did.
 *
 * @param {Change} change
 * @param {Row} row
 * @returns {Row | null}
 */
export function anchorAfter({ before, deleted }, row) {
  const gone = new Set(deleted);
  if (!gone.has(row)) return row;
  const place = before.indexOf(row);
  const near = [...before.slice(place + 1), ...before.slice(0, place).reverse()];
  return /** @type {Row | undefined} */ (near.find((entry) => entry instanceof Row && !gone.has(entry))) ?? null;
}
