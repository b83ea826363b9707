/** How long it is collected, in milliseconds, what is said at once. */
const PAUSE = 500;

/** What is said to who does not see the list: own actions by name, those of others by number. */
export class LiveRegion {
  #node;
  #isOwn;
  #said = "";
  #counts = { added: 0, removed: 0, moved: 0, changed: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place the region itself if it is one, else what one is put behind */
  constructor(place) {
    this.#isOwn = !place.hasAttribute("aria-live");
    this.#node = place;
    if (!this.#isOwn) return;
    this.#node = document.createElement("div");
    this.#node.setAttribute("aria-live", "polite");
    this.#node.className = "diffabled-live";
    place.after(this.#node);
  }

  /** @param {string} words instead of what was not said yet */
  say(words) {
    this.#said = words;
    this.#wait();
  }

  /** @param {import("./change.mjs").Change} change */
  count({ inserted, deleted, moved, updated, reset }) {
    this.#counts.added += inserted.length;
    this.#counts.removed += deleted.length;
    this.#counts.moved += reset ? 0 : moved.length;
    this.#counts.changed += reset ? 0 : updated.length;
    this.#wait();
  }

  #wait() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const counts = Object.entries(this.#counts).filter(([, count]) => count > 0);
      const words = [this.#said, ...counts.map(([name, count]) => `${count} ${name}`)].filter(Boolean).join(", ");
      this.#said = "";
      this.#counts = { added: 0, removed: 0, moved: 0, changed: 0 };
      if (words) this.#node.textContent = words;
    }, PAUSE);
  }

  close() {
    clearTimeout(this.#timer);
    if (this.#isOwn) this.#node.remove();
  }
}
