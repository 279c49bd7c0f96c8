import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "../support/paths.ts";
import type { Preparation } from "./preparation.ts";

/** A copy of the server that can be replaced. */
export function prepare(folder: string): Preparation {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const copy = join(bin, "noisy-lsp-server");
  const original = join(buildFolder(), "noisy-lsp-server");
  copyFileSync(original, copy);
  return { environment: { NOISY_USUAL_SERVER: original, NOISY_COPIED_SERVER: copy } };
}
