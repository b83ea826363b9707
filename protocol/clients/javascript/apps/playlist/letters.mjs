/** The letters at the edge of the list, which lead to its sections. */
export class Letters {
  #connection;
  #list;
  #place;
  #choose;

  /**
   * @param {import("../../connection.mjs").Connection} connection
   * @param {import("../../list.mjs").List} list
   * @param {HTMLElement} place
   * @param {(title: string) => unknown} choose
   */
  constructor(connection, list, place, choose) {
    this.#connection = connection;
    this.#list = list;
    this.#place = place;
    this.#choose = choose;
  }

  async draw() {
    const { titles } = await this.#connection.request("dataSource/sectionIndexTitles", { dataSource: this.#list.name });
    if (titles.join("\n") === [...this.#place.children].map(({ textContent }) => textContent).join("\n")) return;
    this.#place.replaceChildren(
      ...titles.map((title) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
        button.onclick = () => this.#choose(title);
        return button;
      }),
    );
  }

  /**
   * Where a letter leads to, if there is a song in its section.
   *
   * @param {string} title
   */
  async row(title) {
    const params = { dataSource: this.#list.name, title };
    const { indexPath } = await this.#connection.request("dataSource/indexPathForIndexTitle", params);
    return indexPath && this.#list.sections[indexPath[0]]?.rows[indexPath[1]];
  }
}
