import assert from "node:assert/strict";
import { test } from "node:test";
import ElkConstructor from "elkjs/lib/elk.bundled.js";
import { BackEdges } from "../../../../src/noiseView/drawing/backEdge.ts";
import { layOut, type Box, type LayoutInput } from "../../../../src/noiseView/drawing/layout.ts";

/** The boxes that a line runs behind. */
function behind(points: { x: number; y: number }[], boxes: Box[]): Box[] {
  return boxes.filter((box) =>
    points.slice(1).some((to, index) => {
      const from = points[index]!;
      return (
        Math.min(from.x, to.x) < box.x + box.width &&
        Math.max(from.x, to.x) > box.x &&
        Math.min(from.y, to.y) < box.y + box.height &&
        Math.max(from.y, to.y) > box.y
      );
    }),
  );
}

test("a way back without anything beside it is a curve on the right", () => {
  const [target, source] = [
    { x: 0, y: 0, width: 80, height: 40 },
    { x: 20, y: 100, width: 80, height: 40 },
  ];
  const { d, points } = new BackEdges([target, source]).route(source, target);
  assert.match(d, /^M100 120C/);
  assert.ok(Math.max(...points.map(({ x }) => x)) > 100);
});

test("a node that leads to itself has an edge around it", () => {
  const node = { x: 0, y: 50, width: 80, height: 40 };
  const { points } = new BackEdges([node]).route(node, node);
  assert.deepEqual(behind(points, [node]), []);
  assert.ok(Math.max(...points.map(({ x }) => x)) > 80);
  assert.ok(Math.max(...points.map(({ y }) => y)) > 90);
  assert.ok(Math.min(...points.map(({ y }) => y)) < 50);
});

test("edges back run behind no node", async () => {
  const elk = new ElkConstructor();
  let seed = 11;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (const count of [6, 20, 60]) {
    const input: LayoutInput = { nodes: [], edges: [] };
    for (let index = 0; index < count; index++) {
      input.nodes.push({ key: `%${index}`, width: 60 + random(120), height: 30 + random(40) });
      if (index > 2) input.edges.push({ source: random(index), target: index });
    }
    const { places } = await layOut(elk, input);
    const boxes = input.nodes.map(({ key }) => places[key]!);
    const ways = new BackEdges(boxes);
    for (let i = 0; i < 60; i++) {
      const [a, b] = [boxes[random(count)]!, boxes[random(count)]!];
      const [target, source] = a.y <= b.y ? [a, b] : [b, a];
      const { points } = ways.route(source, target);
      assert.deepEqual(
        behind(points, boxes),
        [],
        `${count} nodes ${JSON.stringify({ points, source, target })}`,
      );
      assert.ok(points.at(-1)!.x >= target.x && points.at(-1)!.x <= target.x + target.width);
    }
  }
});
