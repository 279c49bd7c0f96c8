import type { NoiseGraph, NoiseGraphNode } from "../protocol.ts";

const suffix = / spoiled$/;

/** The graph as it is drawn: what is over the limit only because something
 * before it is, is spoiled, so that the cause stands out. To the server both
 * are over the limit, and the label of the latter says "96/26 spoiled". */
export function normalise(graph: NoiseGraph): NoiseGraph {
  return { ...graph, nodes: graph.nodes.map(normaliseNode) };
}

function normaliseNode(node: NoiseGraphNode): NoiseGraphNode {
  // Nothing comes out of a sink: what is wrong went in.
  const isSpoiled = suffix.test(node.label) || node.kind === "sink";
  const level = node.level === "over" && isSpoiled ? "spoiled" : node.level;
  return { ...node, level, label: node.label.replace(suffix, "") };
}
