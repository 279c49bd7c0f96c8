import assert from "node:assert/strict";
import { test } from "node:test";
import { readFixArgument } from "../../../src/commands/fixArgument.ts";

const argument = {
  uri: "file:///a.mlir",
  version: 3,
  position: { line: 2, character: 10 },
  fix: "reduceChunk",
};

test("fixes of the optimizer are understood", () => {
  const { fix: _, ...rest } = argument;
  assert.deepEqual(readFixArgument(argument), { ...rest, scope: "chunk" });
  assert.equal(readFixArgument({ ...argument, fix: "reduceFunction" })?.scope, "function");
  assert.equal(readFixArgument({ ...argument, fix: "reduceDocument", quiet: true })?.scope, "document");
});

test("all else is not", () => {
  for (const wrong of [
    undefined,
    null,
    "x",
    { ...argument, fix: "removeReduction" },
    { ...argument, fix: "toString" },
    { ...argument, uri: 1 },
    { ...argument, version: "3" },
    { ...argument, position: null },
    { ...argument, position: { line: 2 } },
  ])
    assert.equal(readFixArgument(wrong), undefined, JSON.stringify(wrong));
});
