import type { NoiseGraph } from "../../protocol.ts";
import { cardSize } from "./card.ts";
import { edgeKey, type LayoutInput } from "./layout.ts";

/** The number of users from which on a source is not drawn with an edge to each: a
 * constant that everything uses would pull the picture apart. */
export const hubUsers = 12;

/** The nodes whose outgoing edges are drawn as stubs: those without inputs and with
 * at least `hubUsers` users. */
export function hubsOf(graph: NoiseGraph): Set<number> {
  const users = new Array<number>(graph.nodes.length).fill(0);
  const hasInput = new Set<number>();
  for (const { from: source, to: target } of graph.edges) {
    users[source]!++;
    hasInput.add(target);
  }
  return new Set([...users.keys()].filter((node) => users[node]! >= hubUsers && !hasInput.has(node)));
}

/** The layout's input for one graph, or for the graphs before and after a fix
 * together, so that a node has the same place in both. */
export function layoutInput(original: NoiseGraph, fixedGraph: NoiseGraph | null): LayoutInput {
  const input: LayoutInput = { nodes: [], edges: [] };
  const places = new Map<string, number>();
  const edgeKeys = new Set<string>();
  const detour = detours(fixedGraph);
  for (const graph of fixedGraph ? [fixedGraph, original] : [original]) {
    for (const node of graph.nodes) {
      const size = cardSize(node);
      const index = places.get(node.key);
      if (index === undefined) {
        places.set(node.key, input.nodes.length);
        input.nodes.push({ key: node.key, ...size });
      } else {
        const place = input.nodes[index]!;
        place.width = Math.max(place.width, size.width);
        place.height = Math.max(place.height, size.height);
      }
    }
    const hubs = hubsOf(graph);
    const isSplit = graph === original && fixedGraph !== null;
    for (const { from: source, to: target, isBack } of graph.edges) {
      // Edges back are drawn beside the nodes.
      if (hubs.has(source) || isBack) continue;
      const sourceKey = graph.nodes[source]!.key;
      const targetKey = graph.nodes[target]!.key;
      const key = edgeKey(sourceKey, targetKey);
      if (edgeKeys.has(key)) continue;
      edgeKeys.add(key);
      // Without the fix it takes the route of the edges through the inserted node.
      if (isSplit && detour(sourceKey, targetKey)) continue;
      input.edges.push({ source: places.get(sourceKey)!, target: places.get(targetKey)! });
    }
  }
  return input;
}

/** A function that finds the key of the node that a fix inserts between two nodes,
 * by their keys; `fixedGraph`: the graph with the fix. */
export function detours(
  fixedGraph: NoiseGraph | null,
): (sourceKey: string, targetKey: string) => string | undefined {
  const { nodes, edges } = fixedGraph ?? { nodes: [], edges: [] };
  const insertedKeys = new Map<string, string>();
  const sources = new Map<number, number>();
  for (const { from: source, to: target } of edges) {
    if (nodes[target]!.isInserted) sources.set(target, source);
  }
  for (const { from: inserted, to: target } of edges) {
    const source = sources.get(inserted);
    if (source === undefined) continue;
    insertedKeys.set(edgeKey(nodes[source]!.key, nodes[target]!.key), nodes[inserted]!.key);
  }
  return (sourceKey, targetKey) => insertedKeys.get(edgeKey(sourceKey, targetKey));
}
