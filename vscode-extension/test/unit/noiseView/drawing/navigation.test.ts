import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../../../../src/noiseView/drawing/navigation.ts";
import { sceneOf } from "../../../../src/noiseView/drawing/scene.ts";
import { originalGraph, graph, node } from "./graphs.ts";

const scene = sceneOf(originalGraph, {
  width: 1,
  height: 1,
  places: {
    "%a": { x: 0, y: 0, width: 80, height: 44 },
    "%b": { x: 300, y: 0, width: 80, height: 44 },
    "%p1": { x: 60, y: 100, width: 80, height: 44 },
    "%p2": { x: 60, y: 200, width: 80, height: 44 },
  },
  routes: {},
});

test("up and down go along edges, to the nearest", () => {
  assert.equal(neighbour(scene, 2, "up"), 0);
  assert.equal(neighbour(scene, 1, "down"), 2);
  assert.equal(neighbour(scene, 2, "down"), 3);
});

test("left and right go to the next at the same height", () => {
  assert.equal(neighbour(scene, 0, "right"), 1);
  assert.equal(neighbour(scene, 1, "left"), 0);
});

test("without a node in the direction there is no neighbour", () => {
  assert.equal(neighbour(scene, 0, "up"), undefined);
  assert.equal(neighbour(scene, 3, "down"), undefined);
  assert.equal(neighbour(scene, 99, "down"), undefined);
});

test("without an edge the nearest in that direction is next", () => {
  const apart = sceneOf(graph([node("%x", 1), node("%y", 2)], []), {
    width: 1,
    height: 1,
    places: { "%x": { x: 0, y: 0, width: 80, height: 44 }, "%y": { x: 10, y: 90, width: 80, height: 44 } },
    routes: {},
  });
  assert.equal(neighbour(apart, 0, "down"), 1);
  assert.equal(neighbour(apart, 1, "up"), 0);
});

test("an edge to itself is no way", () => {
  const turning = sceneOf(graph([node("%x", 1)], [["%x", "%x", true]]), {
    width: 1,
    height: 1,
    places: { "%x": { x: 0, y: 0, width: 80, height: 44 } },
    routes: {},
  });
  assert.equal(neighbour(turning, 0, "down"), undefined);
});
