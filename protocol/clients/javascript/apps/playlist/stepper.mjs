/** Between two steps, in milliseconds. */
const PAUSE = 100;

/** What goes on by itself, a step after the other, until there is no next one or it is stopped. */
export class Stepper {
  #songs;
  #past;
  /** @type {{button: HTMLButtonElement} | null} */
  #running = null;

  /**
   * @param {import("../../list.mjs").List} songs
   * @param {import("./past.mjs").Past} past
   */
  constructor(songs, past) {
    this.#songs = songs;
    this.#past = past;
  }

  /**
   * Stops what goes on, and begins this, unless it was this.
   *
   * @param {HTMLButtonElement} button is pressed for as long as it goes on
   * @param {(songs: import("../../list.mjs").List) => import("../../protocol.js").Edit[] | null} next
   */
  async press(button, next) {
    const wasRunning = this.#running?.button === button;
    this.#running?.button.setAttribute("aria-pressed", "false");
    this.#running = null;
    if (wasRunning) return;
    const mine = (this.#running = { button });
    button.setAttribute("aria-pressed", "true");
    try {
      for (let edits; this.#running === mine && (edits = next(this.#songs)); await new Promise((done) => setTimeout(done, PAUSE))) {
        const step = edits;
        await this.#past.do(() => this.#songs.edit(...step), mine);
      }
    } finally {
      if (this.#running === mine) {
        this.#running = null;
        button.setAttribute("aria-pressed", "false");
      }
    }
  }
}
