import type { NoiseGraph, NoiseGraphNode } from "../../protocol.ts";

/** In a label such as "96/26 spoiled assumed". */
const spoiled = / spoiled(?= |$)/;

/** The graph as it is drawn: what is over the limit only because something
 * before it is, is spoiled, so that the cause stands out. To the server both
 * are over the limit. */
export function normalise(graph: NoiseGraph): NoiseGraph {
  const taken = new Set<number>();
  for (const { from, to } of graph.edges) {
    if (graph.nodes[from]!.level === "over") taken.add(to);
  }
  return { ...graph, nodes: graph.nodes.map((node, index) => normaliseNode(node, taken.has(index))) };
}

/** `takesOver`: one of its inputs is over the limit. */
function normaliseNode(node: NoiseGraphNode, takesOver: boolean): NoiseGraphNode {
  // What has no noise of its own is over the limit by what goes in, or else it
  // is the cause, as where it breaks a contract.
  const isSpoiled = isOperation(node) ? takesOver : node.isSpoiled;
  return {
    ...node,
    isSpoiled,
    level: node.level === "over" && isSpoiled ? "spoiled" : node.level,
    label: node.label.replace(spoiled, ""),
  };
}

/** Whether a node stands for an operation and not for a value. */
export function isOperation({ kind }: NoiseGraphNode): boolean {
  return kind === "sink" || kind === "call";
}
