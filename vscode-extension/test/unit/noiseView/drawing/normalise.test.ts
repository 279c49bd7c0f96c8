import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "../../../../src/noiseView/drawing/normalise.ts";
import { graph, node } from "./graphs.ts";

const first = (...fields: Parameters<typeof node>) => normalise(graph([node(...fields)], [])).nodes[0]!;

test("a value that is over the limit because of another is unreliable, the cause is not", () => {
  const cause = first("%p2", 1, { level: "over", label: "48/26", isUnreliable: false });
  assert.deepEqual([cause.level, cause.label], ["over", "48/26"]);
  const unreliable = first("%p3", 1, { level: "over", label: "96/26", isUnreliable: true });
  assert.deepEqual([unreliable.level, unreliable.label], ["unreliable", "96/26"]);
  assert.equal(first("%p3", 1, { level: "over", label: "48/26" }).level, "over");
});

for (const kind of ["sink", "call"] as const) {
  test(`a ${kind} that takes what is over the limit is spoiled by it`, () => {
    const operation = node("noisy.decode", 2, { kind, level: "over", label: "", isUnreliable: false });
    const over = node("%a", 1, { level: "over" });
    const unreliable = node("%a", 1, { level: "over", isUnreliable: true });
    for (const input of [over, unreliable]) {
      const result = normalise(graph([input, operation], [["%a", "noisy.decode"]]));
      assert.equal(result.nodes[1]!.level, "unreliable");
    }
    // Nothing that is over the limit goes in: it is the cause.
    const cause = normalise(graph([node("%a", 1), operation], [["%a", "noisy.decode"]]));
    assert.equal(cause.nodes[1]!.level, "over");
    assert.equal(first("noisy.decode", 1, { kind, level: "safe", label: "" }).level, "safe");
  });
}

test("the rest stays", () => {
  const assumed = first("%x", 1, { level: "unknown", label: "24/26", isAssumed: true });
  assert.deepEqual([assumed.level, assumed.label, assumed.isAssumed], ["unknown", "24/26", true]);
  const unbounded = first("%x", 1, { level: "unknown", label: "unbounded", isUnreliable: true });
  assert.equal(unbounded.level, "unknown");
});
