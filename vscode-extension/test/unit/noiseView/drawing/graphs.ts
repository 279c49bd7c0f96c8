// Graphs to test with.
import type { NoiseGraph, NoiseGraphEdge, NoiseGraphNode } from "../../../../src/protocol.ts";

/** A node that is made in a line of its own, from column 2. */
export function node(name: string, line: number, fields: Partial<NoiseGraphNode> = {}): NoiseGraphNode {
  return {
    kind: "value",
    key: name,
    name,
    operation: "noisy.mul",
    range: { start: { line, character: 2 }, end: { line, character: 2 + name.length } },
    level: "safe",
    label: "12/26",
    noise: 12,
    limit: 26,
    equation: "",
    remarks: [],
    isUnreliable: false,
    isAssumed: false,
    isInserted: false,
    ...fields,
  };
}

/** A graph of nodes and of edges between their names. */
export function graph(
  nodes: NoiseGraphNode[],
  edges: [source: string, target: string, isBack?: boolean][],
  fields: Partial<NoiseGraph> = {},
): NoiseGraph {
  const indices = new Map(nodes.map(({ name }, index) => [name, index]));
  return {
    version: 1,
    name: "@f",
    range: { start: { line: 0, character: 0 }, end: { line: 99, character: 1 } },
    nameRange: { start: { line: 0, character: 10 }, end: { line: 0, character: 12 } },
    summary: "at most 24 bits, limit 26",
    level: "safe",
    isStale: false,
    nodes,
    edges: edges.map(([source, target, isBack = false]): NoiseGraphEdge => ({
      from: indices.get(source)!,
      to: indices.get(target)!,
      isBack,
    })),
    totalNodes: nodes.length,
    ...fields,
  };
}

const over = { level: "over", label: "48/26", noise: 48, equation: "48 = 24 + 24" } as const;

/** `%a` and `%b` make `%p1`, that makes `%p2`, which is over the limit. */
export const originalGraph = graph(
  [node("%a", 1), node("%b", 2), node("%p1", 3), node("%p2", 4, over)],
  [
    ["%a", "%p1"],
    ["%b", "%p1"],
    ["%p1", "%p2"],
  ],
);

/** The graph with a reduction between `%p1` and `%p2`. */
export const fixedGraph = graph(
  [
    node("%a", 1),
    node("%b", 2),
    node("%p1", 3),
    node("%p1_reduced", 4, { kind: "reduction", operation: "noisy.reduce_noise", isInserted: true }),
    node("%p2", 4),
  ],
  [
    ["%a", "%p1"],
    ["%b", "%p1"],
    ["%p1", "%p1_reduced"],
    ["%p1_reduced", "%p2"],
  ],
);
