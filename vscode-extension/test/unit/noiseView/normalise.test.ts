import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "../../../src/noiseView/normalise.ts";
import { graph, node } from "./graphs.ts";

const first = (...more: Parameters<typeof node>) => normalise(graph([node(...more)], [])).nodes[0]!;

test("what is over the limit because of another is spoiled, the cause is not", () => {
  const cause = first("%p2", 1, { level: "over", label: "48/26" });
  assert.deepEqual([cause.level, cause.label], ["over", "48/26"]);
  const spoiled = first("%p3", 1, { level: "over", label: "96/26 spoiled" });
  assert.deepEqual([spoiled.level, spoiled.label], ["spoiled", "96/26"]);
});

test("an operation that takes what is over the limit is spoiled by it", () => {
  assert.equal(first("noisy.decode", 1, { kind: "sink", level: "over", label: "" }).level, "spoiled");
  assert.equal(first("noisy.decode", 1, { kind: "sink", level: "safe", label: "" }).level, "safe");
});

test("the rest stays", () => {
  const assumed = first("%x", 1, { level: "unknown", label: "24/26 assumed" });
  assert.deepEqual([assumed.level, assumed.label], ["unknown", "24/26 assumed"]);
});
