/** A small repeatable generator: SplitMix64, from Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
export class Random {
  #state;

  constructor(seed) {
    this.seed = BigInt(globalThis.process?.env.TEST_SEED ?? seed);
    this.#state = this.seed;
  }

  /** A whole number from 0 to `bound` − 1. */
  below(bound) {
    const wrap = (number) => BigInt.asUintN(64, number);
    this.#state = wrap(this.#state + 0x9e3779b97f4a7c15n);
    let mixed = this.#state;
    mixed = wrap((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = wrap((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) % BigInt(bound));
  }

  chance(bound) {
    return this.below(bound) === 0;
  }

  of(array) {
    return array[this.below(array.length)];
  }

  shuffle(array) {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
  }
}

/** Random requests that change a list; each is a method with its params beside `dataSource`. */
export class Requests {
  #random;
  #last = 0;

  constructor(random) {
    this.#random = random;
  }

  identifier() {
    const number = ++this.#last;
    return this.#random.of([number, `${number}`, `i${number}`, ["c", number], ["c", number, null, true], ["c", `${number}`]]);
  }

  content() {
    return this.#random.of([null, {}, [], false, 0, "", { name: `n${this.#random.below(9)}` }, { a: [null, { b: 1.5 }] }]);
  }

  item() {
    const id = this.identifier();
    return this.#random.chance(2) ? id : { id, content: this.content() };
  }

  #items(list, most) {
    return list.rows.length === 0
      ? []
      : this.#random.shuffle([...list.rows]).slice(0, 1 + this.#random.below(most)).map((row) => row.identifier);
  }

  /** One that the daemon accepts for the list as it is now. */
  next(list, { most = 300, trees = true } = {}) {
    const random = this.#random;
    const section = list.sections.length > 0 ? random.of(list.sections) : null;
    if (!section || random.chance(20)) return this.#document(list);
    if (trees && random.chance(12) && section.rows.length > 0) return this.#tree(section);
    if (list.rows.length > most) return edit({ op: "deleteItems", items: this.#items(list, most) });
    const [one, two] = [section.identifier, random.of(list.sections).identifier];
    const items = this.#items(list, 8);
    const edits = [
      { op: "appendItems", items: [this.item(), this.item(), this.item()], toSection: one },
      { op: "moveItems", items, toSection: one, at: random.of(["start", "end"]) },
      { op: "moveItems", items: this.#items(list, 2), toSection: one, at: "start" },
      { op: "deleteItems", items },
      { op: "shuffleItems", section: one, seed: random.below(1000) },
      { op: "reverseItems", section: one },
      { op: "reloadItems", items },
      { op: "setItems", items: items.map((id) => ({ id, content: this.content() })) },
      { op: "setSections", sections: [{ id: one, content: this.content() }] },
      { op: "appendSections", sections: [{ id: this.identifier(), items: [this.item(), this.item()] }] },
      ...(one === two ? [] : [{ op: "moveSection", section: one, beforeSection: two }, { op: "deleteSections", sections: [two] }]),
      ...(items.length > 1 ? [{ op: "moveItem", item: items[0], afterItem: items[1] }, { op: "swapItems", items: items.slice(0, 2) }] : []),
      ...(items.length > 0 ? [{ op: "insertItems", items: [this.item()], beforeItem: items[0] }] : []),
    ];
    return edit(random.of(edits));
  }

  #document(list) {
    const { sections } = list.document();
    const items = this.#random.shuffle(sections.flatMap(({ items }) => items)).filter(() => !this.#random.chance(5));
    const next = this.#random.shuffle([...sections, { id: this.identifier() }, { id: this.identifier() }]).slice(0, 6);
    const snapshot = { sections: next.map((section) => ({ ...section, items: [] })) };
    for (const item of [...items, this.item(), this.item()]) this.#random.of(snapshot.sections).items.push(item);
    return { method: "dataSource/apply", params: { snapshot, mode: this.#random.of(["diff", "diff", "reloadData"]) } };
  }

  #tree(section) {
    const id = this.#random.of(section.rows).identifier;
    const edits = this.#random.of([
      [{ op: "append", items: [this.item()], to: id }, { op: "expand", items: [id] }],
      [{ op: "collapse", items: [id] }],
      [{ op: "expand", items: section.rows.map((row) => row.identifier) }],
    ]);
    return { method: "dataSource/editSection", params: { section: section.identifier, edits } };
  }
}

const edit = (edit) => ({ method: "dataSource/edit", params: { edits: [edit] } });
