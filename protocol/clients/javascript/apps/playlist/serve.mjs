// The playlist, for every browser window of this machine that knows the address.
//
//     node apps/playlist/serve.mjs [PORT]
import { fileURLToPath } from "node:url";
import { serve } from "../../bridge.mjs";
import { DOCUMENT, OPTIONS, PLAYLIST } from "./songs.mjs";

const port = Number(process.argv[2] ?? 0);
const bridge = await serve({ root: fileURLToPath(new URL(".", import.meta.url)), port });
// Made here and not in a page, so that it is made again before pages come back when the daemon dies.
await bridge.connection.open(PLAYLIST, { document: DOCUMENT, options: OPTIONS });
console.log(bridge.url);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void bridge.close());
