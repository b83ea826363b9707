import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findServer } from "../node.mjs";

const library = fileURLToPath(new URL("..", import.meta.url));

/** A fault: one place of one file of the library, as it is and as it would be wrong. @typedef {{file: string, right: string, wrong: string}} Fault */

/**
 * Copies the library and its tests, with a fault if one is given.
 *
 * @param {Fault} [fault]
 * @returns {string} the folder
 */
export function plant(fault) {
  const root = mkdtempSync(join(tmpdir(), "diffabled-planted-"));
  const folder = join(root, "javascript");
  mkdirSync(join(folder, "test"), { recursive: true });
  symlinkSync(join(library, "../vectors"), join(root, "vectors"));
  for (const name of ["", "test/"].flatMap((part) => readdirSync(join(library, part)).map((name) => part + name))) {
    if (!name.endsWith(".mjs")) continue;
    const text = readFileSync(join(library, name), "utf8");
    writeFileSync(join(folder, name), name === fault?.file ? spoil(text, fault) : text);
  }
  return folder;
}

/** @param {string} text @param {Fault} fault */
function spoil(text, { file, right, wrong }) {
  const parts = text.split(right);
  if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(right)} ${parts.length - 1} times; plant another fault.`);
  return parts.join(wrong);
}

/**
 * Runs one file of tests in a folder.
 *
 * @param {string} folder
 * @param {string} name
 * @param {string} edits how many random edits are enough
 * @param {string} [seconds] how long a test may wait for what a fault keeps from coming
 * @returns {Promise<string[]>} the names of the tests that failed
 */
export function failures(folder, name, edits, seconds = "10") {
  const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, DIFFABLED: findServer(), TEST_EDITS: edits, TEST_SECONDS: seconds };
  const how = { cwd: folder, env, timeout: 600_000, maxBuffer: 1 << 28 };
  return new Promise((done) =>
    execFile(process.execPath, ["--test-reporter=tap", `test/${name}.test.mjs`], how, (_, output) =>
      done([...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, test]) => test)),
    ),
  );
}
