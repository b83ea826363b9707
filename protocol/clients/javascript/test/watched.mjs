import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findServer } from "../node.mjs";

/** A server that can be killed from outside: it writes its process id down before it begins. */
export function watched() {
  const folder = mkdtempSync(join(tmpdir(), "diffabled-"));
  const [server, file] = [join(folder, "server"), join(folder, "pid")];
  writeFileSync(server, `#!/bin/sh\necho $$ > '${file}'\nexec '${findServer()}' "$@"\n`);
  chmodSync(server, 0o755);
  return { server, file, kill: () => process.kill(Number(readFileSync(file, "utf8")), "SIGKILL") };
}
