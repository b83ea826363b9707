import { Change } from "./change.mjs";
import { ConnectionLost, RequestFailed } from "./errors.mjs";
import { Listeners, report } from "./listeners.mjs";
import { Gap, Replay } from "./replay.mjs";
import { Reset } from "./reset.mjs";
import { documentOf, isPlain, outlineDocumentOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./rows.mjs").Section} Section */
/** @typedef {import("./change.mjs").Entry} Entry */
/** @typedef {(result: any, error?: Error) => void} Answer takes a result, or why there is none */
/** @typedef {(error?: Error) => void} Done */
/** @typedef {(method: string, params: object, answer: Answer) => unknown} Ask */
/** @typedef {{options?: object, view?: object}} Creation what makes a data source, but for its rows */
/** @typedef {{revision: number, tags: Array<string | number>, animated: boolean}} PassedOver */

/**
 * The list of one data source, which follows what is announced and reads anew what it missed.
 *
 * Answers are taken by callbacks in the function that receives messages: behind an `await` other
 * messages of the same chunk would have been handled first, and the answer would be older than they.
 */
export class Following {
  /** @type {readonly Section[]} The sections in display order. */
  sections = [];
  /** @type {readonly Row[]} The rows of all sections in display order. */
  rows = [];
  /** @type {readonly Entry[]} The rows; with `headers` each section before its rows. */
  entries = this.rows;
  /** @type {number | null} The revision that is shown; null while there is no daemon. */
  revision = 0;
  /** @type {{offset: number, total: number} | null} Of a view with a window: where it is in how many rows. */
  window = null;
  /** @type {number | null} Of a view: the revision of its base that it shows. */
  baseRevision = null;
  /** @type {Map<string, Row>} The rows by the keys of their identifiers. */
  table = new Map();
  /** @type {Listeners<[Change]>} */
  changed = new Listeners();
  /** @type {boolean | undefined} Whether it is a view; undefined while that is not known. */
  isView;
  /** How many requests of its own that change the view are on their way. */
  updating = 0;
  #ask;
  #creation;
  #headers;
  /** Whether what comes is passed over, because an answer is waited for. */
  #waiting = false;
  /** Grows with each round of questions, so that answers to an earlier one are known. */
  #round = 0;
  /** The newest revision that was announced, and the newest with reloadData. */
  #newest = 0;
  #reload = 0;
  /** @type {PassedOver[]} */
  #passedOver = [];
  /** @type {number | null} The revision that was shown when the daemon was lost. */
  #lost = null;

  /**
   * @param {string} name
   * @param {Ask} ask
   * @param {Creation | null} creation null if others made it
   * @param {boolean} headers
   */
  constructor(name, ask, creation, headers) {
    /** The name of the data source. @readonly */
    this.name = name;
    this.#ask = ask;
    this.#creation = creation;
    this.#headers = headers;
    this.isView = creation ? "view" in creation : undefined;
  }

  // MARK: What the connection tells

  /** @param {any} params those of a `dataSource/didApply` */
  follow(params) {
    const { revision, changes, animatingDifferences: animated, tag, tags = tag === undefined ? [] : [tag] } = params;
    this.#newest = revision;
    if (params.reloadData) this.#reload = revision;
    this.#passedOver.push({ revision, tags, animated });
    const isDefined = this.isView && /^(dataSource\/updateView|merged)$/.test(params.origin);
    if (isDefined && this.updating === 0) this.learnDefinition();
    if (this.#waiting) return;
    if (this.revision === null || params.reloadData) this.#read({ quiet: this.revision === null });
    else if (params.fromRevision !== this.revision || !changes || Array.isArray(changes)) this.#askChanges();
    else this.#replay(params);
  }

  /** The data source was closed; one that is made anew under its name begins at 0. */
  forget() {
    this.#creation = null;
    this.#stop();
    this.#reset({ revision: 0, sections: [] });
  }

  /** The daemon ended. */
  lose() {
    this.#stop();
    this.#lost = this.revision ?? this.#lost;
    this.revision = null;
  }

  #stop() {
    this.#round++;
    this.#waiting = false;
    this.#newest = this.#reload = 0;
    this.#passedOver = [];
  }

  /**
   * There is a daemon again.
   *
   * @param {"same" | "new" | "shared"} daemon the same as before, one that knows nothing, or one
   *   that others may have told already
   * @returns {Promise<void>} when the list is right again, or waits for others to make it
   */
  restore(daemon) {
    if (daemon === "same") this.revision = this.#lost;
    return new Promise((/** @type {(nothing: void) => void} */ settled) => {
      const done = () => settled();
      if (this.revision !== null) this.#askChanges(done);
      else if (this.#creation && daemon === "new") this.#make(done);
      else this.#read({ quiet: true, makes: this.#creation !== null, done });
    });
  }

  /** Reads the list of a data source that others made. @returns {Promise<void>} */
  attach() {
    this.revision = null;
    return new Promise((/** @type {(nothing: void) => void} */ settled, fail) =>
      this.#read({ done: (error) => (error ? fail(error) : settled()) }),
    );
  }

  /** Asks for the definition of a view that is in force, for making it again. */
  learnDefinition() {
    this.#ask("dataSource/list", {}, (listed) => void (listed && this.#numbersIn(listed)));
  }

  // MARK: Asking

  /**
   * Passes over what comes until an answer is there, unless something else came up meanwhile.
   *
   * @param {Answer} take
   * @param {Done} [done]
   * @returns {Answer}
   */
  #wait(take, done) {
    this.#waiting = true;
    const round = ++this.#round;
    return (result, error) => {
      if (round !== this.#round) return done?.(error);
      this.#waiting = false;
      take(result, error);
    };
  }

  /** @param {Done} [done] */
  #askChanges(done) {
    const answer = this.#wait((result, error) => {
      // It was closed while nobody listened.
      if (isOf(error, "unknownDataSource")) this.forget();
      else if (isOf(error, "revisionUnavailable")) return this.#read({ done });
      else if (error) this.#complain(error);
      else if (this.#reload > (this.revision ?? 0)) return this.#read({ done });
      else this.#replay(result);
      done?.();
    }, done);
    this.#ask("dataSource/changes", { dataSource: this.name, since: this.revision }, answer);
  }

  /**
   * Reads the list as a whole; that of a view has its window elsewhere.
   *
   * @param {{quiet?: boolean, makes?: boolean, done?: Done}} how `quiet`: nothing is told if it is
   *   as it is shown; `makes`: it is made if it is not there
   */
  #read({ quiet = false, makes = false, done } = {}) {
    const answer = this.#wait((result, error) => {
      if (makes && isOf(error, "unknownDataSource")) return this.#make(done);
      // Others made it between the question and the last answer.
      if (this.#newest > 0 && isOf(error, "unknownDataSource")) return this.#read({ quiet, done });
      if (error) this.#complain(error);
      else this.#reset(result, quiet);
      done?.(error);
    }, done);
    const params = { dataSource: this.name };
    if (this.isView === false) return void this.#ask("snapshot/contents", params, answer);
    /** @type {[any?, Error?]} */
    let held = [];
    this.#ask("snapshot/contents", params, (...contents) => void (held = contents));
    this.#ask("dataSource/list", {}, (listed, error = held[1]) =>
      answer(!error && { ...held[0], ...this.#numbersIn(listed) }, error),
    );
  }

  /**
   * Makes the data source again from what is shown. What it tells of that is not followed.
   *
   * @param {Done} [done]
   */
  #make(done) {
    const dataSource = this.name;
    const trees = this.isView ? [] : this.sections.filter(({ rows }) => !rows.every(isPlain));
    const answer = this.#wait((result, error) => {
      if (isOf(error, "dataSourceExists")) return this.#read({ quiet: true, done });
      if (error) this.#complain(error);
      if (error || (!this.isView && trees.length === 0)) {
        if (result) this.#reach(result);
        return done?.(error);
      }
      for (const { identifier: section, rows } of trees) {
        const params = { dataSource, section, snapshot: outlineDocumentOf(rows) };
        this.#ask("dataSource/applySection", params, (_, error) => void (error && this.#complain(error)));
      }
      this.#read({ quiet: true, done });
    }, done);
    const snapshot = this.isView ? {} : { snapshot: documentOf(this.sections) };
    this.#ask("dataSource/create", { dataSource, ...this.#creation, ...snapshot }, answer);
  }

  /** @param {Error} error why the list is not what the daemon has */
  #complain(error) {
    if (!(error instanceof ConnectionLost) && !isOf(error, "unknownDataSource")) report(error);
  }

  /** @param {{dataSources: any[]}} listed what `dataSource/list` tells of a view */
  #numbersIn(listed) {
    const entry = listed.dataSources.find(({ dataSource }) => dataSource === this.name) ?? {};
    this.isView = "baseRevision" in entry;
    if (this.isView && this.#creation) this.#creation.view = entry.view;
    return this.isView ? { baseRevision: entry.baseRevision, window: entry.window } : {};
  }

  // MARK: New states

  /** @param {any} source a didApply, or the answer to `dataSource/changes` */
  #replay(source) {
    let replay;
    try {
      replay = new Replay(this.sections, this.table, source);
    } catch (error) {
      if (!(error instanceof Gap)) report(error);
      return this.#read();
    }
    this.#become(replay, source);
  }

  /** @param {any} contents @param {boolean} [quiet] */
  #reset(contents, quiet) {
    const reset = new Reset(this.sections, this.table, contents);
    const isSeen = JSON.stringify(contents.window ?? null) === JSON.stringify(this.window);
    if (quiet && isSeen && !reset.differs()) this.#reach(contents);
    else this.#become(reset, contents);
  }

  /** @param {Replay | Reset} outcome @param {any} source */
  #become(outcome, source) {
    const [before, fromRevision] = [this.entries, this.revision];
    outcome.commit(this.table);
    this.sections = outcome.order;
    if ([outcome.rows, outcome.sections].some((lists) => lists.deleted.length + lists.inserted.length + lists.moved.length)) {
      this.rows = this.sections.flatMap(({ rows }) => rows);
      this.entries = this.#headers ? this.sections.flatMap((section) => [section, ...section.rows]) : this.rows;
    }
    const told = this.#reach(source);
    this.changed.tell(
      new Change(before, this.entries, outcome, outcome instanceof Reset, {
        fromRevision,
        revision: source.revision,
        animated: told.length > 0 && told.every(({ animated }) => animated),
        origin: source.origin ?? null,
        tags: told.flatMap(({ tags }) => tags),
        transaction: source.transaction ?? null,
        window: this.window,
      }),
    );
  }

  /**
   * Takes over the numbers of a new state. A didApply that was merged, and came before an answer,
   * may lead past it; then what is left is asked for.
   *
   * @param {any} source
   * @returns {PassedOver[]} what was announced on the way to it
   */
  #reach(source) {
    const { revision, baseRevision, window } = source;
    this.revision = revision;
    if (baseRevision !== undefined) this.baseRevision = baseRevision;
    if (baseRevision !== undefined || window !== undefined) this.window = window ?? null;
    const told = this.#passedOver.filter((passed) => passed.revision <= revision);
    this.#passedOver = this.#passedOver.slice(told.length);
    if (this.#reload > revision) this.#read();
    else if (this.#newest > revision) this.#askChanges();
    return told;
  }
}

/** @param {Error | undefined} error @param {string} kind */
const isOf = (error, kind) => error instanceof RequestFailed && error.kind === kind;
