/** @typedef {import("../../dom.mjs").ListView} ListView */
/** @typedef {import("../../rows.mjs").Row} Row */
/** @typedef {import("./songs.mjs").Song} Song */

/** The fields that stand in the row of a song while it gets another name or artist. */
export class Renaming {
  /** @type {{view: ListView, row: Row, form: HTMLFormElement} | null} */
  #open = null;

  /**
   * Puts the fields into the node of a row, if it is the one that is being renamed.
   *
   * @param {HTMLElement} node
   * @param {Row} row
   * @returns {boolean} whether it is
   */
  draw(node, row) {
    if (this.#open?.row !== row) return false;
    const { form } = this.#open;
    if (!node.contains(form)) node.replaceChildren(form);
    return true;
  }

  /**
   * @param {ListView} view
   * @param {Row} row
   * @param {HTMLFormElement} form the fields
   * @param {(song: Song) => unknown} take is told what was typed
   */
  begin(view, row, form, take) {
    this.end();
    this.#open = { view, row, form };
    const [name, artist] = [field(form, "name"), field(form, "artist")];
    [name.value, artist.value] = /** @type {Song} */ (row.identifier);
    view.draw([row]);
    name.focus();
    name.select();
    form.onsubmit = (event) => {
      event.preventDefault();
      take(songIn(form));
    };
    form.onkeydown = ({ key }) => void (key === "Escape" && this.end(row));
  }

  /** @param {Row} [next] what gets the focus */
  end(next) {
    if (!this.#open) return;
    const { view, row } = this.#open;
    this.#open = null;
    if (view.list.row(row.identifier) !== row) return;
    view.node(row).replaceChildren();
    view.draw([row]);
    if (next) view.go(next);
  }
}

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLFormElement} form @returns {Song} */
export const songIn = (form) => [field(form, "name").value.trim(), field(form, "artist").value.trim()];
