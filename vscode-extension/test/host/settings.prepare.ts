import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Preparation } from "./preparation.ts";

/** A program in two folders of one workspace, the second of which has a
 * noise model with more room. */
const program = `func.func @square(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}
func.func @ranges(%n: index {noisy.range = [0, 8]}) -> i1 {
  %ten = arith.constant 10 : index
  %less = arith.cmpi slt, %n, %ten : index
  return %less : i1
}
`;

export function prepare(folder: string): Preparation {
  for (const [name, settings] of Object.entries({
    narrow: {},
    wide: { "noisy.model": "initial=5,max=100" },
    further: { "noisy.model": "initial=6,max=200" },
  })) {
    mkdirSync(join(folder, name, ".vscode"), { recursive: true });
    writeFileSync(join(folder, name, "square.mlir"), program);
    writeFileSync(join(folder, name, ".vscode/settings.json"), JSON.stringify(settings));
  }
  writeFileSync(
    join(folder, "two.code-workspace"),
    JSON.stringify({ folders: [{ path: "narrow" }, { path: "wide" }], settings: {} }),
  );
  return { workspace: "two.code-workspace" };
}
