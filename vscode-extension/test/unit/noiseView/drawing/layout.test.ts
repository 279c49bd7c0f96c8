import assert from "node:assert/strict";
import { test } from "node:test";
import ElkConstructor from "elkjs/lib/elk.bundled.js";
import { edgeKey, layOut, tighten, type LayoutInput } from "../../../../src/noiseView/drawing/layout.ts";
import { layoutInput } from "../../../../src/noiseView/drawing/union.ts";
import { fixedGraph, originalGraph } from "./graphs.ts";

const elk = new ElkConstructor();

function assertSound(input: LayoutInput, layout: Awaited<ReturnType<typeof layOut>>): void {
  const boxes = input.nodes.map((node) => ({ ...node, ...layout.places[node.key]! }));
  for (const [index, a] of boxes.entries()) {
    assert.ok(
      a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width && a.y + a.height <= layout.height,
      a.key,
    );
    for (const b of boxes.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      assert.ok(isApart, `${a.key} and ${b.key} overlap`);
    }
  }
  for (const edge of input.edges) {
    const [source, target] = [boxes[edge.source]!, boxes[edge.target]!];
    assert.ok(source.y + source.height < target.y, `${source.key} is above ${target.key}`);
    const route = layout.routes[edgeKey(source.key, target.key)]!;
    assert.ok(Math.abs(route[0]!.y - (source.y + source.height)) < 1);
    assert.ok(Math.abs(route.at(-1)!.y - target.y) < 1);
  }
}

test("users of a value stand below it, and nothing overlaps", async () => {
  const input = layoutInput(originalGraph, fixedGraph);
  assertSound(input, await layOut(elk, input));
});

test("inputs stand in the order of the text", async () => {
  const { places } = await layOut(elk, layoutInput(originalGraph, null));
  assert.ok(places["%a"]!.x < places["%b"]!.x);
});

/** A circuit with the given number of nodes: each takes two earlier ones. */
function circuit(count: number): LayoutInput {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const input: LayoutInput = { nodes: [], edges: [] };
  for (let index = 0; index < count; index++) {
    input.nodes.push({ key: `%${index}`, width: 120, height: 44 });
    if (index < 40) continue;
    const first = index - 1 - random(40);
    const second = index - 1 - random(40);
    input.edges.push({ source: first, target: index });
    if (second !== first) input.edges.push({ source: second, target: index });
  }
  return input;
}

test("a large graph is laid out with the options for it", async () => {
  const input = circuit(600);
  assertSound(input, await layOut(elk, input));
});

test("wide space between layers is taken out, for nodes and edges alike", () => {
  const box = (y: number) => ({ x: 0, y, width: 80, height: 40 });
  const tight = tighten({
    width: 80,
    height: 2340,
    places: { a: box(0), b: box(1040), beside: box(1060), c: box(2300) },
    routes: { ab: [0, 40, 540, 1040].map((y) => ({ x: 5, y })), bc: [{ x: 5, y: 1080 }, { x: 5, y: 2300 }] }, // prettier-ignore
  });
  assert.deepEqual(
    ["a", "b", "beside", "c"].map((key) => tight.places[key]!.y),
    [0, 136, 156, 292],
  );
  assert.deepEqual(
    tight.routes["ab"]!.map(({ y }) => y),
    [0, 40, 88, 136],
  );
  assert.equal(tight.routes["bc"]![1]!.y, 292);
  assert.equal(tight.height, 332);
});

test("a tight layout stays", () => {
  const layout = { width: 80, height: 140, places: { a: { x: 0, y: 0, width: 80, height: 40 } }, routes: {} };
  assert.equal(tighten(layout), layout);
});
