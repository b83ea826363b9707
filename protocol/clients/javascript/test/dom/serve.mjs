// Serves the page of the DOM tests. Prints its address, its folder, and the file with the daemon's process id; ends with its input.
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../bridge.mjs";
import { watched } from "../watched.mjs";

const root = mkdtempSync(join(tmpdir(), "diffabled-page-"));
const here = fileURLToPath(new URL(".", import.meta.url));
for (const name of ["index.html", "page.mjs", "../random.mjs"]) cpSync(join(here, name), join(root, name.replace("../", "")));
const { server, file } = watched();
const bridge = await serve({ root, server });
console.log(bridge.url, root, file);
process.stdin.resume().on("end", () => bridge.close());
