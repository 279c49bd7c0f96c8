import assert from "node:assert/strict";
import { test } from "node:test";
import { selectorOf, usualSchemes } from "../../../src/server/documents.ts";

test("text that is written is the server's, text that is only shown is not", () => {
  const schemes = selectorOf(usualSchemes).map(({ scheme }) => scheme);
  for (const scheme of ["file", "untitled", "vscode-vfs", "noisy-bytecode"])
    assert.ok(schemes.includes(scheme));
  for (const scheme of ["git", "output"]) assert.ok(!schemes.includes(scheme));
});

test("each scheme is there once, for MLIR only", () => {
  assert.deepEqual(selectorOf(["file", "memfs", "file"]), [
    { scheme: "file", language: "mlir" },
    { scheme: "memfs", language: "mlir" },
  ]);
});
