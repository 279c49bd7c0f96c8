import type { Preparation } from "./preparation.ts";

/** Another name for files with MLIR. */
export function prepare(): Preparation {
  return { settings: { "files.associations": { "*.noisy": "mlir" } } };
}
