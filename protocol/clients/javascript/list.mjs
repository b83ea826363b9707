import { Following } from "./following.mjs";
import { documentOf, keyOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./rows.mjs").Identifier} Identifier */
/** @typedef {import("./change.mjs").Change} Change */
/** @typedef {import("./protocol.js").SnapshotDocument} SnapshotDocument */
/** @typedef {import("./protocol.js").ApplyResult} ApplyResult */
/** @typedef {import("./protocol.js").ViewStages} ViewStages */

/**
 * The list of a data source, as the daemon has it.
 *
 * `open`, `openView` and `attach` of a connection make it. Through gaps, `reloadData` and the
 * daemon's end, what is still there stays the same row objects.
 */
export class List extends Following {
  /** @type {Promise<unknown> | undefined} Kept when the list is there for the first time. */
  opened;
  #connection;
  /** @type {{entries: readonly unknown[], places: Map<unknown, number>}} Where each entry is, and in which array. */
  #index = { entries: [], places: new Map() };

  /**
   * @param {string} name
   * @param {import("./connection.mjs").Connection} connection
   * @param {import("./following.mjs").Creation | null} creation
   * @param {boolean} [headers]
   */
  constructor(name, connection, creation, headers = false) {
    super(name, (method, params, answer) => connection.ask(method, params, answer), creation, headers);
    this.#connection = connection;
  }

  /**
   * The row of an item, if it is there.
   *
   * @param {Identifier} identifier
   * @returns {Row | undefined}
   */
  row(identifier) {
    return this.table.get(keyOf(identifier));
  }

  /**
   * The index path of a row; null if it is gone.
   *
   * @param {Row} row
   * @returns {[number, number] | null}
   */
  place(row) {
    if (this.row(row.identifier) !== row) return null;
    return [this.sections.indexOf(row.section), row.section.rows.indexOf(row)];
  }

  /**
   * Where an entry stands in `entries`, -1 if it is gone. The first question after a change takes
   * as long as the list is.
   *
   * @param {import("./change.mjs").Entry} entry
   */
  index(entry) {
    if (this.#index.entries !== this.entries) {
      this.#index = { entries: this.entries, places: new Map(this.entries.map((entry, at) => [entry, at])) };
    }
    return this.#index.places.get(entry) ?? -1;
  }

  /**
   * What is shown, as a document that `dataSource/apply` takes.
   *
   * @returns {SnapshotDocument}
   */
  document() {
    return documentOf(this.sections);
  }

  /**
   * Carries out edits, all or none.
   *
   * @param {import("./protocol.js").Edit[]} edits
   * @returns {Promise<ApplyResult>}
   */
  edit(...edits) {
    return this.#connection.request("dataSource/edit", { dataSource: this.name, edits });
  }

  /**
   * Makes a document the current list; the daemon finds what changed.
   *
   * @param {SnapshotDocument} document
   * @returns {Promise<ApplyResult>}
   */
  apply(document) {
    return this.#connection.request("dataSource/apply", { dataSource: this.name, snapshot: document });
  }

  /**
   * Changes stages of a view, each as a whole; `null` takes one out.
   *
   * @param {ViewStages} view
   * @returns {Promise<ApplyResult>}
   */
  async updateView(view) {
    this.updating++;
    const updated = this.#connection.request("dataSource/updateView", { dataSource: this.name, view });
    this.learnDefinition();
    try {
      return await updated;
    } finally {
      this.updating--;
    }
  }

  /**
   * Calls a function after each change, when the list is at its new state.
   *
   * @param {(change: Change) => unknown} call
   * @returns {() => void} stops that
   */
  onChange(call) {
    return this.changed.add(call);
  }

  /** Closes the data source. @returns {Promise<void>} */
  async close() {
    await this.#connection.request("dataSource/close", { dataSource: this.name });
    this.#connection.lists.delete(this.name);
  }
}
