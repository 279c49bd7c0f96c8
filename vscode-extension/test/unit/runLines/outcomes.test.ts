import * as assert from "node:assert/strict";
import { test } from "node:test";
import { Outcomes, readRunArgument } from "../../../src/runLines/outcomes.ts";

const lines = { uri: "file:///a.mlir", commands: ["opt %s"] };

test("a lens has the outcome of its own commands, until the text changes", () => {
  const outcomes = new Outcomes();
  let changes = 0;
  const stop = outcomes.onChange(() => changes++);
  assert.equal(outcomes.title("Run", lines), "Run");
  outcomes.set(lines, "running");
  assert.match(outcomes.title("Run", lines), /^Run: .*running$/);
  outcomes.set(lines, { kind: "failed", status: 3, command: "opt %s" });
  assert.match(outcomes.title("Run", lines), /^Run: .*exit status 3$/);
  outcomes.set(lines, { kind: "passed" });
  assert.match(outcomes.title("Run", lines), /^Run: .*passed$/);
  assert.equal(outcomes.title("Run", { ...lines, commands: ["opt"] }), "Run");
  assert.equal(outcomes.title("Run", { ...lines, uri: "file:///b.mlir" }), "Run");
  outcomes.set(lines, { kind: "cancelled" });
  assert.equal(outcomes.title("Run", lines), "Run");
  outcomes.set(lines, { kind: "passed" });
  outcomes.forget(lines.uri);
  assert.equal(outcomes.title("Run", lines), "Run");
  assert.equal(changes, 5);
  stop();
  outcomes.set(lines, "running");
  assert.equal(changes, 5);
});

test("arguments that no lens has are refused", () => {
  assert.deepEqual(readRunArgument(lines), lines);
  for (const bad of [
    undefined,
    null,
    3,
    "x",
    {},
    { uri: 3, commands: ["a"] },
    { uri: "a", commands: [] },
    { uri: "a", commands: [3] },
  ])
    assert.equal(readRunArgument(bad), undefined);
});
