import { RequestFailed } from "diffabled/websocket";

/** How long the way back is offered, in milliseconds. */
const OFFERED = 5000;

/** @typedef {{before: number, after: number, run?: object}} Action the revisions before and after what was done */

/** What was done in this window, and the way back. What others have done since is never undone. */
export class Past {
  /** @type {Action[]} */
  #actions = [];
  /** @type {Promise<unknown>} What is on its way. */
  #last = Promise.resolve();
  #connection;
  #songs;
  #button;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("../../connection.mjs").Connection} connection
   * @param {import("../../list.mjs").List} songs
   * @param {HTMLElement} button is shown for a while after each action
   */
  constructor(connection, songs, button) {
    this.#connection = connection;
    this.#songs = songs;
    this.#button = button;
  }

  /**
   * Does something that can be undone, when what is on its way has been answered: only then is it
   * known to what a way back leads.
   *
   * @param {() => Promise<{revision: number}>} act
   * @param {object} [run] what the action is a step of; steps that nobody came between are undone as one
   */
  do(act, run) {
    return this.#queue(async () => this.#add((await act()).revision, run));
  }

  /**
   * Does what is right at one revision only; who comes too late asks anew, of the list as it is then.
   *
   * @param {(ifRevision: number) => Promise<{revision: number}>} ask
   */
  doAtRevision(ask) {
    return this.do(async () => {
      for (let tries = 5; ; tries--) {
        try {
          return await ask(this.#songs.revision ?? 0);
        } catch (error) {
          const isLate = error instanceof RequestFailed && error.kind === "revisionMismatch";
          if (!isLate || tries === 1) throw error;
        }
      }
    });
  }

  /** Goes back over the last action, when what is on its way has been answered. */
  undo() {
    return this.#queue(() => this.#undo());
  }

  forget() {
    this.#actions.length = 0;
    this.#button.hidden = true;
    clearTimeout(this.#timer);
  }

  /** @param {() => unknown} act */
  #queue(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {number} revision @param {object} [run] */
  #add(revision, run) {
    const last = this.#actions.at(-1);
    if (run && last?.run === run && last.after === revision - 1) last.after = revision;
    else this.#actions.push({ before: revision - 1, after: revision, run });
    this.#button.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#button.hidden = true), OFFERED);
  }

  async #undo() {
    const last = this.#actions.pop();
    if (!last) throw new Error("There is nothing to undo.");
    if (last.after !== this.#songs.revision) {
      this.forget();
      throw new Error("Somebody else has changed the playlist since; nothing was undone.");
    }
    const { name: dataSource } = this.#songs;
    const params = { dataSource, toRevision: last.before, ifRevision: last.after };
    const { revision } = await this.#connection.request("dataSource/revert", params);
    const previous = this.#actions.at(-1);
    // The list is again as the action before left it.
    if (previous?.after === last.before) previous.after = revision;
    else this.#actions.length = 0;
    this.#button.hidden = this.#actions.length === 0;
  }
}
