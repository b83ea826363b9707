import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { soon } from "./strict.mjs";

const checkout = fileURLToPath(new URL("../../../../", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The first fenced block of a language. */
const block = (language) => readme.split(`\n\`\`\`${language}\n`)[1].split(/^```$/m)[0];

test("the five minutes of the README do what it says", { timeout: 10 * soon.timeout }, async () => {
  const [build, ...lines] = block("sh").split("\n");
  assert.match(build, /^swift build /);
  // Where there is a daemon already, it need not be the one of this checkout.
  const script = [...(process.env.DIFFABLED ? [] : [build]), ...lines].join("\n");
  const output = await new Promise((done, fail) =>
    execFile("bash", ["-euo", "pipefail", "-c", script], { cwd: checkout }, (error, output) => (error ? fail(error) : done(output))),
  );
  assert.ok(output.endsWith(block("text")), output);
});
