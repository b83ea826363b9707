// The page that the tests of the DOM list look at: what they need of it stands in `window.page`.
import { Random, Requests } from "./random.mjs";

// The library, or a copy of it with a fault.
const library = new URLSearchParams(location.search).get("library") ?? "diffabled";
const { ListView, moveEdit } = await import(`./${library}/dom.mjs`);
const { connect } = await import(`./${library}/websocket.mjs`);

const scroller = document.querySelector("#list");

const text = (value) => (typeof value === "string" ? value : JSON.stringify(value) ?? "");

const part = (name, words) => Object.assign(document.createElement("span"), { className: name, textContent: words });

function render(node, { identifier, content }) {
  const kept = node.querySelector("input");
  const [name, more] = [content?.name ?? text(identifier), content?.artist ?? text(content)];
  node.querySelector(".name")?.remove();
  node.querySelector(".more")?.remove();
  node.prepend(part("name", name), part("more", more));
  if (page.hasInputs && !kept) node.append(Object.assign(document.createElement("input"), { value: "something" }));
  if (!node.querySelector("[data-grip]")) {
    const grip = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1, ariaLabel: "Drag" });
    grip.dataset.grip = "";
    node.append(grip);
  }
}

const page = {
  hasInputs: false,
  connection: await connect(),

  /** Shows a data source, which is made if it is not there. */
  async show(name, document, { headers = true, inputs = false, ...options } = {}) {
    const { connection } = page;
    page.view?.close();
    page.hasInputs = inputs;
    page.list = document ? await connection.open(name, { document, headers }) : await connection.attach(name, { headers });
    page.view = new ListView(scroller, page.list, {
      render,
      ...(headers && { header: (node, { identifier, content }) => void (node.textContent = content?.name ?? text(identifier)) }),
      label: (row) => row.content?.name ?? text(row.identifier),
      move: (row, place) => (page.refusal ? Promise.reject(new Error(page.refusal)) : page.list.edit(moveEdit(row, place))),
      remove: (rows) => page.list.edit({ op: "deleteItems", items: rows.map((row) => row.identifier) }),
      ...options,
    });
    return page.list.rows.length;
  },

  /** What is wrong with the page; nothing if its nodes are the entries of the list, and drawn as they are. */
  faults() {
    const { list, view } = page;
    const nodes = [...scroller.children];
    const faults = [];
    const check = (holds, words) => holds || faults.push(words);
    check(nodes.length === list.entries.length, `${nodes.length} nodes for ${list.entries.length} entries`);
    list.entries.forEach((entry, index) => {
      const node = nodes[index];
      check(node && node === view.node(entry) && (node.row ?? node.section) === entry, `another node is at ${index}`);
      if (!node?.row) return;
      const { identifier, content, section } = entry;
      check(node.querySelector(".name").textContent === (content?.name ?? text(identifier)), `${index} has another name`);
      check(node.querySelector(".more").textContent === (content?.artist ?? text(content)), `${index} has another content`);
      check((node.getAttribute("aria-selected") === "true") === view.selection.has(entry), `${index} is selected or not`);
      const header = view.node(section);
      check(!header || node.getAttribute("aria-describedby") === header.id, `${index} is in another section`);
    });
    const open = nodes.filter((node) => node.tabIndex === 0 && node.row);
    check(open.length === Math.min(1, list.rows.length) && (open[0]?.row ?? null) === view.current, "the tab order");
    check([...view.selection].every((row) => list.row(row.identifier) === row), "what is gone is selected");
    return faults;
  },

  /** Where a row is in sight, whatever is played. */
  top: (row) => page.view.node(row).offsetTop - scroller.scrollTop,

  /**
   * Random edits, and what was lost on the way: the focus, the selection, the place of the focused
   * row on the screen, or the order of the nodes.
   */
  async random(count, seed) {
    const { list, view, connection } = page;
    const random = new Random(seed);
    const requests = new Requests(random);
    const lost = { faults: [], focus: 0, selection: 0, moved: 0, clamped: 0, changes: 0 };
    list.onChange(() => lost.changes++);
    for (let number = 0; number < count; number++) {
      if (number % 10 === 0 && list.rows.length > 0) view.go(random.of(list.rows));
      if (number % 7 === 0) view.select(random.shuffle([...list.rows]).slice(0, 20));
      const node = document.activeElement;
      const focused = node.row;
      const [top, selected] = [focused && page.top(focused), [...view.selection]];
      const { method, params } = requests.next(list, { most: 300 });
      await connection.request(method, { dataSource: list.name, ...params });
      // After reloadData the list is read again, and that is answered before this.
      await connection.request("dataSource/list", {});
      lost.faults.push(...page.faults().map((fault) => `${number}: ${fault}`));
      const there = (row) => list.row(row.identifier) === row;
      const after = document.activeElement.row;
      if (list.rows.length > 0 && focused && (!after || (there(focused) && after !== focused) || after !== view.current)) lost.focus++;
      if (selected.filter(there).some((row) => !view.selection.has(row)) || view.selection.size > selected.length) lost.selection++;
      // At the ends of the list nothing can be scrolled; what still slides makes it look longer.
      const wasInSight = focused && top > -node.offsetHeight && top < scroller.clientHeight;
      if (wasInSight && after && Math.abs(page.top(after) - top) > 1) {
        for (const animation of scroller.getAnimations({ subtree: true })) animation.finish();
        const { scrollTop, scrollHeight, clientHeight } = scroller;
        if (scrollTop > 0 && scrollTop < scrollHeight - clientHeight - 1) lost.moved++;
        else lost.clamped++;
      }
    }
    return lost;
  },
};

window.page = page;
