import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeKey, type Layout } from "../../../../src/noiseView/drawing/layout.ts";
import { coneOf, curve, describe, sceneOf } from "../../../../src/noiseView/drawing/scene.ts";
import { fixedGraph, originalGraph, graph, node } from "./graphs.ts";

const layout: Layout = {
  width: 400,
  height: 500,
  places: {
    "%a": { x: 0, y: 0, width: 80, height: 44 },
    "%b": { x: 200, y: 0, width: 80, height: 44 },
    "%p1": { x: 100, y: 100, width: 80, height: 44 },
    "%p1_reduced": { x: 100, y: 200, width: 80, height: 44 },
    "%p2": { x: 100, y: 300, width: 80, height: 44 },
  },
  routes: {
    [edgeKey("%a", "%p1")]: [{ x: 50, y: 44 }, { x: 120, y: 100 }],
    [edgeKey("%b", "%p1")]: [{ x: 250, y: 44 }, { x: 160, y: 100 }],
    [edgeKey("%p1", "%p1_reduced")]: [{ x: 140, y: 144 }, { x: 140, y: 200 }],
    [edgeKey("%p1_reduced", "%p2")]: [{ x: 140, y: 244 }, { x: 140, y: 300 }],
  },
}; // prettier-ignore

test("a curve leaves its points straight down", () => {
  assert.equal(curve([]), "");
  assert.equal(curve([{ x: 1, y: 2 }, { x: 1, y: 12 }]), "M1 2V12"); // prettier-ignore
  assert.equal(curve([{ x: 0, y: 0 }, { x: 10, y: 20 }]), "M0 0C0 10 10 10 10 20"); // prettier-ignore
});

test("a scene has the nodes at the places of the layout, and knows what they are connected to", () => {
  const scene = sceneOf(fixedGraph, layout);
  assert.deepEqual([scene.nodes[2]!.x, scene.nodes[2]!.y], [100, 100]);
  assert.deepEqual(scene.nodes[2]!.inputs, [0, 1]);
  assert.deepEqual(scene.nodes[2]!.users, [3]);
  assert.equal(scene.edges[0]!.d, "M50 44C50 72 120 72 120 100");
  assert.deepEqual([scene.edges[0]!.left, scene.edges[0]!.bottom], [50, 100]);
});

test("before the fix an edge goes the way that it takes with what is inserted", () => {
  const scene = sceneOf(originalGraph, layout, fixedGraph);
  assert.equal(scene.edges[2]!.d, "M140 144V200V244V300");
});

test("a turn back passes the nodes on the right", () => {
  const loop = graph([node("%a", 1), node("%p1", 2)], [["%a", "%p1"], ["%p1", "%a", true]]); // prettier-ignore
  const back = sceneOf(loop, layout).edges[1]!;
  assert.ok(back.isBack);
  assert.ok(back.right > 100 + sceneOf(loop, layout).nodes[1]!.width);
});

test("only the ends of a hub's edges are drawn, with the whole edges at hand", () => {
  const users = Array.from({ length: 20 }, (_, index) => node(`%u${index}`, index + 2));
  const places = Object.fromEntries(
    users.map(({ key }, index) => [key, { x: 150 * index, y: 300, width: 80, height: 44 }]),
  );
  const hub = graph(
    [node("%one", 1), ...users],
    users.map(({ name }): [string, string] => ["%one", name]),
  );
  const scene = sceneOf(hub, {
    width: 1,
    height: 1,
    places: { "%one": { x: 0, y: 0, width: 80, height: 44 }, ...places },
    routes: {},
  });
  for (const edge of scene.edges) {
    assert.ok(edge.isStub);
    assert.ok(edge.bottom - edge.top < 40);
    assert.match(edge.whole, /^M\d+(\.\d)? 44/);
  }
});

test("an operand that is used twice has two lines", () => {
  const square = graph([node("%a", 1), node("%b", 2)], [["%a", "%b"]]);
  const d = (times?: number) => {
    if (times !== undefined) square.edges[0]!.times = times;
    return sceneOf(square, layout).edges[0]!.d;
  };
  assert.equal(d().match(/M/g)?.length, 1);
  assert.equal(d(2).match(/M/g)?.length, 2);
  assert.equal(d(9).match(/M/g)?.length, 3);
});

test("the cone of a node is all that it is computed from", () => {
  const scene = sceneOf(fixedGraph, layout);
  assert.deepEqual([...coneOf(scene, 2)].sort(), [0, 1, 2]);
  assert.deepEqual([...coneOf(scene, 4)].sort(), [0, 1, 2, 3, 4]);
  const loop = graph([node("%a", 1), node("%p1", 2)], [["%a", "%p1"], ["%p1", "%a", true]]); // prettier-ignore
  assert.deepEqual([...coneOf(sceneOf(loop, layout), 0)].sort(), [0, 1]);
});

test("a node in words says its name, its noise and how bad it is", () => {
  assert.equal(describe(originalGraph.nodes[3]!), "%p2, noisy.mul, 48 bits, limit 26, over the limit");
  assert.match(describe(fixedGraph.nodes[3]!), /inserted by the fix$/);
});
