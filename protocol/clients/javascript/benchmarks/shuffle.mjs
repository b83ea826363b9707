// What a shuffle and one far move cost: the list alone, in Node.
//
//     node benchmarks/shuffle.mjs [ROWS …]
const TURNS = 5;

/** Milliseconds: in Node of the program's processor time, without the daemon's; in a page of the clock. */
const now = () => {
  if (!globalThis.process) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/**
 * Milliseconds from a request to its answer, with all handlers called, and until what came of it is drawn.
 *
 * @param {import("../list.mjs").List} list
 * @param {() => Promise<unknown>} drawn
 */
export async function measure(list, drawn = async () => {}) {
  const last = () => list.rows[list.rows.length - 1].identifier;
  const edits = {
    shuffle: (turn) => ({ op: "shuffleItems", seed: turn }),
    move: () => ({ op: "moveItem", item: last(), beforeItem: list.rows[0].identifier }),
  };
  const result = {};
  for (const [name, edit] of Object.entries(edits)) {
    const times = { all: [], draw: [] };
    for (let turn = 0; turn < TURNS; turn++) {
      const start = now();
      await list.edit(edit(turn));
      const answered = now();
      await drawn();
      times.all.push(answered - start);
      times.draw.push(now() - answered);
    }
    result[name] = { all: median(times.all), draw: median(times.draw) };
  }
  return result;
}

if (globalThis.process && process.argv[1].endsWith("shuffle.mjs")) {
  const { connect } = await import("../node.mjs");
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
  console.log("list alone, ms: rows, shuffle, one far move");
  for (const size of sizes) {
    const connection = await connect();
    const items = Array.from({ length: size }, (_, index) => index);
    const list = await connection.open("list", { document: { sections: [{ id: "A", items }] } });
    const { shuffle, move } = await measure(list);
    console.log(size, shuffle.all.toFixed(1), move.all.toFixed(1));
    await connection.close();
  }
}
