// The paths of the programs and files under test.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The folder of package.json. */
export const extensionFolder = resolve(import.meta.dirname, "../..");

/** The folder that the programs are built in: the environment's NOISY_BUILD. */
export function buildFolder(): string {
  const folder = process.env["NOISY_BUILD"];
  if (!folder) throw new Error("set NOISY_BUILD to the folder of noisy-lsp-server, as ./dev test does");
  return resolve(folder);
}

/** A new empty folder; in another system where `root` is its folder. */
export function temporaryFolder(name: string, root = ""): string {
  return mkdtempSync(join(root, tmpdir(), `noisy-${name}-`));
}
