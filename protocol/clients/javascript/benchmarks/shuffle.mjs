// What a shuffle and one far move cost: the list alone, in Node.
//
//     node benchmarks/shuffle.mjs [ROWS …]
//
// Prints medians of 5, in milliseconds of the program's processor time, without the daemon's, from a
// request to its answer with all handlers called.
import { connect } from "../node.mjs";

const TURNS = 5;

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** @param {(turn: number) => Promise<unknown>} act */
async function measure(act) {
  const times = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const start = now();
    await act(turn);
    times.push(now() - start);
  }
  return times.sort((one, other) => one - other)[TURNS >> 1].toFixed(1);
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
console.log("| rows | shuffle | one far move |");
for (const size of sizes) {
  const connection = await connect();
  const items = Array.from({ length: size }, (_, index) => index);
  const list = await connection.open("list", { document: { sections: [{ id: "A", items }] } });
  const shuffle = await measure((seed) => list.edit({ op: "shuffleItems", seed }));
  const [first, last] = [() => list.rows[0].identifier, () => list.rows[list.rows.length - 1].identifier];
  const move = await measure(() => list.edit({ op: "moveItem", item: last(), beforeItem: first() }));
  console.log(`| ${size} | ${shuffle} | ${move} |`);
  await connection.close();
}
