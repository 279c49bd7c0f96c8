import type { NoiseGraph, NoiseGraphNode } from "../../protocol.ts";

/** The graph as it is drawn: a node that is over the limit only because a value
 * before it is, becomes unreliable, so that the cause stands out. The server calls
 * both over the limit. */
export function normalise(graph: NoiseGraph): NoiseGraph {
  const overUsers = new Set<number>();
  for (const { from: source, to: target } of graph.edges) {
    if (graph.nodes[source]!.level === "over") overUsers.add(target);
  }
  return { ...graph, nodes: graph.nodes.map((node, index) => normaliseNode(node, overUsers.has(index))) };
}

/** The node as it is drawn; `takesOver`: one of its inputs is over the limit. */
function normaliseNode(node: NoiseGraphNode, takesOver: boolean): NoiseGraphNode {
  // An operation has no noise of its own: it is over the limit because of an
  // operand, or else it is the cause, as where it breaks a contract.
  const isUnreliable = isOperation(node) ? takesOver : node.isUnreliable;
  return {
    ...node,
    isUnreliable,
    level: node.level === "over" && isUnreliable ? "unreliable" : node.level,
  };
}

/** True for a node that stands for an operation and not for a value. */
export function isOperation({ kind }: NoiseGraphNode): boolean {
  return kind === "sink" || kind === "call";
}
