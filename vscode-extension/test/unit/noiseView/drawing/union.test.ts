import assert from "node:assert/strict";
import { test } from "node:test";
import { detours, hubsOf, hubUsers, layoutInput } from "../../../../src/noiseView/drawing/union.ts";
import { fixedGraph, originalGraph, graph, node } from "./graphs.ts";

const edgesOf = (input: ReturnType<typeof layoutInput>) =>
  input.edges.map(({ source, target }) => `${input.nodes[source]!.key} ${input.nodes[target]!.key}`).sort();

test("a graph is laid out with all its nodes and edges", () => {
  const input = layoutInput(originalGraph, null);
  assert.deepEqual(
    input.nodes.map(({ key }) => key),
    ["%a", "%b", "%p1", "%p2"],
  );
  assert.deepEqual(edgesOf(input), ["%a %p1", "%b %p1", "%p1 %p2"]);
  for (const { width, height } of input.nodes) assert.ok(width > 60 && height > 20);
});

test("before and after are laid out together, each node once and with room for both", () => {
  const input = layoutInput(originalGraph, fixedGraph);
  assert.deepEqual(input.nodes.map(({ key }) => key).sort(), ["%a", "%b", "%p1", "%p1_reduced", "%p2"]);
  // Before the fix it has a longer label.
  const short = graph([node("%x", 1)], []);
  const long = graph([node("%x", 1, { label: "1000/26 or so" })], []);
  const width = (...graphs: Parameters<typeof layoutInput>) => layoutInput(...graphs).nodes[0]!.width;
  assert.ok(width(long, null) > width(short, null));
  assert.equal(width(long, short), width(long, null));
});

test("an edge that the fix splits goes through what it inserts", () => {
  assert.equal(detours(fixedGraph)("%p1", "%p2"), "%p1_reduced");
  assert.equal(detours(fixedGraph)("%a", "%p1"), undefined);
  assert.equal(detours(null)("%p1", "%p2"), undefined);
  assert.deepEqual(edgesOf(layoutInput(originalGraph, fixedGraph)), [
    "%a %p1",
    "%b %p1",
    "%p1 %p1_reduced",
    "%p1_reduced %p2",
  ]);
});

test("a source with very many users is a hub, and its edges are not laid out", () => {
  const users = Array.from({ length: hubUsers }, (_, index) => `%u${index}`);
  const nodes = [node("%one", 1), node("%x", 2), ...users.map((name, index) => node(name, index + 3))];
  const edges = users.map((name): [string, string] => ["%one", name]);
  const hub = graph(nodes, edges);
  assert.deepEqual([...hubsOf(hub)], [0]);
  assert.deepEqual(layoutInput(hub, null).edges, []);
  assert.deepEqual([...hubsOf(graph(nodes, edges.slice(1)))], []);
  // A source with inputs stays in its place in the flow.
  assert.deepEqual([...hubsOf(graph(nodes, [["%x", "%one"], ...edges]))], []);
});

test("turns back do not change the layers", () => {
  const loop = graph([node("%i", 1), node("%n", 2)], [["%i", "%n"], ["%n", "%i", true]]); // prettier-ignore
  assert.deepEqual(edgesOf(layoutInput(loop, null)), ["%i %n"]);
});
