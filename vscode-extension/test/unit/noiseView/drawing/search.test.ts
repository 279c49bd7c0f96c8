import assert from "node:assert/strict";
import { test } from "node:test";
import { findNodes, step } from "../../../../src/noiseView/drawing/search.ts";
import { fixedGraph, originalGraph, graph, node } from "./graphs.ts";

test("a search finds names, operations, levels and what the fix inserts", () => {
  assert.deepEqual(findNodes(originalGraph, "%P1"), [2]);
  assert.deepEqual(findNodes(originalGraph, "over"), [3]);
  assert.deepEqual(findNodes(originalGraph, "over the limit"), [3]);
  assert.deepEqual(findNodes(originalGraph, "48/26"), [3]);
  assert.deepEqual(findNodes(fixedGraph, "reduction"), [3]);
  assert.deepEqual(findNodes(fixedGraph, "inserted"), [3]);
  assert.deepEqual(findNodes(originalGraph, "mul %p"), [2, 3]);
  assert.deepEqual(findNodes(originalGraph, "unreliable"), []);
});

test("a unreliable value is found by `over` too when it is over the limit", () => {
  const unreliable = { level: "unreliable", label: "96/26", noise: 96 } as const;
  const unreliableGraph = graph(
    [node("%p2", 1, { ...unreliable, level: "over" }), node("%p3", 2, unreliable)],
    [],
  );
  assert.deepEqual(findNodes(unreliableGraph, "over"), [0, 1]);
  assert.deepEqual(findNodes(unreliableGraph, "over the limit"), [0]);
});

test("the legend finds a level or a kind alone, whatever names have in them", () => {
  const nodes = graph(
    [
      node("%over_the_limit", 1),
      node("%p2", 2, { level: "over", label: "48/26", noise: 48 }),
      node("%p3", 3, { level: "unreliable", label: "96/26", noise: 96 }),
      node("%reduction", 4, { level: "nearLimit" }),
      node("%r", 5, { kind: "reduction" }),
    ],
    [],
  );
  assert.deepEqual(findNodes(nodes, "over the limit"), [0, 1]);
  assert.deepEqual(findNodes(nodes, "level:over"), [1]);
  assert.deepEqual(findNodes(nodes, "level:nearLimit"), [3]);
  assert.deepEqual(findNodes(nodes, "level:unreliable %p"), [2]);
  assert.deepEqual(findNodes(nodes, "kind:reduction"), [4]);
  assert.deepEqual(findNodes(nodes, "level:"), []);
});

test("without words nothing is found", () => {
  assert.deepEqual(findNodes(originalGraph, "  "), []);
});

test("steps go around the ends", () => {
  assert.equal(step(undefined, 1, 3), 0);
  assert.equal(step(undefined, -1, 3), 2);
  assert.equal(step(2, 1, 3), 0);
  assert.equal(step(0, -1, 3), 2);
  assert.equal(step(0, 1, 0), undefined);
});
